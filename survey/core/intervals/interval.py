"""What every interval is computed from, and what the registry holds of each."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from survey.core.mechanism.privacy import keep_and_other
from survey.errors import ParameterError

Interval = tuple[float, float]
Counts = NDArray[np.int64]

# Beyond these, 1 − confidence keeps too few digits in floating point, or an interval is a point.
LEAST_CONFIDENCE = 1e-6
LARGEST_CONFIDENCE = 1 - 1e-12


def covers(ends: Interval, scale: Interval) -> bool:
    """Whether an interval holds all of the scale least..most, so that it says nothing."""
    return ends[0] <= scale[0] and ends[1] >= scale[1]


def misses(ends: Interval, scale: Interval) -> bool:
    """Whether an interval holds nothing of the scale least..most, so that no class fits it."""
    return ends[1] < scale[0] or ends[0] > scale[1]


def check_confidence(confidence: float) -> float:
    """The confidence itself, if it is in [10⁻⁶, 1 − 10⁻¹²]; else ParameterError."""
    if not LEAST_CONFIDENCE <= confidence <= LARGEST_CONFIDENCE:
        raise ParameterError(
            "The confidence must lie between 0 and 1, such as 0.95: at least 0.000001 and at most "
            "0.999999999999.",
            "confidence",
        )
    return confidence


def check_respondents(respondents: int) -> int:
    if respondents < 1:
        raise ParameterError("An interval needs at least one respondent.", "respondents")
    return respondents


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


@dataclass(frozen=True)
class Counted:
    """What an interval is computed from: how many reports name an option, and their chances.

    A report names the option with probability `keep` from those whose answer it
    is, and with `other` from the rest: 1/2+γ and 1/2−γ for two options, A/T and
    B/T for k. `reported_yes` counts those that name it. γ in (0, 1/2); `confidence`
    in [10⁻⁶, 1 − 10⁻¹²]. `expected` is the number of respondents that the instructor
    expected before the data. Without respondents `share` and `estimate` are None.
    `drawn_from` is the number of respondents of whom these are a simple random sample, where
    each was asked one question only; 0 if everybody was asked.
    Raises ParameterError unless 0 <= `reported_yes` <= `respondents` <= `drawn_from`, if that
    is not 0.
    """

    respondents: int
    reported_yes: int
    gamma: Fraction
    confidence: float
    expected: int = 100
    options: int = 2
    drawn_from: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.reported_yes <= self.respondents:
            raise ParameterError(
                f"{self.reported_yes} yes reports among {self.respondents} respondents "
                "is impossible: counts must satisfy 0 <= yes <= respondents.",
                "reported_yes",
            )
        if self.drawn_from and self.drawn_from < self.respondents:
            raise ParameterError(
                f"{self.respondents} respondents cannot be drawn from {self.drawn_from}.",
                "drawn_from",
            )

    @property
    def keep(self) -> Fraction:
        return keep_and_other(self.gamma, self.options)[0]

    @property
    def other(self) -> Fraction:
        return keep_and_other(self.gamma, self.options)[1]

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

    def debiased(self, ends: Interval) -> Interval:
        """An interval of the expected share of these reports as one of the answers' share."""
        other, scale = float(self.other), float(self.keep - self.other)
        return (ends[0] - other) / scale, (ends[1] - other) / scale


@dataclass(frozen=True)
class Terms:
    """The mean, in [0, 1], of one term in [0, 1] a respondent; the rest as in Counted."""

    mean: float
    respondents: int
    confidence: float
    expected: int = 100


@dataclass(frozen=True)
class Method:
    """An interval of the registry: its name, and a function for each quantity, for n >= 1.

    `of_share` gives the ends for an option's share, None if no class could
    plausibly have sent the reports. `of_bits` does so for the mean of bits that
    whole numbers were rounded to, each with a chance of its own, and `of_terms` for the mean of
    the terms' expectations. `keeps` tells, for arrays of counts at one number of respondents,
    whether the interval of the first holds the second, truthful yes. A function is None if the
    interval is not known for its quantity.
    """

    name: str
    of_share: Callable[[Counted], Interval | None]
    of_bits: Callable[[Counted], Interval | None] | None = None
    of_terms: Callable[[Terms], Interval | None] | None = None
    keeps: Callable[[Counted, Counts, Counts], NDArray[np.bool_]] | None = None
    # Set if the interval of a share is p̂ ± this, whatever the reports are.
    half_width: Callable[[Counted], float] | None = None
    # Whether the interval is for the share of a larger population that the class is drawn from.
    of_sample: bool = False

    def expected_half_width(self, counted: Counted, bits: bool = False) -> float:
        """Half the width of the interval of a share, or of a mean of bits; 0 if there is none."""
        if self.half_width is not None:
            return self.half_width(counted)
        of = self.of_bits if bits else self.of_share
        ends = of(counted) if of else None
        # A width of 18/60 is what it says, whatever the last bits of its ends are.
        return round((ends[1] - ends[0]) / 2, 12) if ends else 0.0


def around(estimate: float, half_width: float) -> Interval:
    """estimate ± half_width."""
    return estimate - half_width, estimate + half_width


def around_estimate(half_width: Callable[[Counted], float]) -> Callable[[Counted], Interval | None]:
    """The function that gives p̂ ± half_width, or None without respondents."""

    def ends(counted: Counted) -> Interval | None:
        estimate = counted.estimate
        return None if estimate is None else around(estimate, half_width(counted))

    return ends
