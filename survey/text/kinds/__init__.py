"""The words for each kind of question and for its items."""
