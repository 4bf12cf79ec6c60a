"""A quantity: an estimate with its intervals, computed once from reports and frozen.

Pages, exports and commands read quantities; none of them computes an interval.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

from survey.core.intervals.counts import Interval, ReportCount, covers, misses
from survey.core.intervals.registry import (
    ANNOUNCED,
    EVERYWHERE,
    INTERVALS,
    ONCE_CLOSED,
    ONLY_TOLD,
    WHILE_OPEN,
    in_order,
)

LEAST_ACCUSING = 0.99
MOST_RESPONSES = 10**7  # beyond this many no count is worth saying


@dataclass(frozen=True)
class Scale:
    """The scale of a quantity: `low`..`high`; a share's is written in per cent."""

    low: float
    high: float
    share: bool = False

    @cached_property
    def ends(self) -> Interval:
        return self.low, self.high

    @property
    def length(self) -> float:
        return self.high - self.low

    def nearest(self, value: float) -> float:
        """The value, or the end of the scale that it lies beyond."""
        return min(max(value, self.low), self.high)


SHARES = Scale(0, 1, share=True)


class Statistic(Protocol):
    """The statistic that an estimate and its intervals are computed from, with their formulas.

    `received` is the mean of the reports without debiasing. `count` tells how many of them name an
    option or an end, None where there is no one such. `leverage` is the most that one false
    respondent moves the estimate, n >= 1. `p_value` is that of the claim that some class sent
    these reports; None where none is known.
    """

    @property
    def scale(self) -> Scale: ...

    @property
    def respondents(self) -> int: ...

    @property
    def drawn_from(self) -> int: ...

    @property
    def count(self) -> ReportCount | None: ...

    @property
    def received(self) -> float | None: ...

    @property
    def estimate(self) -> float | None: ...

    @property
    def leverage(self) -> float: ...

    @property
    def p_value(self) -> float | None: ...

    def __hash__(self) -> int: ...

    def has(self, interval: str) -> bool:
        """Whether this interval is known for it."""

    def interval(self, name: str, confidence: float) -> Interval | None:
        """The ends of this interval, n >= 1; None if no class is plausible, or it has none."""

    def halfway(self, respondents: int) -> "Statistic":
        """The statistic of so many respondents if their estimate is the middle of the scale."""


@dataclass(frozen=True)
class Setting:
    """The settings that all quantities of a survey share.

    `told` names the interval that a reader is told; `expected`, `drawn_from` and `cap` as in
    ReportCount.
    """

    confidence: float
    expected: int = 100
    drawn_from: int = 0
    told: str = ANNOUNCED
    cap: int | None = None


