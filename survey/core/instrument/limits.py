"""The limits of a questionnaire's fields, and the values of fields that are left out."""

DEFAULT_GAMMA = "1/4"
DEFAULT_CLASS_SIZE = 100

LONGEST_TITLE = 120
LONGEST_INTRODUCTION = 2000
LONGEST_TEXTS = {
    "title": LONGEST_TITLE,
    "introduction": LONGEST_INTRODUCTION,
    "asked_by": 120,
    "contact": 200,
    "privacy_notice": 2000,
    "support": 500,
}
LONGEST_QUESTION = 300
LONGEST_OPTION = 100
MOST_QUESTIONS = 50
LARGEST_CLASS = 1_000_000_000
