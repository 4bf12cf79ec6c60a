"""From tallies to unbiased shares with their intervals. Yes/no questions.

Estimates are never clipped here: an unbiased estimate may fall outside
[0, 1], and clipping it would bias every average taken later. Pictures clip,
and say so.
"""

from dataclasses import dataclass
from fractions import Fraction

from survey.core.intervals import Interval
from survey.core.intervals import anytime_half_width
from survey.core.intervals import class_interval
from survey.core.intervals import hoeffding_half_width
from survey.core.intervals import population
from survey.core.privacy import HALF
from survey.core.privacy import epsilon
from survey.errors import ParameterError


def debias(share: Fraction, gamma: Fraction) -> Fraction:
    """Unbiased share of truthful "yes" among n respondents, exact.

        p̂ = (ȳ − 1/2 + γ) / (2γ)

    ȳ: share of "yes" reports, in [0, 1]; γ in (0, 1/2). Holds because
    E[Y] = 2γX + 1/2 − γ. May fall outside [0, 1].

    Source: Warner (1965), doi:10.1080/01621459.1965.10480775.
    """
    return (share - HALF + gamma) / (2 * gamma)


def manipulation_bound(respondents: int, gamma: Fraction) -> float:
    """The most that one false respondent moves p̂: 1/(2γn), n >= 1."""
    return float(1 / (2 * gamma * respondents))


@dataclass(frozen=True)
class Estimate:
    """A debiased share with what it was computed from.

    `expected` is the number of respondents that was expected before the data;
    the anytime interval is tuned for it. With no respondents there is nothing
    to estimate: `share`, `estimate` and every interval are then None.
    """

    respondents: int
    reported_yes: int
    gamma: Fraction
    confidence: float
    expected: int = 100

    def __post_init__(self):
        if not 0 <= self.reported_yes <= self.respondents:
            raise ParameterError(
                f"{self.reported_yes} yes reports among {self.respondents} respondents "
                "is impossible: counts must satisfy 0 <= yes <= respondents.",
                "reported_yes",
            )

    @property
    def epsilon(self) -> float:
        return epsilon(self.gamma)

    @property
    def share(self) -> float | None:
        """ȳ, the share of yes reports as received."""
        return self.reported_yes / self.respondents if self.respondents else None

    @property
    def estimate(self) -> float | None:
        """p̂, not clipped."""
        if not self.respondents:
            return None
        return float(debias(Fraction(self.reported_yes, self.respondents), self.gamma))

    @property
    def hoeffding(self) -> Interval | None:
        """p̂ ± w at this confidence, not clipped: the interval that is always shown."""
        return self.interval("hoeffding")

    def interval(self, name: str) -> Interval | None:
        """The interval of this name, one of survey.core.intervals.INTERVALS.

        None without respondents, and for "class" also if no class of this size
        could plausibly have sent these reports.
        """
        if not self.respondents:
            return None
        of_counts = self.reported_yes, self.respondents, self.gamma, self.confidence
        of_size = self.respondents, self.gamma, self.confidence
        match name:
            case "hoeffding":
                return self._around(hoeffding_half_width(*of_size))
            case "anytime":
                return self._around(anytime_half_width(*of_size, self.expected))
            case "class":
                return class_interval(*of_counts)
            case "population":
                return population(*of_counts)
        raise ParameterError(f"There is no interval named {name}.", "interval")

    def _around(self, half_width: float) -> Interval:
        return self.estimate - half_width, self.estimate + half_width