@dataclass(frozen=True)
class Quantity:
    """A share or a mean: estimate, every interval, of how many, and which interval is told.

    `name` is the column of the reports that it is computed from, `of` the option's text, "" for a
    mean. `projected` is its share in the distribution that is nearest to the estimates; None
    without respondents, or if the options do not exclude each other. Nothing is clipped: an
    unbiased estimate may lie beyond its scale, and clipping would bias every average taken later.
    """

    name: str
    of: str
    statistic: Statistic
    setting: Setting
    projected: float | None = None

    @cached_property
    def scale(self) -> Scale:
        return self.statistic.scale

    @cached_property
    def confidence(self) -> float:
        return self.setting.confidence

    @cached_property
    def respondents(self) -> int:
        return self.statistic.respondents

    @property
    def drawn_from(self) -> int:
        """The number of respondents of whom these were drawn; 0 if everybody was asked."""
        return self.statistic.drawn_from

    @property
    def speaks_of(self) -> int:
        """The number of respondents that the told interval is about."""
        return (self.told != WHILE_OPEN and self.drawn_from) or self.respondents

    @cached_property
    def count(self) -> ReportCount | None:
        return self.statistic.count

    @cached_property
    def received(self) -> float | None:
        return self.statistic.received

    @cached_property
    def estimate(self) -> float | None:
        return self.statistic.estimate

    @property
    def leverage(self) -> float:
        return self.statistic.leverage

    @cached_property
    def told(self) -> str:
        """The name of the told interval: the setting's, or its substitute for this quantity."""
        return next(filter(self.statistic.has, in_order(self.setting.told)))

    def interval(self, name: str) -> Interval | None:
        """The interval of this name, one of survey.core.intervals.registry.INTERVALS.

        None without respondents, if no class could plausibly have sent the reports, or if there
        is none of its kind. Raises ParameterError for another name.
        """
        if name not in self._intervals:
            self._intervals[name] = (
                self.statistic.interval(name, self.confidence) if self.respondents else None
            )
        return self._intervals[name]

    @property
    def known(self) -> list[str]:
        """The names of all intervals known here; of ONLY_TOLD, the one that a reader is told."""
        shown = [each for each in INTERVALS if each not in ONLY_TOLD or each == self.told]
        return list(filter(self.statistic.has, shown))

    def named(self, intervals: Iterable[str]) -> list[str]:
        """The intervals, of these, that exports name: those known here or of every quantity."""
        return [each for each in intervals if each in EVERYWHERE or self.statistic.has(each)]

    @cached_property
    def _intervals(self) -> dict[str, Interval | None]:
        return {}

    @cached_property
    def ends(self) -> Interval | None:
        """The ends of the told interval; the nearest end of the scale, if none of it is inside.

        That none is inside is a rare event which alpha counts already. None without respondents.
        """
        found = self.interval(self.told)
        if self.estimate is None or not self._is_empty(found):
            return found
        nearest = self.scale.low if 2 * self.estimate < sum(self.scale.ends) else self.scale.high
        return nearest, nearest

    @cached_property
    def nothing_known(self) -> bool:
        """Whether the told interval holds everything that is possible."""
        if not self.respondents:
            return True
        return self.ends is not None and covers(self.ends, self.scale.ends)

    @cached_property
    def contradicted(self) -> bool:
        """Whether it may be said that no class could have sent these reports.

        Only where the told set is empty at a confidence of 0.99 or more: that is ever shown to an
        honest class with a chance of 1 in 100, however often somebody looks. A class set is never
        empty: of a survey whose figures waited, one p-value is asked, once.
        """
        if not self.respondents:
            return True
        if self.told == ONCE_CLOSED and self.statistic.p_value is not None:
            return self.statistic.p_value <= 1 - self.accusing
        if not self._is_empty(self.interval(self.told)):
            return False  # nor is it empty at a larger confidence
        return self._is_empty(self.statistic.interval(self.told, self.accusing))

    @property
    def accusing(self) -> float:
        """The least confidence at which an empty set counts as a contradiction."""
        return max(self.confidence, LEAST_ACCUSING)

    def _is_empty(self, ends: Interval | None) -> bool:
        return ends is None or misses(ends, self.scale.ends)

    @property
    def more_responses(self) -> int | None:
        """How many more responses bring the told interval below the width of the whole scale.

        From then on it rules something out, whatever the estimate is. It is computed for reports
        that put the estimate in the middle of the scale, where an interval fills the scale the
        longest; elsewhere fewer do. At least 0; None if more than ten million would be needed, or
        more than the cap.
        """
        most = self.setting.cap or MOST_RESPONSES
        enough = _enough(self.statistic.halfway(1), self.told, self.confidence, most)
        return None if enough is None else max(0, enough - self.respondents)


# The options of a question want the same number, and a page is read again and again.
@lru_cache(maxsize=1024)
def _enough(alone: Statistic, name: str, confidence: float, most: int) -> int | None:
    """The fewest respondents whose interval rules something out; None if `most` are too few."""

    def narrow(respondents: int) -> bool:
        ends = alone.halfway(respondents).interval(name, confidence)
        return ends is None or ends[1] - ends[0] < alone.scale.length

    enough = 1
    while not narrow(enough):
        if enough == most:
            return None
        enough = min(2 * enough, most)
    return bisect_left(range(enough), True, lo=enough // 2 + 1, key=narrow)


@dataclass(frozen=True)
class Quantities:
    """A question's quantities: a headline, rows beside each other, or both.

    `headline` is the mean, or the share of yes of a yes/no question; None where no quantity is
    above the others. `rows` has one for each option or rating. `of_yes` are those of them that
    are shares of yes, which "no" answers.
    """

    headline: Quantity | None = None
    rows: tuple[Quantity, ...] = ()
    of_yes: tuple[Quantity, ...] = ()

    def __iter__(self) -> Iterator[Quantity]:
        """The rows, then the headline: the order of exports."""
        yield from self.rows
        if self.headline is not None:
            yield self.headline
