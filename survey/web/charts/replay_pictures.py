"""The pictures of a replayed class; templates/charts/_replay.html draws them.

`CoinLine` leads from the mean of the reports to the estimate. `HorizontalRows` holds ranges and
dots, a row each, on one scale of shares. Only here is anything clipped, at the ends of the scale.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from survey.core.intervals.counts import ReportCount
from survey.lab.replay import Redraw, SightRows, Wall, expected_mean
from survey.web.charts.axis import AxisScale, Labels, round_values

WIDTH = 440
LEFT, RIGHT, TOP = 52, 424, 10
PATH_HEIGHT = 240
ROW, GROUP_ROW = 7, 12
MOST_TICKS = 5

Written = Callable[[float], str]  # a share in the page's language


@dataclass(frozen=True)
class CoinLine:
    """A chart: true share on x, share of reports on y, and the coin's line through the mean."""

    x: AxisScale
    y: AxisScale
    line: tuple[float, float, float, float]
    mean: float
    at: tuple[float, float]

    width, height = WIDTH, TOP + PATH_HEIGHT + 30
    left, right, top, bottom = LEFT, RIGHT, TOP, TOP + PATH_HEIGHT


def path_of(count: ReportCount, share: Fraction, written: Written) -> CoinLine:
    """The line through the mean, with the mean of reports that a true `share` would give; n ≥ 1."""
    labels: Labels = tuple((each / 4, written(each / 4)) for each in range(5))
    x = AxisScale(0, 1, LEFT, RIGHT, labels)
    y = AxisScale(0, 1, TOP + PATH_HEIGHT, TOP, labels)
    ends = (y.place(float(count.other)), y.place(float(count.keep)))
    return CoinLine(
        x,
        y,
        (LEFT, ends[0], RIGHT, ends[1]),
        y.place(count.received or 0.0),
        (x.place(float(share)), y.place(float(expected_mean(share, count)))),
    )


@dataclass(frozen=True)
class Strip:
    """One row: a dot, and a range around it, if it has one."""

    y: float
    dot: float
    low: float | None = None
    high: float | None = None
    missed: bool = False


@dataclass(frozen=True)
class HorizontalRows:
    """Rows on one scale. `standing` is the value to compare them with, and `band` its interval."""

    x: AxisScale
    rows: tuple[Strip, ...]
    standing: float
    band: tuple[float, float] | None = None

    step: int = ROW

    width, left, right, top = WIDTH, 24, 416, TOP

    @property
    def bottom(self) -> int:
        return TOP + self.step * len(self.rows)

    @property
    def height(self) -> int:
        return self.bottom + 26


def wall_of(wall: Wall, written: Written) -> HorizontalRows:
    """The intervals of all redraws, from the top, and the class's share."""
    x = AxisScale(
        0,
        1,
        HorizontalRows.left,
        HorizontalRows.right,
        tuple((end / 4, written(end / 4)) for end in range(5)),
    )
    return HorizontalRows(x, _rows(wall.redraws, x), x.place(wall.truthful / wall.respondents))


def on_sight_of(on_sight: SightRows, written: Written) -> HorizontalRows:
    """The intervals of classes that were looked at, as distances from the truth at that look."""
    ends = [end for each in on_sight.rows for end in (each.estimate, each.low, each.high)]
    low, high = min(-0.5, *ends), max(0.5, *ends)
    labels = tuple((each, written(each)) for each in round_values(low, high, MOST_TICKS))
    x = AxisScale(low, high, HorizontalRows.left, HorizontalRows.right, labels)
    return HorizontalRows(x, _rows(on_sight.rows, x), x.place(0))


def groups_of(
    estimates: Sequence[float], whole: float, band: tuple[float, float] | None, written: Written
) -> HorizontalRows:
    """The estimate of each group, beside that of all; the scale holds every one of them."""
    low, high = min(0.0, *estimates), max(1.0, *estimates)
    labels = tuple((each, written(each)) for each in round_values(low, high, MOST_TICKS))
    x = AxisScale(low, high, HorizontalRows.left, HorizontalRows.right, labels)
    rows = tuple(
        Strip(_row(place, GROUP_ROW), x.place(each)) for place, each in enumerate(estimates)
    )
    around = band and (x.place(band[0]), x.place(band[1]))
    return HorizontalRows(x, rows, x.place(whole), around, GROUP_ROW)


def _rows(redraws: Sequence[Redraw], x: AxisScale) -> tuple[Strip, ...]:
    return tuple(
        Strip(_row(place), x.place(each.estimate), x.place(each.low), x.place(each.high),
              each.missed)
        for place, each in enumerate(redraws)
    )  # fmt: skip


def _row(place: int, step: int = ROW) -> float:
    return TOP + step * (place + 0.5)
