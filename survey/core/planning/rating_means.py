"""Two ways to ask for the mean of a rating from 1 to k at the same odds, by their variance.

As a rating, one of k options is reported (RatingMean); as a number from 1 to k, the rating is
rounded to one bit, which is reported (NumberMean). One report's ε is ln(A/B) in both.
"""

from dataclasses import dataclass
from fractions import Fraction

from survey.core.mechanism.privacy import keep_and_other


@dataclass(frozen=True)
class RatingWays:
    """The variance that one respondent adds to the sum of the terms of each mean, exact.

    Averaged over a class in which each of the ratings 1..`highest` is equally frequent; that of
    the mean of n respondents is 1/n of it. `highest` >= 2, γ in (0, 1/2). Sources: the law of
    total variance; Kairouz, Bonawitz, Ramage (2016) for the channel of k options.
    """

    highest: int
    gamma: Fraction

    @property
    def as_rating(self) -> Fraction:
        """The mean over v = 1..k of Var(Y | v) / (keep − other)².

        Var(Y | v) = other Σj² + (keep − other) v² − (other Σj + (keep − other) v)²
        """
        keep, other = keep_and_other(self.gamma, self.highest)
        ratings = range(1, self.highest + 1)
        squares = other * sum(j * j for j in ratings)
        total = other * sum(ratings)
        variances = [
            squares + (keep - other) * v * v - (total + (keep - other) * v) ** 2 for v in ratings
        ]
        slope = keep - other
        return Fraction(sum(variances), self.highest) / (slope * slope)

    @property
    def as_number(self) -> Fraction:
        """The mean over v = 1..k of (k−1)² r (1−r) / (2γ)², r = 1/2−γ + 2γ (v−1)/(k−1)."""
        keep, other = keep_and_other(self.gamma)
        scale = (self.highest - 1) / (keep - other)
        chances = [
            other + (keep - other) * Fraction(v, self.highest - 1) for v in range(self.highest)
        ]
        return scale * scale * Fraction(sum(r * (1 - r) for r in chances), self.highest)

    @property
    def number_is_better(self) -> bool:
        return self.as_number < self.as_rating

    @property
    def times(self) -> Fraction:
        """How many times as many respondents the worse way needs for the same error; at least 1."""
        less, more = sorted((self.as_rating, self.as_number))
        return more / less
