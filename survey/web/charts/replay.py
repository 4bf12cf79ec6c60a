"""The pictures of a replayed class; templates/charts/_replay.html draws them.

`Path` leads from the mean of the reports to the estimate, `Lying` holds ranges and dots, a row
each, on one scale of shares. Only here is anything clipped, at the ends of the scale.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from survey.core.estimation.shares import Estimate
from survey.lab.experiments.replay import Wall, expected_mean
from survey.web.charts.axis import Labels, Scale, round_values

WIDTH = 440
LEFT, RIGHT, TOP = 52, 424, 10
PATH_HEIGHT = 240
ROW, GROUP_ROW = 7, 12
MOST_TICKS = 5

Written = Callable[[float], str]  # a share in the page's language


@dataclass(frozen=True)
class Path:
    """Across the true share, upright the share of reports; the coin's line crosses the mean."""

    x: Scale
    y: Scale
    line: tuple[float, float, float, float]
    mean: float
    at: tuple[float, float]

    width, height = WIDTH, TOP + PATH_HEIGHT + 30
    left, right, top, bottom = LEFT, RIGHT, TOP, TOP + PATH_HEIGHT


def path_of(estimate: Estimate, share: Fraction, written: Written) -> Path:
    """The path, with the point where `share` would put the mean of the reports; n ≥ 1."""
    labels: Labels = tuple((each / 4, written(each / 4)) for each in range(5))
    x = Scale(0, 1, LEFT, RIGHT, labels)
    y = Scale(0, 1, TOP + PATH_HEIGHT, TOP, labels)
    ends = (y.place(float(estimate.other)), y.place(float(estimate.keep)))
    return Path(
        x,
        y,
        (LEFT, ends[0], RIGHT, ends[1]),
        y.place(estimate.share or 0.0),
        (x.place(float(share)), y.place(float(expected_mean(share, estimate)))),
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
class Lying:
    """Rows on one scale; `standing` is the value they are held against, `band` its interval."""

    x: Scale
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


def wall_of(wall: Wall, written: Written) -> Lying:
    """The intervals of all redraws, from the top, and the class's share."""
    x = Scale(0, 1, Lying.left, Lying.right, tuple((end / 4, written(end / 4)) for end in range(5)))
    rows = (
        Strip(_row(place), x.place(each.estimate), x.place(each.low), x.place(each.high),
              each.missed)
        for place, each in enumerate(wall.redraws)
    )  # fmt: skip
    return Lying(x, tuple(rows), x.place(wall.truthful / wall.respondents))


def groups_of(
    estimates: Sequence[float], whole: float, band: tuple[float, float] | None, written: Written
) -> Lying:
    """The estimate of each group, beside that of all; the scale holds every one of them."""
    low, high = min(0.0, *estimates), max(1.0, *estimates)
    labels = tuple((each, written(each)) for each in round_values(low, high, MOST_TICKS))
    x = Scale(low, high, Lying.left, Lying.right, labels)
    rows = tuple(
        Strip(_row(place, GROUP_ROW), x.place(each)) for place, each in enumerate(estimates)
    )
    around = band and (x.place(band[0]), x.place(band[1]))
    return Lying(x, rows, x.place(whole), around, GROUP_ROW)


def _row(place: int, step: int = ROW) -> float:
    return TOP + step * (place + 0.5)
