"""Several surveys that asked the same: each group by itself, and all these people together."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from survey.core.estimates.quantity import Quantity
from survey.core.instrument.instrument import Instrument
from survey.core.intervals.registry import told_interval
from survey.core.pooling.means import PooledMean
from survey.core.pooling.shares import PooledShare
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.core.responses.tally import Tally
from survey.core.results.results import QuestionResult, question_results


@dataclass(frozen=True)
class Group:
    """One survey's counts; `hidden` if its figures waited until it had closed, `cap` its limit.

    `root` is that of its list and `key` the one that signed it, 64 hex digits each, "" if unknown.
    """

    name: str
    instrument: Instrument
    counted: Tally
    hidden: bool = False
    cap: int | None = None
    root: str = ""
    key: str = ""

    @classmethod
    def under(
        cls, name: str, instrument: Instrument, counted: Tally, limits: Mapping[str, Any]
    ) -> "Group":
        """The group under the `limits` that statements name: `cap`, and when `figures` are seen.

        Where each respondent was asked one question, the cap limits none of them by itself.
        """
        hidden = limits.get("figures") == FIGURES_ONCE_CLOSED
        cap = None if instrument.one_question_each else limits.get("cap")
        return cls(name, instrument, counted, hidden, cap)

    def results(self, confidence: float) -> list[QuestionResult]:
        """The group's own results, by the interval that its readers are told."""
        told = told_interval(self.hidden, self.cap)
        return question_results(self.instrument, self.counted, confidence, told=told, cap=self.cap)


Pooled = PooledShare | PooledMean


@dataclass(frozen=True)
class PooledQuestion:
    """One question with its pooled mean, if it has one, and its pooled shares."""

    result: QuestionResult
    figures: tuple[Pooled, ...]


def pool(groups: Sequence[Group], confidence: float) -> list[PooledQuestion]:
    """Every mean and share of the groups' questions, which are the same (`questions_digest`).

    Where each respondent was asked one question, a group is those who were asked it.
    """
    unseen = all(each.hidden for each in groups)
    results = [each.results(confidence) for each in groups]

    def figures(same: tuple[QuestionResult, ...]) -> Iterator[Pooled]:
        headlines = tuple(each.headline for each in same if each.headline is not None)
        if headlines and not headlines[0].scale.share:
            yield PooledMean(headlines, confidence, unseen)
        for shares in zip(*map(_shares, same), strict=True):
            yield PooledShare(shares, confidence, unseen)

    return [PooledQuestion(same[0], tuple(figures(same))) for same in zip(*results, strict=True)]


def _shares(result: QuestionResult) -> list[Quantity]:
    """The shares, each by itself: here none is picked because it leads in its group."""
    return [
        Quantity(each.name, each.of, each.statistic, each.setting, each.projected)
        for each in result.quantities
        if each.scale.share and each.count is not None
    ]
