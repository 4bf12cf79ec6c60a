"""The mean of a number or of a rating over several groups that were asked the same."""

import math
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any, cast

from survey.core.estimates.means import NumberMean, RatingMean
from survey.core.estimates.quantity import Quantity, Scale, Setting
from survey.core.intervals.counts import Interval, ReportCount, around, sum_of_caps
from survey.core.intervals.registry import ANNOUNCED, WHILE_OPEN, told_interval


@dataclass(frozen=True)
class MeansOfUnlikeOdds:
    """The mean over groups whose reports have unlike γ, as a statistic.

        |error| <= sqrt(ln(2/alpha)/2 · Σ N w²) / Σ n,   w = scale's length/(keep − other)

    N is n for one look (Hoeffding); with the groups' caps in its place the bound holds at every
    look, by the maximal form, and is known where each group has one. `limits` are the caps.
    """

    means: tuple[NumberMean | RatingMean, ...]
    limits: tuple[int | None, ...]

    drawn_from = 0
    p_value = None
    count: ReportCount | None = None
    received: float | None = None

    @property
    def scale(self) -> Scale:
        return self.means[0].scale

    @property
    def respondents(self) -> int:
        return sum(each.respondents for each in self.means)

    @property
    def estimate(self) -> float | None:
        """The groups' estimates, weighted by their numbers of respondents; None without any."""
        total = sum(each.respondents * (each.estimate or 0) for each in self.means)
        return total / self.respondents if self.respondents else None

    @property
    def leverage(self) -> float:
        """The most that one false respondent moves the estimate: max w, over Σ n."""
        return max(map(_width, self.means)) / self.respondents

    def has(self, interval: str) -> bool:
        return interval == ANNOUNCED or (interval == WHILE_OPEN and None not in self.limits)

    def interval(self, name: str, confidence: float) -> Interval | None:
        if self.estimate is None or not self.has(name):
            return None
        sizes = [each.respondents for each in self.means]
        if name != ANNOUNCED:
            sizes = [cap or 0 for cap in self.limits]
        spread = sum(n * _width(each) ** 2 for n, each in zip(sizes, self.means, strict=True))
        half = math.sqrt(math.log(2 / (1 - confidence)) / 2 * spread) / self.respondents
        return around(self.estimate, half)

    def halfway(self, respondents: int) -> "MeansOfUnlikeOdds":
        """The statistic itself, since no more responses come."""
        return self


def _width(mean: NumberMean | RatingMean) -> float:
    """The length of the range of one debiased report: that of the scale over keep − other."""
    return mean.leverage * mean.respondents


@dataclass(frozen=True)
class PooledMean:
    """One mean, in each group and of exactly these people together.

    `unseen` as in PooledShare. Groups of one γ are one class: only the sum of all reports enters
    its law, so `together` has every interval that the class would have, with the sum of the caps.
    """

    groups: tuple[Quantity, ...]
    confidence: float
    unseen: bool

    option = ""
    persons = None
    like_these = None
    simulated_coverage = None

    @cached_property
    def together(self) -> Quantity:
        """The mean of all these people, with all intervals that are known for it."""
        answered = [each for each in self.groups if each.respondents] or list(self.groups[:1])
        means = [cast(NumberMean | RatingMean, each.statistic) for each in answered]
        caps = [each.setting.cap for each in answered]
        name, expected = self.groups[0].name, sum(each.setting.expected for each in answered)
        if len({each.channel for each in means}) == 1:
            cap = sum_of_caps(caps)
            told = told_interval(self.unseen, cap)
            # All of one kind, since the groups' questions are the same.
            one_class = reduce(lambda one, other: one.plus(cast(Any, other)), means)
            setting = Setting(self.confidence, expected, told=told, cap=cap)
            return Quantity(name, "", one_class, setting)
        unlike = MeansOfUnlikeOdds(tuple(means), tuple(caps))
        holds = not self.unseen and unlike.has(WHILE_OPEN)
        setting = Setting(self.confidence, expected, told=WHILE_OPEN if holds else ANNOUNCED)
        return Quantity(name, "", unlike, setting)

    @property
    def known(self) -> bool:
        """Whether an interval is known that holds however often, or whenever, people looked."""
        return self.unseen or self.together.told != ANNOUNCED

    @property
    def respondents(self) -> int:
        return self.together.respondents

    @property
    def estimate(self) -> float | None:
        return self.together.estimate

    @property
    def ends(self) -> Interval | None:
        return self.together.interval(self.together.told) if self.known else None

    @property
    def announced(self) -> Interval | None:
        """Hoeffding's interval of all, for one look."""
        return self.together.interval(ANNOUNCED)
