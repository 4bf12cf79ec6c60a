"""Letters for responses: a place for each expected one, filled once it is counted.

Above `MOST` places a letter stands for ten responses, for a hundred and so on.
templates/charts/_letters.html draws them.
"""

from dataclasses import dataclass
from math import ceil

MOST = 60  # places that people see at a glance
PITCH = 40  # from one to the next, in the picture's units


@dataclass(frozen=True)
class Letters:
    """Places in rows of `in_a_row`; the first `come` of them have a letter of `each` responses."""

    count: int
    come: int
    each: int
    in_a_row: int

    @property
    def places(self) -> list[tuple[int, int, bool]]:
        """(x, y, whether a letter has come) of each place."""
        return [
            (PITCH * (place % self.in_a_row), PITCH * (place // self.in_a_row), place < self.come)
            for place in range(self.count)
        ]

    @property
    def width(self) -> int:
        return PITCH * self.in_a_row

    @property
    def row_width(self) -> int:
        """The width of a row, wide enough that few letters do not become too large."""
        return PITCH * max(self.count, MOST // 2)

    @property
    def height(self) -> int:
        return PITCH * ceil(self.count / self.in_a_row)


def letters_of(responses: int, expected: int, in_a_row: int) -> Letters:
    """The letters of these responses, among places for the expected ones, or for more that came."""
    places = max(responses, expected, 1)
    each = 1
    while ceil(places / each) > MOST:
        each *= 10
    return Letters(ceil(places / each), responses // each, each, in_a_row)
