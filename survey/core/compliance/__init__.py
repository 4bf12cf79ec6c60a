"""Estimates how many respondents follow the coin, from a question with a known share of yes."""
