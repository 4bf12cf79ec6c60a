"""The change between two terms: the same questions and other coins, asked of the same or others."""

from collections.abc import Sequence
from dataclasses import dataclass

from survey.core.estimates.quantity import Quantity
from survey.core.intervals.counts import Interval, check_confidence
from survey.core.pooling.pooled import Group, pool
from survey.core.results.results import QuestionResult


@dataclass(frozen=True)
class TermQuestion:
    """One question in one term: its mean, or its shares, of all groups of that term together."""

    result: QuestionResult
    figures: tuple[Quantity, ...]


def term_questions(groups: Sequence[Group], confidence: float) -> list[TermQuestion]:
    """The questions of a term's groups; a lone group keeps the intervals that its page tells."""
    if len(groups) > 1:
        return [
            TermQuestion(each.result, tuple(figure.together for figure in each.figures))
            for each in pool(groups, confidence)
        ]
    return [TermQuestion(each, _figures(each)) for each in groups[0].results(confidence)]


def _figures(result: QuestionResult) -> tuple[Quantity, ...]:
    if result.headline is not None and not result.headline.scale.share:
        return (result.headline,)
    return tuple(each for each in result.quantities if each.scale.share and each.count is not None)


def in_each(confidence: float) -> float:
    """1 − alpha/2: the confidence of either told set from which a change follows."""
    return (1 + check_confidence(confidence)) / 2


@dataclass(frozen=True)
class Change:
    """The change of a quantity from a `first` term to a `last`, each told at `in_each`.

        L₂ − U₁ <= change <= U₂ − L₁

    Both sets hold at once with a chance of at least 1 − alpha, whatever the coins of one know of
    the other. It says nothing of persons, who may be others. Several changes hold with 1 − alpha
    each, not together.
    """

    first: Quantity
    last: Quantity

    @property
    def estimate(self) -> float | None:
        if self.first.estimate is None or self.last.estimate is None:
            return None
        return self.last.estimate - self.first.estimate

    @property
    def ends(self) -> Interval | None:
        """The least and the largest change; None if a term has no range that holds."""
        if self.first.ends is None or self.last.ends is None:
            return None
        (low, high), (last_low, last_high) = self.first.ends, self.last.ends
        return last_low - high, last_high - low


def changes(
    first: Sequence[Group], last: Sequence[Group], confidence: float
) -> list[tuple[Change, ...]]:
    """The changes of each question's figures, in their order."""
    terms = [term_questions(groups, in_each(confidence)) for groups in (first, last)]
    return [
        tuple(map(Change, one.figures, other.figures)) for one, other in zip(*terms, strict=True)
    ]
