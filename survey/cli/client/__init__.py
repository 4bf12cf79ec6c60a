"""A respondent's client in Python: asks, randomizes, sends, remembers."""
