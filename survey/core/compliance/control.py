"""A control question: how many respondents do not use the coin, and the shares of the others."""

from bisect import bisect_left
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from survey.core.compliance.deviations import (
    Deviation,
    chance_of_known,
    corrected_share,
    deviating_share,
)
from survey.core.compliance.laws import chance_at_most
from survey.core.intervals.counts import Interval, ReportCount, around, check_confidence
from survey.core.intervals.hoeffding import mean_half_width
from survey.errors import ParameterError

# An interval of half of all respondents no longer tells few from many, so it corrects nothing.
USELESS_WIDTH = 0.5

# Respondents who answer at random can bring fewer yes reports than if they used the coin: when so
# few came that most stars must lie among these respondents. That is about (4/3)σ/(2γ) standard
# deviations below the mean, σ² = n(1/4 − γ²). The tails are then not monotone in k. Below this
# n(1/4 − γ²)/γ², alpha may reach so far (4.2 deviations), and every k is tried.
FEW_COINS = 40


@dataclass(frozen=True)
class Control:
    """The reports to a control question, whose share of truthful yes is known to be `known`.

    `slips` is the number of slips issued, of which this share, a whole number of slips, bears a
    star; None if `known` is the share of a population. Raises ParameterError if there are more
    respondents than slips, or if the number of slips with a star is not whole.
    """

    count: ReportCount
    known: Fraction
    slips: int | None = None
    confidence: float = 0.95

    def __post_init__(self) -> None:
        if self.slips is None:
            return
        if (self.known * self.slips).denominator > 1:
            raise ParameterError(f"{self.known} of {self.slips} slips is no whole number.", "slips")
        if self.count.respondents > self.slips:
            raise ParameterError("More have responded than slips were issued.", "slips")

    def deviating(self, model: Deviation) -> float | None:
        """ŝ, the estimated share who deviate, not clipped; None without respondents."""
        if not self.count.respondents:
            return None
        return float(deviating_share(self._reported, self.count.gamma, self.known, model))

    def interval(self, model: Deviation, confidence: float | None = None) -> Interval | None:
        """The interval of the share of respondents who deviate; by default with its own confidence.

        Keeps each number k of deviating respondents at which both tails of the number of yes
        reports exceed alpha/2. None without respondents, or if no k is kept.
        """
        n = self.count.respondents
        alpha = 1 - check_confidence(confidence or self.confidence)
        ends = n and _kept(*self._law, model, alpha / 2)
        return (ends[0] / n, ends[1] / n) if ends else None

    def p_value(self, model: Deviation) -> float:
        """The p-value, against this model, of the claim that everybody uses the coin. One-sided.

        It is the chance, if all use the coin, of reports at least as far to the side to which the
        model moves them. Random answers bring more yes reports if κ < 1/2; respondents who say no
        bring fewer.
        """
        yes, n, gamma, known, slips = self._law
        if chance_of_known(gamma, known) > model.chance(gamma):
            return chance_at_most(yes, 0, n, gamma, known, slips, model)
        return 1 - chance_at_most(yes - 1, 0, n, gamma, known, slips, model)

    def useless(self, model: Deviation) -> bool:
        """Whether the interval is too wide for corrections: 0.5 or more, or None."""
        ends = self.interval(model)
        return ends is None or ends[1] - ends[0] >= USELESS_WIDTH

    def corrected(self, count: ReportCount, model: Deviation) -> "CorrectedShare | None":
        """The share of yes to another question, among the respondents who use the coin.

        None if the interval of the deviating respondents, or that of the share itself, is useless;
        and if ŝ leaves nobody who uses the coin.
        """
        deviating = self.deviating(model)
        if deviating is None or not count.respondents or self.useless(model):
            return None
        share = Fraction(deviating).limit_denominator(10**9)
        share = min(max(share, Fraction(0)), Fraction(1))
        half = 1 - (1 - self.confidence) / 2
        ends = self.interval(model, half)
        if share == 1 or ends is None or ends[1] == 1:
            return None
        reported = Fraction(count.reported, count.respondents)
        figure = float(corrected_share(reported, count.gamma, share, model))
        low, high = _interval_of_corrected(count, half, ends, model)
        return CorrectedShare(figure, (low, high)) if high - low < USELESS_WIDTH else None

    @property
    def _reported(self) -> Fraction:
        return Fraction(self.count.reported, self.count.respondents)

    @property
    def _law(self) -> tuple[int, int, Fraction, Fraction, int | None]:
        count = self.count
        return count.reported, count.respondents, count.gamma, self.known, self.slips


@dataclass(frozen=True)
class CorrectedShare:
    """A share of yes among respondents who use the coin, unclipped; `interval` lies in [0, 1]."""

    estimate: float
    interval: Interval


def _interval_of_corrected(
    count: ReportCount, half: float, deviating: Interval, model: Deviation
) -> Interval:
    """The interval of the corrected share; right if `deviating` and Hoeffding's interval are right.

    Each of the two has the confidence `half`, with half of alpha (Bonferroni). The corrected share
    is monotone in ȳ and in s, so its ends are at corners.
    """
    assert count.received is not None  # somebody responded
    ends = around(count.received, mean_half_width(1, count.respondents, half))
    corners = [
        float(corrected_share(Fraction(reported), count.gamma, Fraction(share), model))
        for reported in ends
        for share in deviating
    ]
    return min(max(min(corners), 0.0), 1.0), max(min(max(corners), 1.0), 0.0)


@lru_cache(maxsize=4096, typed=True)
def _kept(
    yes: int, n: int, gamma: Fraction, known: Fraction, slips: int | None, model: Deviation,
    tail: float,
) -> tuple[int, int] | None:  # fmt: skip
    """The least and the most k at which both tails exceed `tail`; None if there is none."""

    def at_most(k: int) -> bool:
        return chance_at_most(yes, k, n, gamma, known, slips, model) > tail

    def at_least(k: int) -> bool:
        return 1 - chance_at_most(yes - 1, k, n, gamma, known, slips, model) > tail

    # More deviating respondents bring more yes reports (more), or fewer: one tail grows with k.
    more = model.chance(gamma) > chance_of_known(gamma, known)
    growing, falling = (at_least, at_most) if more else (at_most, at_least)
    if model is Deviation.AT_RANDOM and n * (Fraction(1, 4) - gamma**2) <= FEW_COINS * gamma**2:
        kept = [k for k in range(n + 1) if growing(k) and falling(k)]
        return (kept[0], kept[-1]) if kept else None
    every = range(n + 1)
    low = bisect_left(every, True, key=growing)
    high = bisect_left(every, True, key=lambda k: not falling(k)) - 1
    return (low, high) if low <= high else None
