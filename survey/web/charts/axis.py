"""The axes and sizes of all pictures: the place of each value, and the values with ticks.

templates/charts/_axis.html draws them.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

Labels = tuple[tuple[float, str], ...]

GUIDE_BEYOND = 1.25  # ems that a line through several bands reaches beyond each


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
    """The measures of a band, in ems of its letters; without `labelled` it has no words.

    It is never less than `narrowest` wide. Without `announced` it has no line of Hoeffding's.
    """

    height: float
    labelled: bool = True
    announced: bool = True
    narrowest: float = 17.5  # 280 pixels, with letters of 16 pixels

    @property
    def words_y(self) -> float:
        """The height of the words' baseline, beneath the band."""
        return self.height + 1.1

    @property
    def announced_y(self) -> float:
        """The height of Hoeffding's line, below the words of the band's ends."""
        return self.height + (1.9 if self.labelled else 0.4)

    @property
    def whole_height(self) -> float:
        return self.announced_y + 0.5 if self.announced else self.height + 0.25

    @property
    def guide_ends(self) -> tuple[float, float]:
        """The ends, in one row, of a line through the bands of several rows.

        In rows without words it meets the lines of the rows above and beneath.
        """
        return -GUIDE_BEYOND, self.height + (0 if self.labelled else GUIDE_BEYOND)


TICK = 0.5  # ems: the height of the ends of Hoeffding's line
HERO = Size(3.5)
CARD = Size(1.5)
ROW = Size(1.25, labelled=False)
GLANCE = Size(1.5, labelled=False, announced=False)
SLIDE = Size(3, narrowest=20)


class Measures(NamedTuple):
    """The measures that all bands of one size share, as text for the drawing."""

    width: str
    half: str

    whole: str
    band: str
    middle: str
    ring: str
    dot: str
    words: str
    small: str
    announced: str
    tick_top: str
    tick: str
    guide_top: str
    guide_end: str


@dataclass(frozen=True)
class Room:
    """The lengths of a drawing: per cent and ems, or units in a picture of this `width`."""

    width: float | None = None
    letters: float = 16

    def x(self, percent: float) -> str:
        if self.width is None:
            return f"{percent:g}%"
        return f"{round(percent * self.width / 100, 1):g}"

    def y(self, ems: float) -> str:
        return f"{round(ems, 3):g}em" if self.width is None else f"{round(ems * self.letters, 1):g}"

    def measures(self, size: Size) -> Measures:
        return _measures(self, size)


@cache  # for the few sizes that exist
def _measures(room: Room, size: Size) -> Measures:
    ring = min(0.36 * size.height, 1.1)
    return Measures(
        width=room.x(100),
        half=room.x(50),
        whole=room.y(size.whole_height),
        band=room.y(size.height),
        middle=room.y(size.height / 2),
        ring=room.y(ring),
        dot=room.y(0.52 * ring),
        words=room.y(size.words_y),
        small=room.y(0.875),
        announced=room.y(size.announced_y),
        tick_top=room.y(size.announced_y + 0.0625 - TICK / 2),  # around 2 pixels
        tick=room.y(TICK),
        guide_top=room.y(size.guide_ends[0]),
        guide_end=room.y(size.guide_ends[1]),
    )


PAGE_ROOM = Room()
