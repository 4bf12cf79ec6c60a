"""What there is to say of an estimate once somebody has responded: it, and the interval around it.

Estimates and intervals are None without respondents, and only then both of
them. Whoever asks for `stated` has either nothing, or figures to work with.
"""

from dataclasses import dataclass
from typing import Protocol

from survey.core.intervals.interval import Interval
from survey.core.intervals.registry import ANNOUNCED


class Statement(Protocol):
    """An estimate, perhaps of nobody, with the intervals that it knows."""

    @property
    def estimate(self) -> float | None: ...

    def interval(self, name: str) -> Interval | None: ...


@dataclass(frozen=True)
class Stated:
    """An estimate of somebody, in Hoeffding's interval low..high. Not clipped."""

    estimate: float
    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2

    def covers(self, least: float, most: float) -> bool:
        """Whether all of least..most lies in the interval, which then says nothing."""
        return self.low <= least and self.high >= most

    def contradicts(self, least: float, most: float) -> bool:
        """Whether none of least..most lies in the interval: no class is like that."""
        return self.high < least or self.low > most


def stated(statement: Statement) -> Stated | None:
    """The estimate with Hoeffding's interval; None without respondents."""
    estimate, ends = statement.estimate, statement.interval(ANNOUNCED)
    return None if estimate is None or ends is None else Stated(estimate, *ends)
