"""The interval that a reader is told of an estimate, and how many responses it still wants."""

from bisect import bisect_left
from dataclasses import replace
from functools import lru_cache

from survey.core.estimation.means import NumberMean, RatingMean
from survey.core.estimation.results import Mean
from survey.core.estimation.shares import Estimate
from survey.core.intervals.class_sets import plausibility
from survey.core.intervals.interval import Interval, covers, misses
from survey.core.intervals.registry import WHILE_OPEN

MOST_RESPONSES = 10**7  # beyond this many no count is worth saying

Statement = Estimate | Mean


def possible(statement: Statement) -> Interval:
    """The least and the largest share or mean that a class can have."""
    return (0, 1) if isinstance(statement, Estimate) else (statement.low, statement.high)


def told_name(statement: Statement, wished: str) -> str:
    """The interval's name: the wished one, or the anytime interval where no such one is known.

    The class interval of a mean rating is not known.
    """
    if isinstance(statement, RatingMean) and not statement.interval(wished):
        return WHILE_OPEN
    return wished


def fills_the_scale(statement: Statement, name: str) -> bool:
    """Whether the interval holds everything that is possible: then nothing is known yet."""
    if not statement.respondents:
        return True
    ends = statement.interval(name)
    return ends is not None and covers(ends, possible(statement))


def contradicts_the_scale(statement: Statement, name: str) -> bool:
    """Whether no class could plausibly have sent the reports that there are."""
    if isinstance(statement, Estimate) and statement.respondents:
        return plausibility(statement) <= 1 - statement.confidence
    ends = statement.interval(name)
    return ends is None or misses(ends, possible(statement))


def more_responses(statement: Statement, name: str) -> int | None:
    """How many more responses bring the interval below the width of the whole scale.

    That is a width of 100 points for a share, and of high − low for a mean: from then on
    it rules something out, whatever the estimate is. It is computed for reports that
    put the estimate in the middle of the scale, where an interval fills the scale the
    longest; elsewhere fewer do. At least 0; None if more than ten million would be needed.
    """
    enough = _enough(_halfway(statement, 1), name)
    return None if enough is None else max(0, enough - statement.respondents)


# The options of a question want the same number, and a page is read again and again.
@lru_cache(maxsize=1024)
def _enough(alone: Statement, name: str) -> int | None:
    """The fewest respondents to the question of this one whose interval rules something out."""
    least, most = possible(alone)

    def narrow(respondents: int) -> bool:
        ends = _halfway(alone, respondents).interval(name)
        return ends is None or ends[1] - ends[0] < most - least

    enough = 1
    while not narrow(enough):
        enough *= 2
        if enough > MOST_RESPONSES:
            return None
    return bisect_left(range(enough), True, lo=enough // 2 + 1, key=narrow)


def _halfway(statement: Statement, respondents: int) -> Statement:
    """The same question with so many respondents, and an estimate in the middle of its scale."""
    if isinstance(statement, NumberMean):
        return replace(statement, bit=_half(statement.bit, respondents))
    if isinstance(statement, RatingMean):
        parts = len(statement.counts)
        counts = (respondents // parts + (each < respondents % parts) for each in range(parts))
        return replace(statement, counts=tuple(counts))
    return _half(statement, respondents)


def _half(estimate: Estimate, respondents: int) -> Estimate:
    reported = round(respondents * (estimate.keep + estimate.other) / 2)
    drawn_from = respondents * _parts(estimate)
    return replace(estimate, respondents=respondents, reported_yes=reported, drawn_from=drawn_from)


def _parts(statement: Statement) -> int:
    """Of how many respondents one was asked, about; 0 if everybody was."""
    if isinstance(statement, NumberMean):
        return _parts(statement.bit)
    if isinstance(statement, RatingMean) or not statement.drawn_from:
        return 0
    return max(1, round(statement.drawn_from / max(1, statement.respondents)))
