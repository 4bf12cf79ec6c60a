"""The columns of a CSV file, and the meaning of their reports."""
