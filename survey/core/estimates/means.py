"""Means of numbers and ratings as quantities; they are linear in the reports."""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from survey.core.estimates.quantity import Quantity, Scale, Setting
from survey.core.intervals.counts import Interval, RatingSum, ReportCount
from survey.core.intervals.registry import method_named

Channel = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class NumberMean:
    """The mean of whole numbers in low..high, each rounded to one bit and then randomized.

        mean = low + (high − low) · p̂

    `count` counts the reports that name the high end.
    """

    count: ReportCount
    low: int
    high: int

    p_value = None

    @cached_property
    def scale(self) -> Scale:
        return Scale(self.low, self.high)

    @property
    def respondents(self) -> int:
        return self.count.respondents

    @property
    def drawn_from(self) -> int:
        return self.count.drawn_from

    @property
    def received(self) -> float | None:
        """The mean of the ends that the reports name, without debiasing."""
        received = self.count.received
        return None if received is None else self._scaled(received)

    @property
    def estimate(self) -> float | None:
        estimate = self.count.estimate
        return None if estimate is None else self._scaled(estimate)

    @property
    def leverage(self) -> float:
        return self.count.leverage * (self.high - self.low)

    def has(self, interval: str) -> bool:
        return method_named(interval).is_of_bits(self.count)

    def interval(self, name: str, confidence: float) -> Interval | None:
        of_bits = method_named(name).of_bits
        ends = of_bits(self.count, confidence) if of_bits else None
        return ends and (self._scaled(ends[0]), self._scaled(ends[1]))

    @property
    def channel(self) -> Channel:
        """The chances keep and other of its bits."""
        return self.count.keep, self.count.other

    def plus(self, other: "NumberMean") -> "NumberMean":
        """The mean of both groups' numbers, whose channel and range are the same."""
        return NumberMean(self.count.plus(other.count), self.low, self.high)

    def halfway(self, respondents: int) -> "NumberMean":
        return NumberMean(self.count.halfway(respondents), self.low, self.high)

    def _scaled(self, share: float) -> float:
        return self.low + (self.high - self.low) * share


@dataclass(frozen=True)
class RatingMean:
    """The mean rating 1..k of RatingSum: a mean of terms in a range of width (k−1)/(keep−other)."""

    ratings: RatingSum

    count = None
    drawn_from = 0
    p_value = None

    @cached_property
    def scale(self) -> Scale:
        return Scale(1, self.ratings.options)

    @property
    def respondents(self) -> int:
        return self.ratings.respondents

    @property
    def received(self) -> float | None:
        return self.ratings.received

    @property
    def estimate(self) -> float | None:
        return self.ratings.estimate

    @property
    def leverage(self) -> float:
        return self.ratings.leverage

    def has(self, interval: str) -> bool:
        return method_named(interval).is_of_rating(self.ratings)

    def interval(self, name: str, confidence: float) -> Interval | None:
        of_rating = method_named(name).of_rating
        return of_rating(self.ratings, confidence) if of_rating else None

    @property
    def channel(self) -> Channel:
        """The chances keep and other of its reports."""
        return self.ratings.keep, self.ratings.other

    def plus(self, other: "RatingMean") -> "RatingMean":
        """The mean of both groups' ratings, whose channel and scale are the same."""
        return RatingMean(self.ratings.plus(other.ratings))

    def halfway(self, respondents: int) -> "RatingMean":
        return RatingMean(self.ratings.halfway(respondents))


def number_mean(name: str, count: ReportCount, low: int, high: int, setting: Setting) -> Quantity:
    """The mean of whole numbers in low..high, whose bits the column `name` counts."""
    bits = replace(count, span=high - low)
    return Quantity(name, "", NumberMean(bits, low, high), setting)


def rating_mean(name: str, ratings: RatingSum, setting: Setting) -> Quantity:
    """The mean rating, which the column `name` sums."""
    return Quantity(name, "", RatingMean(ratings), setting)
