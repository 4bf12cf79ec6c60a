"""What is said of each kind of question, and of the items that it becomes."""
