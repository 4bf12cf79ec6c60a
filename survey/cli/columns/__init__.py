"""The columns of a CSV file and what their reports mean."""
