"""Several surveys of the same questions: their respondents as one class, or as a few of many."""
