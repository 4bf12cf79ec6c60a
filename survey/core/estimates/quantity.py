"""A quantity: a share or a mean from the reports to a question, computed once and frozen.

Pages, exports and commands read it; none of them computes an interval or asks for its kind.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Protocol

from survey.core.intervals.counts import (
    Interval,
    ReportCount,
    check_cap,
    check_confidence,
    covers,
    misses,
)
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
    """The range of a quantity, `low`..`high`. Shares are in per cent, means in their unit."""

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
    """The data of an estimate and its intervals, with the formulas for both.

    `received` is the share or mean of the reports, not debiased. `count` is the count of reports
    that name one option or the high end; None if the statistic has no such count. `leverage` is the
    most that one false respondent moves the estimate, n >= 1. `p_value` is that of the claim that
    some class sent these reports; None where none is known.
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
        """Whether this interval is known for this statistic."""

    def interval(self, name: str, confidence: float) -> Interval | None:
        """The ends of this interval, n >= 1; None if it is unknown, or if no class is plausible."""

    def halfway(self, respondents: int) -> "Statistic":
        """The statistic of this many respondents with an estimate in the middle of the scale."""


@dataclass(frozen=True)
class Setting:
    """The settings that all quantities of a survey share.

    `told` names the interval that a reader is told; `expected`, `drawn_from` and `cap` as in
    ReportCount. Raises ParameterError for a confidence or a cap that no survey has, before anything
    is computed.
    """

    confidence: float
    expected: int = 100
    drawn_from: int = 0
    told: str = ANNOUNCED
    cap: int | None = None

    def __post_init__(self) -> None:
        check_confidence(self.confidence)
        check_cap(0, self.cap)


@dataclass(frozen=True)
class Quantity:
    """A share or a mean: its estimate, its respondents, its intervals, and which of them is told.

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

    leads = False  # True of an option that was picked since none has a larger estimate

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
        """The number of respondents from whom these were drawn; 0 if everybody was asked."""
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
        """The name of the interval that a reader is told: the setting's, or its replacement."""
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
        """The names of all intervals of this quantity; of those in ONLY_TOLD, only the told one."""
        shown = [each for each in INTERVALS if each not in ONLY_TOLD or each == self.told]
        return list(filter(self.statistic.has, shown))

    def named(self, intervals: Iterable[str]) -> list[str]:
        """The intervals that exports name: those of this quantity, and those named everywhere."""
        return [each for each in intervals if each in EVERYWHERE or self.statistic.has(each)]

    @cached_property
    def _intervals(self) -> dict[str, Interval | None]:
        return {}

    @cached_property
    def range(self) -> Interval | None:
        """The interval that a reader is told, not clipped; a subclass may tell a wider one."""
        return self.interval(self.told)

    @cached_property
    def ends(self) -> Interval | None:
        """The ends of the range; if all of it is beyond the scale, the scale's nearest end.

        That all of it is beyond is a rare event, which alpha already counts. None without
        respondents.
        """
        found = self.range
        if self.estimate is None or not self._is_empty(found):
            return found
        nearest = self.scale.low if 2 * self.estimate < sum(self.scale.ends) else self.scale.high
        return nearest, nearest

    @cached_property
    def nothing_known(self) -> bool:
        """Whether the range holds everything that is possible."""
        if not self.respondents:
            return True
        return self.ends is not None and covers(self.ends, self.scale.ends)

    @cached_property
    def contradicted(self) -> bool:
        """Whether the app may say that no class could have sent these reports.

        It may only if the told set is empty at a confidence of 0.99 or more. To an honest class
        that ever happens with a chance of at most 1 in 100, however often somebody looks. A class
        set is never empty, so if figures waited until closing, a p-value is computed once instead.
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
        """The least confidence at which the app calls an empty set a contradiction."""
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


# Cached: all options of a question need the same number, and pages are read repeatedly.
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
    """A question's quantities: a headline, rows of options, or both.

    `headline` is the mean, or the share of yes of a yes/no question; None where no quantity is
    above the others. `rows` has one for each option or rating. `of_yes` holds the shares of yes of
    yes/no questions and of options to tick.
    """

    headline: Quantity | None = None
    rows: tuple[Quantity, ...] = ()
    of_yes: tuple[Quantity, ...] = ()

    def __iter__(self) -> Iterator[Quantity]:
        """The rows, then the headline: the order of exports."""
        yield from self.rows
        if self.headline is not None:
            yield self.headline
