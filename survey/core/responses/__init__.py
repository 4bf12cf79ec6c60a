"""Responses: the reports of an answer, tokens, tallies, statements."""
