"""The data from which intervals are computed, and checks that all intervals share.

The data are the number of reports that name an option, or the sum of ratings.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from survey.core.mechanism.privacy import keep_and_other
from survey.errors import ParameterError
from survey.translations.marked import N_

Interval = tuple[float, float]

# Beyond these, 1 − confidence keeps too few digits in floating point, or an interval is a point.
LEAST_CONFIDENCE = 1e-6
LARGEST_CONFIDENCE = 1 - 1e-12


def covers(ends: Interval, scale: Interval) -> bool:
    """Whether an interval holds all of the scale least..most, and so excludes nothing."""
    return ends[0] <= scale[0] and ends[1] >= scale[1]


def misses(ends: Interval, scale: Interval) -> bool:
    """Whether an interval lies outside the scale least..most, so that no class fits it."""
    return ends[1] < scale[0] or ends[0] > scale[1]


def check_confidence(confidence: float) -> float:
    """The confidence itself, if it is in [10⁻⁶, 1 − 10⁻¹²]; else ParameterError."""
    if not isinstance(confidence, Real) or not LEAST_CONFIDENCE <= confidence <= LARGEST_CONFIDENCE:
        raise ParameterError(
            N_(
                "The confidence must lie between 0 and 1, such as 0.95. The least is 0.000001, the "
                "most 0.999999999999."
            ),
            "confidence",
        )
    return confidence


def check_respondents(respondents: int) -> int:
    if respondents < 1:
        raise ParameterError("An interval needs at least one respondent.", "respondents")
    return respondents


def around(estimate: float, half_width: float) -> Interval:
    """The interval estimate ± half_width, as (low, high)."""
    return estimate - half_width, estimate + half_width


CountArray = NDArray[np.int64]

# The largest number of responses that a cap may name.
LARGEST_CAP = 10_000


def debias(share: Fraction, keep: Fraction, other: Fraction) -> Fraction:
    """Unbiased share of one option among n respondents, exact.

        p̂ = (ȳ − other) / (keep − other);   (ȳ − 1/2 + γ) / (2γ) for two options

    ȳ: share of the reports that name the option ("yes", for two), in [0, 1].
    Holds because E[Y] = (keep − other)X + other. May fall outside [0, 1].

    Source: Warner (1965), doi:10.1080/01621459.1965.10480775; k options:
    Kairouz, Bonawitz, Ramage (2016), section 3.
    """
    return (share - other) / (keep - other)


def check_cap(respondents: int, cap: int | None) -> None:
    """Raises ParameterError unless the cap, if there is one, is from `respondents` to 10,000."""
    if cap is None:
        return
    if type(cap) is not int or not 1 <= cap <= LARGEST_CAP:
        raise ParameterError(
            f"The cap must be a whole number of responses, from 1 to {LARGEST_CAP:,}.", "cap"
        )
    if cap < respondents:
        raise ParameterError(f"{respondents} responses are more than the cap of {cap}.", "cap")


def sum_of_caps(caps: Iterable[int | None]) -> int | None:
    """The cap of several surveys as one; None if one has none, or if no cap may name the sum.

    Then the intervals that need no cap still hold.
    """
    known = list(caps)
    total = sum(each or 0 for each in known)
    return None if None in known or total > LARGEST_CAP else total


@dataclass(frozen=True)
class ReportCount:
    """The data for the intervals of a share: `reported` of n reports name the option.

    A report names the option with probability `keep` from those whose answer it is, and with
    `other` from the rest, 0 < other < keep < 1: 1/2+γ and 1/2−γ for two options, A/T and B/T for
    k. `expected` is the number of respondents that the instructor expected before the data.
    `drawn_from` is the number of respondents of whom these are a simple random sample, where
    each was asked one question only; 0 if everybody was asked. `cap` is the number of responses
    at which the survey closes by itself, fixed before the first; None if it has none. `span` is 1,
    or high − low of whole numbers that were rounded to these two options at random. Raises
    ParameterError unless 0 <= `reported` <= `respondents`, and these are at most `drawn_from`, if
    that is not 0, and the cap.
    """

    respondents: int
    reported: int
    keep: Fraction
    other: Fraction
    expected: int = 100
    drawn_from: int = 0
    cap: int | None = None
    span: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.reported <= self.respondents:
            raise ParameterError(
                f"{self.reported} yes reports among {self.respondents} respondents "
                "is impossible: counts must satisfy 0 <= yes <= respondents.",
                "reported",
            )
        if self.drawn_from and self.drawn_from < self.respondents:
            raise ParameterError(
                f"{self.respondents} respondents cannot be drawn from {self.drawn_from}.",
                "drawn_from",
            )
        check_cap(self.respondents, self.cap)

    @classmethod
    def of(
        cls,
        respondents: int,
        reported: int,
        gamma: Fraction,
        options: int = 2,
        expected: int = 100,
        drawn_from: int = 0,
        cap: int | None = None,
    ) -> "ReportCount":
        """The count at γ in (0, 1/2) with k = `options` >= 2."""
        keep, other = keep_and_other(gamma, options)
        return cls(respondents, reported, keep, other, expected, drawn_from, cap)

    @property
    def gamma(self) -> Fraction:
        """γ of two options: half of keep − other."""
        return (self.keep - self.other) / 2

    @property
    def received(self) -> float | None:
        """ȳ, the share of these reports as received; None without respondents."""
        return self.reported / self.respondents if self.respondents else None

    @cached_property
    def estimate(self) -> float | None:
        """p̂, not clipped; None without respondents."""
        if not self.respondents:
            return None
        return float(debias(Fraction(self.reported, self.respondents), self.keep, self.other))

    @property
    def leverage(self) -> float:
        """The most that one false respondent moves p̂: 1/((keep − other)n), n >= 1."""
        return float(1 / ((self.keep - self.other) * self.respondents))

    def debiased(self, ends: Interval) -> Interval:
        """Turns an interval of the reports' expected share into one of the answers' share."""
        other, scale = float(self.other), float(self.keep - self.other)
        return (ends[0] - other) / scale, (ends[1] - other) / scale

    def plus(self, other: "ReportCount") -> "ReportCount":
        """Adds two counts with the same chances; caps add up by `sum_of_caps`."""
        return replace(
            self,
            respondents=self.respondents + other.respondents,
            reported=self.reported + other.reported,
            expected=self.expected + other.expected,
            drawn_from=0,
            cap=sum_of_caps((self.cap, other.cap)),
        )

    def halfway(self, respondents: int) -> "ReportCount":
        """The count of this many respondents with p̂ near 1/2, of whom the same part was asked."""
        asked_of = round(self.drawn_from / max(1, self.respondents))
        drawn_from = respondents * max(1, asked_of) if self.drawn_from else 0
        reported = round(respondents * (self.keep + self.other) / 2)
        return replace(self, respondents=respondents, reported=reported, drawn_from=drawn_from)


@dataclass(frozen=True)
class RatingSum:
    """The data for the intervals of a mean rating 1..k.

    `total` is Σ (report − 1) over the n reports, each in 0..k−1 for k = `options` >= 2; keep,
    other, `expected` and `cap` as in ReportCount.
    """

    respondents: int
    total: int
    options: int
    keep: Fraction
    other: Fraction
    expected: int = 100
    cap: int | None = None

    def __post_init__(self) -> None:
        check_cap(self.respondents, self.cap)

    @property
    def received(self) -> float | None:
        """The mean report, 1..k; None without respondents."""
        return (self.total + self.respondents) / self.respondents if self.respondents else None

    @cached_property
    def estimate(self) -> float | None:
        """(ȳ − other·k(k+1)/2) / (keep − other), ȳ the mean report; not clipped to 1..k."""
        if not self.respondents:
            return None
        reported = 1 + Fraction(self.total, self.respondents)
        return float((reported - self.other * self._ratings) / (self.keep - self.other))

    @property
    def leverage(self) -> float:
        """The most that one false respondent moves the mean: (k−1)/((keep − other)n), n >= 1."""
        return float((self.options - 1) / ((self.keep - self.other) * self.respondents))

    def debiased(self, ends: Interval) -> Interval:
        """Turns an interval of the mean of (report − 1)/(k − 1) into one of the mean rating."""
        keep, other = float(self.keep), float(self.other)
        reported = (1 + (self.options - 1) * end for end in ends)
        low, high = ((each - other * self._ratings) / (keep - other) for each in reported)
        return low, high

    def plus(self, other: "RatingSum") -> "RatingSum":
        """Adds two sums with the same chances; caps add up by `sum_of_caps`."""
        return replace(
            self,
            respondents=self.respondents + other.respondents,
            total=self.total + other.total,
            expected=self.expected + other.expected,
            cap=sum_of_caps((self.cap, other.cap)),
        )

    def halfway(self, respondents: int) -> "RatingSum":
        """The sum of this many reports whose mean lies in the middle of the scale."""
        total = respondents * (self.options - 1) // 2
        return replace(self, respondents=respondents, total=total)

    @property
    def _ratings(self) -> int:
        """Σ j for the ratings j = 1..k."""
        return self.options * (self.options + 1) // 2
