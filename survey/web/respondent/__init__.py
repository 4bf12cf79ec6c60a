"""What respondents open and send."""
