"""What the respondent's client says: a module for each part of it that speaks."""
