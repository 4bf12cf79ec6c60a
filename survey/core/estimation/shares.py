"""From tallies to unbiased shares with their intervals.

Estimates are never clipped here: an unbiased estimate may fall outside
[0, 1], and clipping it would bias every average taken later. Pictures clip,
and say so.
"""

from dataclasses import dataclass
from fractions import Fraction

from survey.core.estimation.hoeffding_summary import around
from survey.core.estimation.intervals import (
    Interval,
    anytime_half_width,
    class_interval,
    hoeffding_half_width,
    population,
)
from survey.core.mechanism.privacy import epsilon, keep_and_other
from survey.errors import ParameterError


def debias(share: Fraction, gamma: Fraction, options: int = 2) -> Fraction:
    """Unbiased share of one option among n respondents, exact.

        p̂ = (ȳ − 1/2 + γ) / (2γ);   (ȳ − B/T) / ((A−B)/T) for k options

    ȳ: share of the reports that name the option ("yes", for two), in [0, 1];
    γ in (0, 1/2). Holds because E[Y] = 2γX + 1/2 − γ. May fall outside [0, 1].

    Source: Warner (1965), doi:10.1080/01621459.1965.10480775; k options:
    Kairouz, Bonawitz, Ramage (2016), section 3.
    """
    keep, other = keep_and_other(gamma, options)
    return (share - other) / (keep - other)


def manipulation_bound(respondents: int, gamma: Fraction, options: int = 2) -> float:
    """The most that one false respondent moves p̂: 1/(2γn), n >= 1.

    1/((keep − other)n) with k options.
    """
    keep, other = keep_and_other(gamma, options)
    return float(1 / ((keep - other) * respondents))


@dataclass(frozen=True)
class Estimate:
    """The debiased share of one option, with what it was computed from.

    `reported_yes` counts the reports that say yes, or that name this option.
    γ in (0, 1/2); `confidence` in [10⁻⁶, 1 − 10⁻¹²].
    `expected` is the number of respondents that was expected before the data;
    the anytime interval is tuned for it. With no respondents there is nothing
    to estimate: `share`, `estimate` and every interval are then None. Raises
    ParameterError unless 0 <= `reported_yes` <= `respondents`.
    """

    respondents: int
    reported_yes: int
    gamma: Fraction
    confidence: float
    expected: int = 100
    options: int = 2

    def __post_init__(self) -> None:
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
        """ȳ, the share of these reports as received."""
        return self.reported_yes / self.respondents if self.respondents else None

    @property
    def estimate(self) -> float | None:
        """p̂, not clipped."""
        if not self.respondents:
            return None
        share = Fraction(self.reported_yes, self.respondents)
        return float(debias(share, self.gamma, self.options))

    @property
    def hoeffding(self) -> Interval | None:
        """p̂ ± w at this confidence, not clipped: the interval that is always shown."""
        return self.interval("hoeffding")

    def interval(self, name: str) -> Interval | None:
        """The interval of this name, one of survey.core.estimation.intervals.INTERVALS.

        None without respondents, and for "class" also if no class of this size
        could plausibly have sent these reports. Raises ParameterError for
        another name, or a confidence out of its range.
        """
        estimate = self.estimate
        if estimate is None:
            return None
        of_size = self.respondents, self.gamma, self.confidence
        match name:
            case "hoeffding":
                return around(estimate, hoeffding_half_width(*of_size, self.options))
            case "anytime":
                half_width = anytime_half_width(*of_size, self.expected, self.options)
                return around(estimate, half_width)
            case "class":
                return class_interval(self.reported_yes, *of_size, self.options)
            case "population":
                return population(self.reported_yes, *of_size, self.options)
        raise ParameterError(f"There is no interval named {name}.", "interval")
