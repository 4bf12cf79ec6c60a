"""The kinds of questions: for each its fields in a questionnaire, and its items."""
