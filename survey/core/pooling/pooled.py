"""One share of several surveys that asked the same: each group's, and that of all together."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from survey.core.estimates.quantity import Quantity
from survey.core.instrument.instrument import Instrument
from survey.core.intervals.counts import Interval, ReportCount, around
from survey.core.intervals.registry import told_interval
from survey.core.pooling.classes_like_these import FEWEST_GROUPS, RandomEffects, random_effects
from survey.core.pooling.persons import Persons, seen_persons, unseen_persons
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.core.responses.tally import Tally
from survey.core.results.results import QuestionResult, question_results


@dataclass(frozen=True)
class Group:
    """One survey's counts; `hidden` if its figures waited until it had closed, `cap` its limit."""

    name: str
    instrument: Instrument
    counted: Tally
    hidden: bool = False
    cap: int | None = None

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
        """Its own results, by the interval that its readers are told."""
        told = told_interval(self.hidden, self.cap)
        return question_results(self.instrument, self.counted, confidence, told=told, cap=self.cap)


@dataclass(frozen=True)
class PooledShare:
    """The same share in each group, and of exactly these people together.

    `unseen` if the figures of each group waited until it had closed. What was seen of one while
    another still ran, no file can tell.
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
        """The unbiased share of all these people: the groups' estimates, by their size."""
        if not self.respondents:
            return None
        total = sum(each.respondents * (each.estimate or 0) for each in self.counts)
        return total / self.respondents

    @cached_property
    def persons(self) -> Persons | None:
        """How many of them it may be: `unseen_persons`, or `seen_persons`.

        None if that is impossible, nobody responded, or no such interval is known.
        """
        return _persons(tuple(self.counts), self.confidence, self.unseen)

    @property
    def ends(self) -> Interval | None:
        """The same as shares of all respondents."""
        least_and_most = self.persons
        if least_and_most is None:
            return None
        least, most = least_and_most
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
        """What more such classes would say; None for fewer than three groups with responses."""
        answered = [each for each in self.counts if each.respondents]
        if len(answered) < FEWEST_GROUPS:
            return None
        return random_effects(answered, self.confidence)


# Of unlike γ it takes seconds, and a page is read again and again.
@lru_cache(maxsize=1024)
def _persons(counts: tuple[ReportCount, ...], confidence: float, unseen: bool) -> Persons | None:
    return (unseen_persons if unseen else seen_persons)(counts, confidence)


@dataclass(frozen=True)
class PooledQuestion:
    """One question with its pooled shares; none where it asks for a number's mean."""

    result: QuestionResult
    shares: tuple[PooledShare, ...]


def pool(groups: Sequence[Group], confidence: float) -> list[PooledQuestion]:
    """Every share of the groups' questions, which are the same (`questions_digest`).

    Where each respondent was asked one question, a group is those who were asked it.
    """
    unseen = all(each.hidden for each in groups)
    results = [each.results(confidence) for each in groups]
    return [
        PooledQuestion(
            same[0],
            tuple(
                PooledShare(shares, confidence, unseen)
                for shares in zip(*(map(_shares, same)), strict=True)
            ),
        )
        for same in zip(*results, strict=True)
    ]


def _shares(result: QuestionResult) -> list[Quantity]:
    return [each for each in result.quantities if each.scale.share and each.count is not None]
