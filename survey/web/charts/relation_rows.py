"""The geometry of the pictures of relations; templates/charts/_pictures.html draws it as SVG.

Only here are values clipped, to the picture's scale; `clipped` says if any was.
"""

from dataclasses import dataclass

from survey.core.intervals.interval import Interval
from survey.text.translator import ENGLISH
from survey.web.charts.axis import AxisScale, Key

WIDTH = 400
MARGIN = 24
LABEL_HEIGHT = 18
ROW_HEIGHT = 66
AXIS_HEIGHT = 28
TOP = 6
LONGEST_LABEL = 40  # characters; the table beside the picture holds the whole text


# The scale of shares, from nobody to everyone.
SHARES = AxisScale(
    0,
    1,
    MARGIN,
    WIDTH - MARGIN,
    tuple((part / 4, ENGLISH.percent(part / 4)) for part in range(5)),
)


@dataclass(frozen=True)
class Whisker:
    """An interval's ends on the picture, and which of them lie outside it."""

    low: float
    high: float
    low_is_cut: bool
    high_is_cut: bool


@dataclass(frozen=True)
class EstimateRow:
    """One estimate: its dot and intervals, and below them what was received, from `y` downwards.

    There is no dot where Hoeffding's interval holds every possible value.
    """

    label: str | None
    y: float
    raw: float
    dot: float | None
    first: Whisker | None
    second: Whisker | None
    projected: float | None
    clipped: bool

    @property
    def raw_y(self) -> float:
        """The height of what was received, below the intervals."""
        return self.y + (44 if self.second else 26)

    @property
    def height(self) -> float:
        return ROW_HEIGHT if self.second else ROW_HEIGHT - 18


@dataclass(frozen=True)
class Picture:
    """Dots with whiskers on one scale, one row for each estimate.

    `title`, `figures` and `keys` are for a file; a page shows them beside the picture.
    """

    name: str
    description: str
    scale: AxisScale
    rows: tuple[EstimateRow, ...]
    title: str = ""
    figures: tuple[str, ...] = ()
    keys: tuple[Key, ...] = ()

    drawn_by = "charts/_pictures.html"

    @property
    def width(self) -> int:
        return WIDTH

    @property
    def axis(self) -> float:
        """Where the axis lies, below the last row."""
        return self.rows[-1].y + self.rows[-1].height

    @property
    def height(self) -> float:
        return self.axis + AXIS_HEIGHT

    @property
    def clipped(self) -> bool:
        return any(row.clipped for row in self.rows)


def whisker(scale: AxisScale, interval: Interval) -> Whisker:
    low, high = interval
    return Whisker(scale.place(low), scale.place(high), low < scale.low, high > scale.high)


def shortened(label: str) -> str:
    return label if len(label) <= LONGEST_LABEL else label[: LONGEST_LABEL - 1] + "…"
