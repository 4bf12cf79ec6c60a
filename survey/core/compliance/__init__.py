"""Estimates of how many people do not use the coin, from a question with a known share of yes."""
