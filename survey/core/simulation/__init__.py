"""Simulated respondents, whose truth is known."""
