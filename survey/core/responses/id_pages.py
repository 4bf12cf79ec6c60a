"""All responses in pages, so that looking for one's own does not tell the server which it is.

A page holds the responses whose ids begin with the same digits. Respondents ask
the server for such a page and find their own line in it.
"""

import re

ROWS_A_PAGE = 300
LONGEST_PREFIX = 8  # digits; enough for 10¹² responses

_PREFIX = re.compile(rf"[0-9a-f]{{1,{LONGEST_PREFIX}}}")


def prefix_digits(responses: int) -> int:
    """The least d with n <= 300 · 16^d: pages of about 300 rows for each d hex digits."""
    digits = 0
    while responses > ROWS_A_PAGE * 16**digits:
        digits += 1
    return digits


def is_prefix(text: str) -> bool:
    """Whether the text can name a page: 1 to 8 lower-case hex digits."""
    return _PREFIX.fullmatch(text) is not None
