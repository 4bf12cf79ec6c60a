"""Deniable: surveys whose answers are randomized before they leave the respondent."""

__version__ = "0.2.1.dev0"
