"""All responses in pages, so that looking for one's own does not tell which it is.

A page holds the responses whose ids begin with the same digits. Whoever looks
for theirs asks the server for such a page, and finds the line in it themselves.
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
    """Whether ids may begin so: 1 to 8 lower-case hex digits."""
    return _PREFIX.fullmatch(text) is not None
