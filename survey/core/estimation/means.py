"""Means of numbers and ratings: linear in the reports, so the share's intervals carry over."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from survey.core.estimation.hoeffding_summary import around
from survey.core.estimation.intervals import Interval, anytime_mean_half_width, mean_half_width
from survey.core.estimation.shares import Estimate
from survey.core.mechanism.privacy import keep_and_other

# The variance proxy of any bit (Hoeffding's lemma). The sharper γ/ε of a share
# holds only for bits that are 1 with probability 1/2+γ or 1/2−γ.
ANY_BIT = 0.25


@dataclass(frozen=True)
class NumberMean:
    """The mean of whole numbers in low..high, each rounded to one bit and then randomized.

        mean = low + (high − low) · p̂

    `bit` is the estimate of the bit's share. "population" is exact for a
    sample; "class" is the same interval, which holds for any fixed class too:
    a sum of unlike bits varies less than a binomial of the same mean
    (Hoeffding 1956, doi:10.1214/aoms/1177728178). Not clipped.
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
        """The mean of the reports as they came: of the ends that they name."""
        return None if self.bit.share is None else self._scaled(self.bit.share)

    def interval(self, name: str) -> Interval | None:
        """The interval of this name; None without respondents."""
        if name == "anytime":
            ends = self._anytime()
        else:
            ends = self.bit.interval("population" if name == "class" else name)
        return None if ends is None else (self._scaled(ends[0]), self._scaled(ends[1]))

    @property
    def term_width(self) -> float:
        """The range of one respondent's term of the mean."""
        keep, other = keep_and_other(self.bit.gamma)
        return (self.high - self.low) / float(keep - other)

    def _anytime(self) -> Interval | None:
        if self.bit.estimate is None:
            return None
        keep, other = keep_and_other(self.bit.gamma)
        half_width = anytime_mean_half_width(
            ANY_BIT, self.respondents, self.confidence, self.bit.expected
        ) / float(keep - other)
        return around(self.bit.estimate, half_width)

    def _scaled(self, share: float) -> float:
        return self.low + (self.high - self.low) * share


@dataclass(frozen=True)
class RatingMean:
    """The mean rating 1..k from the counts of reports.

        mean = (ȳ − (B/T) k(k+1)/2) / ((A−B)/T),   ȳ the mean report

    It is a mean of terms in a range of width (k−1)/(keep−other), hence
    "hoeffding" and "anytime"; there is no "class" or "population" interval of
    it. Not clipped to 1..k.
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
        """The mean of the reports as they came."""
        return _weighted(self.counts) / self.respondents if self.respondents else None

    @property
    def estimate(self) -> float | None:
        if not self.respondents:
            return None
        keep, other = keep_and_other(self.gamma, self.high)
        reported = Fraction(_weighted(self.counts), self.respondents)
        return float((reported - other * _weighted([1] * self.high)) / (keep - other))

    @property
    def term_width(self) -> float:
        """The range of one respondent's term of the mean."""
        keep, other = keep_and_other(self.gamma, self.high)
        return (self.high - 1) / float(keep - other)

    def interval(self, name: str) -> Interval | None:
        """The interval of this name; None without respondents and for "class", "population"."""
        estimate = self.estimate
        if estimate is None:
            return None
        if name == "hoeffding":
            half_width = mean_half_width(self.term_width, self.respondents, self.confidence)
        elif name == "anytime":
            half_width = anytime_mean_half_width(
                self.term_width**2 / 4, self.respondents, self.confidence, self.expected
            )
        else:
            return None
        return around(estimate, half_width)


def _weighted(counts: Sequence[int]) -> int:
    """Σ j·count_j for ratings j = 1..k."""
    return sum(rating * count for rating, count in enumerate(counts, start=1))
