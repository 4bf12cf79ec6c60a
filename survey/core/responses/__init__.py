"""Responses: the reports of an answer, tokens, waves, tallies, statements."""
