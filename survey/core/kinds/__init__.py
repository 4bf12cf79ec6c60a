"""The kinds of questions: the fields that each has in a questionnaire, and its items."""
