"""Results as CSV.

Files begin with `#` lines that carry γ, ε, the digest, the root and the definitions.
Those lines hold no text that anyone typed, and no comma, so that each is one
plain cell; pandas (`comment="#"`), R (`comment.char="#"`) and
`survey estimate` skip them. A text with `#` in it is quoted, so that they keep it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from survey.core.estimates.quantity import Quantity
from survey.core.instrument.instrument import Instrument, Question
from survey.core.kinds.item import Item
from survey.core.responses.reports import Report, report_columns
from survey.core.responses.tally import Tally
from survey.core.results.results import QuestionResult, named_intervals
from survey.exports.csv_lines import GUARD_FACT, comment, line
from survey.exports.result_terms import DEFAULT_TERMS, ResultTerms
from survey.text.glossary import DEFINITIONS

# The values of the line `answered`.
ONE_EACH, EVERY = "one question each", "every question"

STILL_OPEN = {"state": "open"}  # a fact

NO_FACTS: Mapping[str, str] = {}  # of a survey without a statement

ESTIMATE_COLUMNS = (
    "question",
    "quantity",
    "option",
    "respondents",
    "reported_yes",
    "reported_share",
    "gamma",
    "gamma_decimal",
    "epsilon",
    "confidence",
    "estimate",
    "projected",
)


def interval_columns(intervals: Sequence[str]) -> list[str]:
    """Two columns for each interval: hoeffding_low, hoeffding_high, …"""
    return [f"{name}_{end}" for name in intervals for end in ("low", "high")]


def result_rows(result: QuestionResult, intervals: Sequence[str]) -> list[list[Any]]:
    """A row for each quantity of a question, under ESTIMATE_COLUMNS and interval_columns.

    Cells are empty if n = 0. A mean leaves the cells empty that only shares have.
    """
    return [_row(result, quantity, intervals) for quantity in result.quantities]


def _row(result: QuestionResult, quantity: Quantity, intervals: Sequence[str]) -> list[Any]:
    of_share = quantity.count if quantity.scale.share else None
    row = [
        quantity.name,
        "share" if of_share else "mean",
        "" if quantity is result.headline else quantity.of,
        quantity.respondents,
        of_share and of_share.reported,
        of_share and of_share.received,
        *_gamma_of(result.question.item),
        result.question.item.epsilon if of_share else result.question.epsilon,
        quantity.confidence,
        quantity.estimate,
        quantity.projected,
    ]
    for interval in intervals:
        row += quantity.interval(interval) or (None, None)
    return row


def _gamma_of(item: Item) -> tuple[str, float | str]:
    """γ as a fraction and as a decimal; both empty for a design without γ."""
    gamma = item.design.get("gamma")
    return ("", "") if gamma is None else (str(gamma), float(gamma))


def estimates_table(
    instrument: Instrument, tally: Tally, terms: ResultTerms = DEFAULT_TERMS
) -> Iterator[list[Any]]:
    """The header and one row for each share or mean, with all intervals and its question."""
    results = terms.results(instrument, tally)
    intervals = named_intervals(results)
    yield [*ESTIMATE_COLUMNS, *interval_columns(intervals), "text"]
    for result in results:
        for row in result_rows(result, intervals):
            yield [*row, result.question.text]


def estimates_csv(
    instrument: Instrument,
    tally: Tally,
    terms: ResultTerms = DEFAULT_TERMS,
    facts: Mapping[str, str] = NO_FACTS,
) -> Iterator[str]:
    """The estimates, one row for each share or mean, in pieces of text."""
    yield from preamble(instrument, facts)
    for row in estimates_table(instrument, tally, terms):
        yield line(row)


def reports_csv(
    instrument: Instrument,
    responses: Iterable[tuple[str, Sequence[Report]]],
    facts: Mapping[str, str] = NO_FACTS,
) -> Iterator[str]:
    """The reports, one row for each response, in pieces of text; `survey estimate` reads it."""
    yield from preamble(instrument, facts)
    yield line(report_columns(instrument))
    for response_id, reports in responses:
        yield line([response_id, *reports])


def preamble(instrument: Instrument, facts: Mapping[str, str] = NO_FACTS) -> Iterator[str]:
    """The lines before a table: digest, class size, stated facts, each column, definitions."""
    # The digest is first in every file, so that one line of a program compares two of them.
    yield comment(f"instrument_sha256: {instrument.digest}")
    if instrument.is_demo:
        yield comment("demo: these students are made up")
    known = {
        "class_size": instrument.class_size,
        "answered": ONE_EACH if instrument.one_question_each else EVERY,
        GUARD_FACT[0]: GUARD_FACT[1],
    }
    for name, value in {**known, **facts}.items():
        yield comment(f"{name}: {value}")
    for question, items in instrument.questions_with_items:
        for item in items:
            yield comment(f"{item.name}: {_settings(question, item)}")
    for word, definition in DEFINITIONS.items():
        yield comment(f"{word}: {definition}")


def _settings(question: Question, item: Item) -> str:
    """The settings that another program needs to read the item's column."""
    parts = [
        f"kind = {question.kind}",
        *(f"{name} = {value}" for name, value in item.settings.items()),
        f"options = {item.options}",
        f"gamma = {item.gamma}",
        f"epsilon = {item.epsilon!r}",
    ]
    return "; ".join(parts)
