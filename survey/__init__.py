"""Deniable: surveys whose answers are randomized before they leave the respondent."""

__version__ = "0.1.0"
