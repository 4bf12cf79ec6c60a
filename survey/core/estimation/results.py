"""What is published of a survey: the estimates of all questions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from survey.core.estimation.means import NumberMean, RatingMean
from survey.core.estimation.shares import Estimate
from survey.core.estimation.simplex import project_on_simplex
from survey.core.instrument.instrument import Instrument
from survey.core.instrument.questions import Question, question_name
from survey.core.kinds.item import Item
from survey.core.responses.tally import Tally

CONFIDENCES = (0.90, 0.95, 0.99)
DEFAULT_CONFIDENCE = 0.95

# Below this many responses an instructor sees no results, unless they set another number:
# estimates of so few say nothing, and invite guesses about persons.
DEFAULT_FEWEST_RESPONSES = 5

Mean = NumberMean | RatingMean
Estimated = Estimate | Mean  # a share or a mean


@dataclass(frozen=True)
class Setting:
    """What all intervals of a question have in common; the fields as in Counted."""

    confidence: float
    expected: int = 100
    drawn_from: int = 0


@dataclass(frozen=True)
class Share:
    """The estimate of one option. `option` is its text, "Yes" for a yes/no question.

    `name` is the column of the reports that it is estimated from. `projected` is
    its share in the distribution that is nearest to the estimates; None without
    respondents, or if the options do not exclude each other.
    """

    name: str
    option: str
    estimate: Estimate
    projected: float | None = None


@dataclass(frozen=True)
class QuestionResult:
    """One question with its estimates: the shares of its options, or a mean, or both.

    `name` is q1, q2, … as in every export.
    """

    name: str
    question: Question
    shares: tuple[Share, ...]
    mean: Mean | None = None

    @property
    def estimate(self) -> Estimate:
        """The share of yes of a yes/no question, of the first option, or of a number's bit."""
        return self.mean.bit if isinstance(self.mean, NumberMean) else self.shares[0].estimate

    @property
    def statements(self) -> list[Estimated]:
        """Every estimate that has an interval."""
        means = [] if self.mean is None else [self.mean]
        return [*(share.estimate for share in self.shares), *means]


def question_results(
    instrument: Instrument, counted: Tally, confidence: float, simultaneous: bool = False
) -> list[QuestionResult]:
    """The estimates of every question from the tally.

    With `simultaneous`, all intervals hold together with this confidence: each
    of the m statements gets alpha/m (Bonferroni).
    """
    if simultaneous:
        alone = question_results(instrument, counted, confidence)
        statements = sum(len(result.statements) for result in alone)
        return question_results(instrument, counted, 1 - (1 - confidence) / statements)
    drawn_from = counted.responses if instrument.one_question_each else 0
    rows = iter(counted.counts)
    results = []
    for number, (question, items) in enumerate(
        zip(instrument.questions, instrument.items_of_questions, strict=True), start=1
    ):
        counts = [next(rows) for _ in items]
        setting = Setting(confidence, instrument.asked_size, drawn_from)
        results.append(question_result(question_name(number), question, counts, setting))
    return results


def question_result(
    name: str,
    question: Question,
    counts: Sequence[Sequence[int]],
    setting: Setting,
) -> QuestionResult:
    """The estimates of one question from the counts of its items' reports.

    `counts[i][v]` respondents reported v for item i.
    """
    shares = [
        share
        for item, row in zip(question.items(name), counts, strict=True)
        for share in _shares(item, row, setting)
    ]
    mean = question_mean(question, counts[0], setting)
    return QuestionResult(name, question, tuple(shares), mean)


def _shares(item: Item, counts: Sequence[int], setting: Setting) -> Iterator[Share]:
    """The share of yes, or of each option; nothing for a number, whose bit is not an answer."""

    def estimate(value: int) -> Estimate:
        of_item = item.gamma, setting.confidence, setting.expected, item.options
        return Estimate(sum(counts), counts[value], *of_item, setting.drawn_from)

    if item.yes_no:
        yield Share(item.name, item.option or item.labels[1], estimate(1))
    elif item.exclusive:
        estimates = [estimate(value) for value in range(item.options)]
        projected: Sequence[float | None] = [None] * item.options
        if found := [each.estimate for each in estimates if each.estimate is not None]:
            projected = project_on_simplex(found)
        for label, each, part in zip(item.labels, estimates, projected, strict=True):
            yield Share(item.name, label, each, part)


def question_mean(question: Question, counts: Sequence[int], setting: Setting) -> Mean | None:
    """The mean of a number or a rating from the counts of its reports; None for other kinds.

    `counts[v]` respondents reported v.
    """
    item = question.item
    of_item = item.gamma, setting.confidence, setting.expected
    if item.ends:
        bit = Estimate(sum(counts), counts[1], *of_item, drawn_from=setting.drawn_from)
        return NumberMean(bit, *item.ends)
    if item.numeric:
        return RatingMean(tuple(counts), *of_item)
    return None
