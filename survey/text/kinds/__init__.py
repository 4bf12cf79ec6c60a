"""The words for each kind of question, and for the items that it becomes."""
