"""From tallies to unbiased shares with their intervals.

Nothing here clips an estimate: an unbiased one may fall outside [0, 1], and
clipping it would bias every average taken later. Pictures clip, and say so.
"""

from dataclasses import dataclass
from fractions import Fraction

from survey.core.intervals.interval import Counted, Interval
from survey.core.intervals.registry import ANNOUNCED, method_named
from survey.core.mechanism.privacy import epsilon, keep_and_other


def manipulation_bound(respondents: int, gamma: Fraction, options: int = 2) -> float:
    """The most that one false respondent moves p̂: 1/(2γn), n >= 1.

    1/((keep − other)n) with k options.
    """
    keep, other = keep_and_other(gamma, options)
    return float(1 / ((keep - other) * respondents))


@dataclass(frozen=True)
class Estimate(Counted):
    """The debiased share of one option, with its intervals and what it was computed from."""

    @property
    def epsilon(self) -> float:
        return epsilon(self.gamma)

    @property
    def hoeffding(self) -> Interval | None:
        """p̂ ± w at this confidence, not clipped: the interval that is always shown."""
        return self.interval(ANNOUNCED)

    def interval(self, name: str) -> Interval | None:
        """The interval of this name, one of survey.core.intervals.registry.INTERVALS.

        None without respondents, and for the class interval also if no class of
        this size could plausibly have sent these reports. Raises ParameterError
        for another name, or a confidence out of its range.
        """
        return method_named(name).of_share(self) if self.respondents else None
