"""An estimate together with Hoeffding's interval around it, once somebody has responded.

Both are None without respondents, and only then. `summarize` checks that once, so
that its callers get either None or figures.
"""

from dataclasses import dataclass
from typing import Protocol

from survey.core.intervals.interval import Interval
from survey.core.intervals.registry import ANNOUNCED


class IntervalEstimate(Protocol):
    """An estimate with its intervals, which are None without respondents."""

    @property
    def estimate(self) -> float | None: ...

    def interval(self, name: str) -> Interval | None: ...


@dataclass(frozen=True)
class HoeffdingSummary:
    """An estimate from at least one respondent, and Hoeffding's interval low..high. Not clipped."""

    estimate: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


def summarize(estimated: IntervalEstimate) -> HoeffdingSummary | None:
    """The estimate with Hoeffding's interval; None without respondents."""
    estimate, ends = estimated.estimate, estimated.interval(ANNOUNCED)
    return None if estimate is None or ends is None else HoeffdingSummary(estimate, *ends)
