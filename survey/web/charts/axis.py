"""The axes and sizes of all pictures: the place of each value, and which values have ticks.

templates/charts/_axis.html draws them.
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

Labels = tuple[tuple[float, str], ...]


@dataclass(frozen=True)
class AxisScale:
    """Values from `low` to `high` along an axis from `start` to `end`, in the picture's units.

    `labels` are the values that have ticks, with their labels.
    """

    low: float
    high: float
    start: float
    end: float
    labels: Labels = ()
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """The value's place on the axis; a value beyond an end is placed at that end."""
        low, high, at = self.low, self.high, value
        if self.logarithmic:
            low, high, at = map(math.log10, (low, high, max(value, low)))
        part = min(max((at - low) / (high - low), 0), 1)
        return round(self.start + part * (self.end - self.start), 1)

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high

    @property
    def ticks(self) -> list[tuple[float, str]]:
        return [(self.place(value), label) for value, label in self.labels]


def round_values(low: float, high: float, most: int) -> list[float]:
    """Round values from `low` to `high`, at most `most` + 1; their step is 1, 2 or 5 times 10^k."""
    decade = 10.0 ** math.floor(math.log10(high - low))
    step = next(
        each
        for each in (decade / 10, decade / 5, decade / 2, decade, 2 * decade)
        if (high - low) / each <= most + 1e-9
    )
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 9) for number in range(first, last + 1)]


def decades(low: float, high: float, most: int) -> list[float]:
    """The powers of ten from `low` to `high`, or every n-th of them: at most `most` + 1."""
    first, last = math.ceil(math.log10(low) - 1e-9), math.floor(math.log10(high) + 1e-9)
    step = max(1, math.ceil((last - first) / most))
    return [10.0**power for power in range(first, last + 1, step)]


@dataclass(frozen=True)
class Size:
    """The measures of a band, in its picture's units; without `labelled` it has no words."""

    width: float
    label: float
    height: float
    labelled: bool = True

    @property
    def radius(self) -> float:
        """The radius of the estimate's dot."""
        return round(min(0.32 * self.height, 16), 1)

    @property
    def announced_y(self) -> float:
        """The height of Hoeffding's line, below the words of the band's ends."""
        below = 1.6 * self.label if self.labelled else 5
        return round(self.height + below, 1)


CARD = Size(400, 18, 28)
ROW = Size(400, 18, 18, labelled=False)
HANDOUT = Size(400, 15, 22)
SLIDE = Size(900, 28, 96)
SLIDE_ROW = Size(520, 24, 24, labelled=False)


class Key(NamedTuple):
    """The meaning of a mark of the picture; with the mark "" a remark."""

    mark: str
    words: str


CUT = Key("", "The picture is cut at the ends of its scale; the figures are not.")
