"""The results of a survey: the quantities of all questions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from survey.core.estimates.quantity import Quantities, Quantity, Setting
from survey.core.estimates.shares import with_lead
from survey.core.instrument.instrument import Instrument, Question, question_name
from survey.core.intervals.registry import ANNOUNCED, EVERYWHERE, INTERVALS
from survey.core.responses.tally import Tally

CONFIDENCES = (0.90, 0.95, 0.99)
DEFAULT_CONFIDENCE = 0.95

# Below this many responses an instructor sees no results, unless they set another number:
# estimates of so few say nothing, and invite guesses about persons.
DEFAULT_FEWEST_RESPONSES = 5


@dataclass(frozen=True)
class QuestionResult:
    """One question with its quantities. `name` is q1, q2, … as in every export."""

    name: str
    question: Question
    found: Quantities

    @cached_property
    def headline(self) -> Quantity | None:
        return self.found.headline

    @property
    def rows(self) -> tuple[Quantity, ...]:
        return self.found.rows

    @cached_property
    def quantities(self) -> tuple[Quantity, ...]:
        """Every quantity that has an interval."""
        return tuple(self.found)

    @property
    def respondents(self) -> int:
        return self.quantities[0].respondents

    @property
    def drawn_from(self) -> int:
        """The number of all respondents if chance chose who was asked this; 0 if all were."""
        return self.quantities[0].drawn_from

    @property
    def confidence(self) -> float:
        return self.quantities[0].confidence


def question_results(
    instrument: Instrument,
    tally: Tally,
    confidence: float,
    simultaneous: bool = False,
    told: str = ANNOUNCED,
    cap: int | None = None,
) -> list[QuestionResult]:
    """The quantities of every question from the tally; `told` names the told interval.

    At most `cap` could respond, if that was fixed before the first did.

    With `simultaneous`, all intervals hold together with this confidence: each
    of the m statements gets alpha/m (Bonferroni).
    """
    drawn_from = tally.responses if instrument.one_question_each else 0
    setting = Setting(confidence, instrument.asked_size, drawn_from, told, cap)
    rows = iter(tally.counts)
    asked = [
        (question_name(number), question, [next(rows) for _ in items])
        for number, (question, items) in enumerate(instrument.questions_with_items, start=1)
    ]
    results = [question_result(*each, setting) for each in asked]
    if not simultaneous:
        return results
    setting = replace(setting, confidence=share_of_alpha(confidence, results))
    return [question_result(*each, setting) for each in asked]


def share_of_alpha(confidence: float, results: Sequence[QuestionResult]) -> float:
    """1 − alpha/m, at which the m intervals of these results hold together with 1 − alpha."""
    return 1 - (1 - confidence) / sum(len(result.quantities) for result in results)


def named_intervals(results: Iterable[QuestionResult]) -> list[str]:
    """The intervals that exports name: those that any quantity has, and those named everywhere."""
    quantities = [each for result in results for each in result.quantities]
    known = {name for each in quantities for name in each.known}
    return [name for name in INTERVALS if name in known or name in EVERYWHERE]


def question_result(
    name: str, question: Question, counts: Sequence[Sequence[int]], setting: Setting
) -> QuestionResult:
    """The quantities of one question; `counts[i][v]` respondents reported v for item i."""
    found = question.kind.quantities(question.items(name), counts, setting)
    return QuestionResult(name, question, with_lead(found))


def with_lead_among(results: Sequence[QuestionResult]) -> list[QuestionResult]:
    """The results of the options of one question, a column each, with that in the lead as such."""
    led = with_lead(Quantities(rows=tuple(each.quantities[0] for each in results))).rows
    return [
        replace(each, found=replace(each.found, headline=quantity))
        for each, quantity in zip(results, led, strict=True)
    ]
