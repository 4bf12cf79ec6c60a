"""Pages of all responses, so that a respondent can look for theirs without naming it.

A page holds the responses whose ids begin with the same digits. Respondents ask
the server for such a page and find their own line in it: it could be anybody's of the page.
"""

import re

# The least mean number of responses a page, if there are several pages. Ids are random, so a page
# has fewer than 100 with a chance below 10⁻¹³.
FEWEST_ROWS = 200
LONGEST_PREFIX = 8  # digits; enough for 10¹² responses

_PREFIX = re.compile(rf"[0-9a-f]{{1,{LONGEST_PREFIX}}}")


def prefix_digits(responses: int) -> int:
    """The largest d with n >= 200 · 16^d: pages of 200 to 3,200 rows for each d hex digits.

    Up to 3,199 responses that is 0, and the whole list is one page.
    """
    digits = 0
    while digits < LONGEST_PREFIX and responses >= FEWEST_ROWS * 16 ** (digits + 1):
        digits += 1
    return digits


def is_prefix(text: str) -> bool:
    """Whether the text can name a page: 1 to 8 lower-case hex digits."""
    return _PREFIX.fullmatch(text) is not None
