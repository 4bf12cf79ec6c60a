"""Geometry of the pictures; templates/pictures.html draws it as SVG.

Shares are clipped to [0, 1] here and nowhere else; `clipped` says so.
"""

from dataclasses import dataclass

from survey.core.estimation import Estimate

WIDTH = 400
MARGIN = 24
TICKS = (0, 25, 50, 75, 100)


def _x(share: float) -> float:
    """The horizontal position of a share, in the picture's units."""
    clipped = min(max(share, 0.0), 1.0)
    return round(MARGIN + clipped * (WIDTH - 2 * MARGIN), 1)


@dataclass(frozen=True)
class DotAndWhisker:
    """A debiased estimate with its interval above the raw share, on 0 to 100 %."""

    raw: float
    dot: float
    low: float
    high: float
    low_is_cut: bool
    high_is_cut: bool
    clipped: bool

    @property
    def ticks(self) -> list[tuple[float, int]]:
        return [(_x(tick / 100), tick) for tick in TICKS]


def dot_and_whisker(estimate: Estimate) -> DotAndWhisker | None:
    """The picture of an estimate; None while there is none."""
    if not estimate.respondents:
        return None
    low, high = estimate.hoeffding
    return DotAndWhisker(
        raw=_x(estimate.share),
        dot=_x(estimate.estimate),
        low=_x(low),
        high=_x(high),
        low_is_cut=low < 0,
        high_is_cut=high > 1,
        clipped=low < 0 or high > 1 or not 0 <= estimate.estimate <= 1,
    )
