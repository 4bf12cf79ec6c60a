"""Whether an interval rules anything possible out, and how many responses it still wants."""

from bisect import bisect_left
from dataclasses import replace
from functools import lru_cache

from survey.core.estimation.means import NumberMean, RatingMean
from survey.core.estimation.results import Estimated
from survey.core.estimation.shares import Estimate
from survey.core.intervals.class_sets import plausibility
from survey.core.intervals.interval import Interval, covers, misses
from survey.core.intervals.registry import WHILE_OPEN

MOST_RESPONSES = 10**7  # beyond this many no count is worth saying


def possible(estimated: Estimated) -> Interval:
    """The least and the largest share or mean that a class can have."""
    return (0, 1) if isinstance(estimated, Estimate) else (estimated.low, estimated.high)


def told_name(estimated: Estimated, wished: str) -> str:
    """The interval's name: the wished one, or the anytime interval where no such one is known.

    The class interval of a mean rating is not known.
    """
    if isinstance(estimated, RatingMean) and not estimated.interval(wished):
        return WHILE_OPEN
    return wished


def fills_the_scale(estimated: Estimated, name: str) -> bool:
    """Whether the interval holds everything that is possible: then nothing is known yet."""
    if not estimated.respondents:
        return True
    ends = estimated.interval(name)
    return ends is not None and covers(ends, possible(estimated))


def contradicts_the_scale(estimated: Estimated, name: str) -> bool:
    """Whether no class could plausibly have sent the reports that there are."""
    if isinstance(estimated, Estimate) and estimated.respondents:
        return plausibility(estimated) <= 1 - estimated.confidence
    ends = estimated.interval(name)
    return ends is None or misses(ends, possible(estimated))


def more_responses(estimated: Estimated, name: str) -> int | None:
    """How many more responses bring the interval below the width of the whole scale.

    That is a width of 100 points for a share, and of high − low for a mean: from then on
    it rules something out, whatever the estimate is. It is computed for reports that
    put the estimate in the middle of the scale, where an interval fills the scale the
    longest; elsewhere fewer do. At least 0; None if more than ten million would be needed.
    """
    enough = _enough(_halfway(estimated, 1), name)
    return None if enough is None else max(0, enough - estimated.respondents)


# The options of a question want the same number, and a page is read again and again.
@lru_cache(maxsize=1024)
def _enough(alone: Estimated, name: str) -> int | None:
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


def _halfway(estimated: Estimated, respondents: int) -> Estimated:
    """The same question with so many respondents, and an estimate in the middle of its scale."""
    if isinstance(estimated, NumberMean):
        return replace(estimated, bit=_half(estimated.bit, respondents))
    if isinstance(estimated, RatingMean):
        parts = len(estimated.counts)
        counts = (respondents // parts + (each < respondents % parts) for each in range(parts))
        return replace(estimated, counts=tuple(counts))
    return _half(estimated, respondents)


def _half(estimate: Estimate, respondents: int) -> Estimate:
    reported = round(respondents * (estimate.keep + estimate.other) / 2)
    drawn_from = respondents * _parts(estimate)
    return replace(estimate, respondents=respondents, reported_yes=reported, drawn_from=drawn_from)


def _parts(estimated: Estimated) -> int:
    """Of how many respondents one was asked, about; 0 if everybody was."""
    if isinstance(estimated, NumberMean):
        return _parts(estimated.bit)
    if isinstance(estimated, RatingMean) or not estimated.drawn_from:
        return 0
    return max(1, round(estimated.drawn_from / max(1, estimated.respondents)))
