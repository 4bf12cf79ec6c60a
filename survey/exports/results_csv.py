"""Results as CSV.

Files begin with `#` lines that carry γ, ε, the digest, the root and the definitions.
Those lines hold no text that anyone typed, and no comma, so that each is one
plain cell; pandas (`comment="#"`), R (`comment.char="#"`) and
`survey estimate` skip them. A text with `#` in it is quoted, so that they keep it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from survey.core.demo.survey import is_demo
from survey.core.estimation.results import Estimated, Mean, QuestionResult, question_results
from survey.core.estimation.shares import Estimate
from survey.core.instrument.instrument import Instrument
from survey.core.instrument.questions import Question
from survey.core.intervals.registry import INTERVALS
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import epsilon
from survey.core.responses.reports import Report
from survey.core.responses.tally import Tally
from survey.exports.csv_lines import comment, line
from survey.text.glossary import DEFINITIONS, ONE_QUESTION_EACH

RESPONSE_ID = "response_id"

NO_FACTS: Mapping[str, str] = {}  # of a survey of which nothing was stated (stated.py)

ESTIMATE_COLUMNS = (
    "question",
    "quantity",
    "option",
    "respondents",
    "reported_yes",
    "reported_share",
    "gamma",
    "epsilon",
    "confidence",
    "estimate",
    "projected",
)


def interval_columns(intervals: Sequence[str]) -> list[str]:
    """Two columns for each interval: hoeffding_low, hoeffding_high, …"""
    return [f"{name}_{end}" for name in intervals for end in ("low", "high")]


def share_row(
    name: str,
    estimate: Estimate,
    intervals: Sequence[str],
    option: str = "",
    projected: float | None = None,
) -> list[Any]:
    """One share under ESTIMATE_COLUMNS and interval_columns; empty cells where n = 0."""
    row = [
        name,
        "share",
        option,
        estimate.respondents,
        estimate.reported_yes,
        estimate.share,
        str(estimate.gamma),
        estimate.epsilon,
        estimate.confidence,
        estimate.estimate,
        projected,
    ]
    return row + _ends(estimate, intervals)


def mean_row(name: str, mean: Mean, question: Question, intervals: Sequence[str]) -> list[Any]:
    """One mean under the same columns; those that only shares have stay empty."""
    row = [
        name,
        "mean",
        "",
        mean.respondents,
        None,
        None,
        str(question.gamma),
        question.epsilon,
        mean.confidence,
        mean.estimate,
        None,
    ]
    return row + _ends(mean, intervals)


def result_rows(result: QuestionResult, intervals: Sequence[str]) -> list[list[Any]]:
    """All rows of one question: one for each share, and one for the mean."""
    rows = [
        share_row(
            share.name,
            share.estimate,
            intervals,
            "" if result.question.yes_no else share.option,
            share.projected,
        )
        for share in result.shares
    ]
    if result.mean is not None:
        rows.append(mean_row(result.name, result.mean, result.question, intervals))
    return rows


def _ends(estimated: Estimated, intervals: Sequence[str]) -> list[float | None]:
    ends: list[float | None] = []
    for interval in intervals:
        ends += estimated.interval(interval) or (None, None)
    return ends


def estimates_table(
    instrument: Instrument, tally: Tally, confidence: float, simultaneous: bool = False
) -> Iterator[list[Any]]:
    """The header and one row for each share or mean, with all intervals and its question."""
    yield [*ESTIMATE_COLUMNS, *interval_columns(INTERVALS), "text"]
    for result in question_results(instrument, tally, confidence, simultaneous):
        for row in result_rows(result, INTERVALS):
            yield [*row, result.question.text]


def estimates_csv(
    instrument: Instrument,
    tally: Tally,
    confidence: float,
    simultaneous: bool = False,
    facts: Mapping[str, str] = NO_FACTS,
) -> Iterator[str]:
    """The estimates, one row for each share or mean, in pieces of text."""
    yield from preamble(instrument, facts)
    for row in estimates_table(instrument, tally, confidence, simultaneous):
        yield line(row)


def reports_csv(
    instrument: Instrument,
    responses: Iterable[tuple[str, Sequence[Report]]],
    facts: Mapping[str, str] = NO_FACTS,
) -> Iterator[str]:
    """The reports, one row for each response, in pieces of text; `survey estimate` reads it."""
    yield from preamble(instrument, facts)
    yield line([RESPONSE_ID, *(item.name for item in instrument.items)])
    for response_id, reports in responses:
        yield line([response_id, *reports])


def preamble(instrument: Instrument, facts: Mapping[str, str] = NO_FACTS) -> Iterator[str]:
    """The lines before a table: the digest, what was stated, what each column is, definitions."""
    if is_demo(instrument):
        yield comment("demo: these students are made up")
    for name, value in {"instrument_sha256": instrument.digest, **facts}.items():
        yield comment(f"{name}: {value}")
    if instrument.one_question_each:
        yield comment(f"one_question_each: {ONE_QUESTION_EACH}")
    for question, items in zip(instrument.questions, instrument.items_of_questions, strict=True):
        for item in items:
            yield comment(f"{item.name}: {_settings(question, item)}")
    for word, definition in DEFINITIONS.items():
        yield comment(f"{word}: {definition}")


def _settings(question: Question, item: Item) -> str:
    """What another program needs to read the item's column."""
    parts = [f"kind = {question.kind}"]
    if item.ends:
        low, high = item.ends
        parts += [f"low = {low}", f"high = {high}"]
    parts += [
        f"options = {item.options}",
        f"gamma = {item.gamma}",
        f"epsilon = {epsilon(item.gamma)!r}",
    ]
    return "; ".join(parts)
