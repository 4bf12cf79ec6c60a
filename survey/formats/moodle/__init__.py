"""Moodle: its XML of quizzes and of feedback, and the text format GIFT."""
