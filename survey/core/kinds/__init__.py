"""The kinds of questions: for each, what a questionnaire says of it and the items it becomes."""
