"""A respondent's side in Python: asking, randomizing, sending, remembering."""
