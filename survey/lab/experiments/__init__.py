"""The computations of the lessons: mechanisms, attacks, toy data."""
