"""Rows of people or reports: filled or not, hatched if a coin decided, crossed if wrong.

templates/charts/_people.html draws them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

STEP = 22  # from dot to dot, in the picture's units
RADIUS = 8
IN_A_ROW = 20


@dataclass(frozen=True)
class Dot:
    """A person at (x, y)."""

    x: int
    y: int
    filled: bool
    by_chance: bool = False
    crossed: bool = False


@dataclass(frozen=True)
class People:
    """The dots, row by row."""

    dots: tuple[Dot, ...]

    width = IN_A_ROW * STEP
    radius = RADIUS

    @property
    def height(self) -> int:
        return STEP * max(1, ceil(len(self.dots) / IN_A_ROW))


def people_of(
    filled: Sequence[bool], by_chance: Sequence[bool] = (), crossed: Sequence[bool] = ()
) -> People:
    """A dot for each, in this order; `by_chance` and `crossed` are as long, or empty."""
    none = [False] * len(filled)
    marks = zip(filled, by_chance or none, crossed or none, strict=True)
    dots = (
        Dot(_middle(place % IN_A_ROW), _middle(place // IN_A_ROW), *each)
        for place, each in enumerate(marks)
    )
    return People(tuple(dots))


def _middle(place: int) -> int:
    return place * STEP + STEP // 2
