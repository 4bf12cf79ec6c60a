"""Made-up respondents, whose truth is known."""
