"""Means of numbers and ratings. They are linear in the reports, so shares' intervals carry over."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from survey.core.estimation.shares import Estimate
from survey.core.intervals.interval import Interval, Terms
from survey.core.intervals.registry import method_named
from survey.core.mechanism.privacy import keep_and_other


@dataclass(frozen=True)
class NumberMean:
    """The mean of whole numbers in low..high, each rounded to one bit and then randomized.

        mean = low + (high − low) · p̂

    `bit` is the estimate of the bit's share. Not clipped.
    """

    bit: Estimate
    low: int
    high: int

    @property
    def respondents(self) -> int:
        return self.bit.respondents

    @property
    def confidence(self) -> float:
        return self.bit.confidence

    @property
    def estimate(self) -> float | None:
        return None if self.bit.estimate is None else self._scaled(self.bit.estimate)

    @property
    def received(self) -> float | None:
        """The mean of the ends that the reports name, without debiasing."""
        return None if self.bit.share is None else self._scaled(self.bit.share)

    def interval(self, name: str) -> Interval | None:
        """The interval of this name; None without respondents, or if there is none of a mean."""
        of_bits = method_named(name).of_bits
        ends = of_bits(self.bit) if of_bits and self.respondents else None
        return None if ends is None else (self._scaled(ends[0]), self._scaled(ends[1]))

    def _scaled(self, share: float) -> float:
        return self.low + (self.high - self.low) * share


@dataclass(frozen=True)
class RatingMean:
    """The mean rating 1..k from the counts of reports.

        mean = (ȳ − (B/T) k(k+1)/2) / ((A−B)/T),   ȳ the mean report

    It is a mean of terms in a range of width (k−1)/(keep−other), and has the
    intervals that are known for such means. Not clipped to 1..k. `counts[j−1]`
    reports say j; `expected` as in Counted.
    """

    counts: tuple[int, ...]
    gamma: Fraction
    confidence: float
    expected: int = 100

    low = 1

    @property
    def high(self) -> int:
        return len(self.counts)

    @property
    def respondents(self) -> int:
        return sum(self.counts)

    @property
    def received(self) -> float | None:
        """The mean of the reports, without debiasing."""
        return _weighted(self.counts) / self.respondents if self.respondents else None

    @property
    def estimate(self) -> float | None:
        if not self.respondents:
            return None
        keep, other = keep_and_other(self.gamma, self.high)
        reported = Fraction(_weighted(self.counts), self.respondents)
        return float((reported - other * _weighted([1] * self.high)) / (keep - other))

    def interval(self, name: str) -> Interval | None:
        """The interval of this name; None without respondents, or if there is none of a mean."""
        of_terms, received = method_named(name).of_terms, self.received
        if of_terms is None or received is None:
            return None
        # A term is a report on the scale from 0 for 1 to 1 for k.
        mean = (received - 1) / (self.high - 1)
        ends = of_terms(Terms(mean, self.respondents, self.confidence, self.expected))
        return ends and (self._debiased(ends[0]), self._debiased(ends[1]))

    def _debiased(self, term: float) -> float:
        keep, other = map(float, keep_and_other(self.gamma, self.high))
        reported = 1 + (self.high - 1) * term
        return (reported - other * _weighted([1] * self.high)) / (keep - other)


def _weighted(counts: Sequence[int]) -> int:
    """Σ j·count_j for ratings j = 1..k."""
    return sum(rating * count for rating, count in enumerate(counts, start=1))
