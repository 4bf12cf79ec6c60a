"""Geometry of the pictures; templates/pictures.html draws it as SVG.

Shares are clipped to [0, 1] here and nowhere else; `clipped` says so.
"""

from dataclasses import dataclass

from survey.core.estimation import Estimate
from survey.core.intervals import Interval

WIDTH = 400
MARGIN = 24
TICKS = (0, 25, 50, 75, 100)


def _x(share: float) -> float:
    """The horizontal position of a share, in the picture's units."""
    clipped = min(max(share, 0.0), 1.0)
    return round(MARGIN + clipped * (WIDTH - 2 * MARGIN), 1)


@dataclass(frozen=True)
class Whisker:
    """An interval's ends, and which of them lie outside the picture."""

    low: float
    high: float
    low_is_cut: bool
    high_is_cut: bool


def _whisker(interval: Interval) -> Whisker:
    low, high = interval
    return Whisker(_x(low), _x(high), low < 0, high > 1)


@dataclass(frozen=True)
class DotAndWhisker:
    """A debiased estimate with its interval above the raw share, on 0 to 100 %.

    `second` is another interval of the same estimate, drawn below the first.
    """

    raw: float
    dot: float
    first: Whisker
    second: Whisker | None
    clipped: bool

    @property
    def ticks(self) -> list[tuple[float, int]]:
        return [(_x(tick / 100), tick) for tick in TICKS]


def dot_and_whisker(estimate: Estimate, second: str | None = None) -> DotAndWhisker | None:
    """The picture of an estimate with Hoeffding's interval; None while there is none."""
    if not estimate.respondents:
        return None
    ends = [estimate.hoeffding, estimate.interval(second) if second else None]
    whiskers = [_whisker(interval) if interval else None for interval in ends]
    return DotAndWhisker(
        raw=_x(estimate.share),
        dot=_x(estimate.estimate),
        first=whiskers[0],
        second=whiskers[1],
        clipped=not 0 <= estimate.estimate <= 1
        or any(whisker and (whisker.low_is_cut or whisker.high_is_cut) for whisker in whiskers),
    )
