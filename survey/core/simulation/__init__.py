"""Simulated respondents, whose true answers are known."""
