"""How many bytes a phone's first visit may take, headers included.

The documentation says the same in kB: tests/unit/docs_site/test_figures.py.
"""

FIRST_VISIT = 36_000  # until the questionnaire is there, in English
IN_ANY_LANGUAGE = 40_000
SECOND_SCRIPT = 11_000
