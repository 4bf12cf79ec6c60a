"""The mechanisms, attacks and toy data of the lessons."""
