"""One share of several groups that were asked the same: each group's, and that of all together."""

import math
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

from survey.core.estimates.quantity import SHARES, Quantity, Setting
from survey.core.intervals.counts import Interval, ReportCount, around
from survey.core.intervals.registry import ANNOUNCED, ONCE_CLOSED, WHILE_OPEN
from survey.core.pooling.classes_like_these import FEWEST_GROUPS, RandomEffects, random_effects
from survey.core.pooling.persons import Persons, seen_persons, unseen_persons
from survey.core.pooling.simulated_coverage import simulated_coverage


@dataclass(frozen=True)
class PooledShare:
    """One share, in each group and of exactly these people together.

    `unseen` if the figures of each group waited until it had closed. No file can tell what anybody
    saw of one group while another still ran.
    """

    groups: tuple[Quantity, ...]
    confidence: float
    unseen: bool

    @cached_property
    def counts(self) -> list[ReportCount]:
        return [each.count for each in self.groups if each.count is not None]

    @cached_property
    def respondents(self) -> int:
        return sum(each.respondents for each in self.counts)

    @cached_property
    def estimate(self) -> float | None:
        """The unbiased share of all these people: the groups' estimates, weighted by size."""
        if not self.respondents:
            return None
        total = sum(each.respondents * (each.estimate or 0) for each in self.counts)
        return total / self.respondents

    @cached_property
    def persons(self) -> Persons | None:
        """How many of these people may have the answer: `unseen_persons`, or `seen_persons`.

        None if that is impossible, nobody responded, or no such interval is known.
        """
        return _persons(tuple(self.counts), self.confidence, self.unseen)

    @property
    def option(self) -> str:
        """The option's text."""
        return self.groups[0].of

    @property
    def known(self) -> bool:
        """Whether an interval is known that holds however often, or whenever, people looked."""
        return self.persons is not None

    @cached_property
    def together(self) -> Quantity:
        """The share of all these people, with the interval that a reader is told."""
        statistic = ShareTogether(self)
        setting = Setting(self.confidence, told=statistic.told)
        return Quantity(self.groups[0].name, self.option, statistic, setting)

    @property
    def ends(self) -> Interval | None:
        """The least and the most persons, as shares of all respondents; None if unknown."""
        if self.persons is None:
            return None
        least, most = self.persons
        return least / self.respondents, most / self.respondents

    @cached_property
    def announced(self) -> Interval | None:
        """Hoeffding's interval of all, for one look: w = sqrt(ln(2/alpha)/2 Σ n/(a−b)²) / Σ n."""
        if self.estimate is None:
            return None
        spread = sum(each.respondents / float(each.keep - each.other) ** 2 for each in self.counts)
        width = math.sqrt(math.log(2 / (1 - self.confidence)) / 2 * spread) / self.respondents
        return around(self.estimate, width)

    @cached_property
    def like_these(self) -> RandomEffects | None:
        """The mean share of more such classes; None for fewer than three groups with responses."""
        answered = [each for each in self.counts if each.respondents]
        if len(answered) < FEWEST_GROUPS:
            return None
        return random_effects(answered, self.confidence)

    @cached_property
    def simulated_coverage(self) -> float | None:
        """The part of simulated studies like this one in which the range of `like_these` held."""
        if self.like_these is None:
            return None
        return simulated_coverage(self.counts, self.like_these, self.confidence)


# Cached, since with unlike γ it takes seconds, and pages are read repeatedly.
@lru_cache(maxsize=1024)
def _persons(counts: tuple[ReportCount, ...], confidence: float, unseen: bool) -> Persons | None:
    return (unseen_persons if unseen else seen_persons)(counts, confidence)


@dataclass(frozen=True)
class ShareTogether:
    """A pooled share as a statistic, whose intervals `PooledShare` computes at its confidence."""

    share: PooledShare

    scale = SHARES
    drawn_from = 0
    p_value = None

    @property
    def told(self) -> str:
        """The name of the interval: exact if nobody saw a figure, otherwise right at every look.

        It is Hoeffding's, for one look, if no other is known.
        """
        if self.share.persons is None:
            return ANNOUNCED
        return ONCE_CLOSED if self.share.unseen else WHILE_OPEN

    @property
    def respondents(self) -> int:
        return self.share.respondents

    @property
    def count(self) -> ReportCount | None:
        """No count, since reports of unlike γ have no common one."""
        return None

    @property
    def received(self) -> float | None:
        """No share of reports, since reports of unlike γ have no common one."""
        return None

    @property
    def estimate(self) -> float | None:
        return self.share.estimate

    @property
    def leverage(self) -> float:
        """The most that one false respondent moves the estimate: max 1/(a − b), over Σ n."""
        return max(float(1 / (each.keep - each.other)) for each in self.share.counts) / (
            self.respondents
        )

    def has(self, interval: str) -> bool:
        return interval in (ANNOUNCED, self.told)

    def interval(self, name: str, confidence: float) -> Interval | None:
        """The interval in persons as shares of all, or Hoeffding's; None for another name."""
        share = replace(self.share, confidence=confidence)
        if name == ANNOUNCED:
            return share.announced
        return share.ends if name == self.told else None

    def halfway(self, respondents: int) -> "ShareTogether":
        """The statistic itself, since no more responses come."""
        return self
