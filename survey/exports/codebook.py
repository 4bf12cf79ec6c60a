"""The codebook: each column of the reports with its question, its codes, and how to debias it.

It has one row for each code of a column, so that one join gives every report its words
and one formula debiases every kind of question:

    estimate = (share of the reports that are the code − other) / (keep − other)
"""

from collections.abc import Iterator
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.questions import Question, question_name
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import epsilon, keep_and_other
from survey.exports.csv_lines import plain_csv
from survey.exports.results_csv import preamble
from survey.text.glossary import DEFINITIONS, ONE_QUESTION_EACH

CODEBOOK_COLUMNS = (
    "column",
    "question",
    "kind",
    "text",
    "option",
    "code",
    "label",
    "value",
    "gamma",
    "odds_a",
    "odds_b",
    "epsilon",
    "keep",
    "other",
    "debias",
    "known",
    "known_source",
)

# Definitions of the codebook's own words, beside those of every export.
CODEBOOK_DEFINITIONS = {
    "column": "the column of the reports; choose-all has one for each of its options",
    "code": "a whole number that a report can be",
    "label": "what this code says",
    "value": "the number that the label is; of numbers and ratings only",
    "odds": "A/B = (1/2 + gamma) / (1/2 - gamma) in lowest terms",
    "keep": "A / (A + (k - 1) B): the chance that a report is the answer; k codes a column",
    "other": "B / (A + (k - 1) B): the chance that a report is any one code that is not the answer",
    "known": "the share of yes that is known of a control question, as a fraction",
    "known_source": "where that is known from; none if so many of the printed slips bear a star",
}

_DEBIAS_SHARE = "estimate = (share of the reports that are this code - other) / (keep - other)"
_DEBIAS_MEAN = "; mean = the sum of value times estimate over the codes of this column"


def debias_words(item: Item) -> str:
    """The formula from the reports to an estimate, and to a mean where there is one."""
    return _DEBIAS_SHARE + (_DEBIAS_MEAN if item.numeric else "")


def codebook_rows(instrument: Instrument) -> Iterator[tuple[Any, ...]]:
    """One row for each code of each column of the reports, under CODEBOOK_COLUMNS.

    ε is that of one report of this column; a cell that does not apply is None.
    """
    for name, question, item in _columns(instrument):
        a, b = item.odds
        keep, other = map(float, keep_and_other(item.gamma, item.options))
        for code, label in enumerate(item.labels):
            yield (
                item.name,
                name,
                str(question.kind),
                question.text,
                item.option or None,
                code,
                label,
                _value(item, label),
                str(item.gamma),
                a,
                b,
                epsilon(item.gamma),
                keep,
                other,
                debias_words(item),
                *_known(question).values(),
            )


def codebook_document(instrument: Instrument) -> dict[str, Any]:
    """The codebook as plain JSON values, with the digest and every definition."""
    columns: list[dict[str, Any]] = []
    for name, question, item in _columns(instrument):
        keep, other = map(float, keep_and_other(item.gamma, item.options))
        option = {"option": item.option} if item.option else {}
        columns.append(
            {"column": item.name, "question": name, "kind": str(question.kind)}
            | {"text": question.text, **option}
            | {
                "codes": [_code(item, *each) for each in enumerate(item.labels)],
                "gamma": str(item.gamma),
                "odds": list(item.odds),
                "epsilon": epsilon(item.gamma),
                "keep": keep,
                "other": other,
                "debias": debias_words(item),
            }
            | (question.known.document() if question.known else {})
        )
    return {
        "instrument_sha256": instrument.digest,
        "title": instrument.title,
        **({"one_question_each": ONE_QUESTION_EACH} if instrument.one_question_each else {}),
        "columns": columns,
        "definitions": DEFINITIONS | CODEBOOK_DEFINITIONS,
    }


def codebook_csv(instrument: Instrument) -> Iterator[str]:
    """The rows as CSV, after the preamble of all tables, in pieces of text."""
    yield from preamble(instrument)
    yield plain_csv(CODEBOOK_COLUMNS, codebook_rows(instrument))


def _columns(instrument: Instrument) -> Iterator[tuple[str, Question, Item]]:
    """(name of the question, question, item) of each column of the reports."""
    pairs = zip(instrument.questions, instrument.items_of_questions, strict=True)
    for number, (question, items) in enumerate(pairs, start=1):
        for item in items:
            yield question_name(number), question, item


def _known(question: Question) -> dict[str, str | None]:
    """The share of yes that is known of a control question; None of any other."""
    known = question.known
    return {
        "known": str(known.share) if known else None,
        "known_source": (known.source or None) if known else None,
    }


def _value(item: Item, label: str) -> int | None:
    return int(label) if item.numeric else None


def _code(item: Item, code: int, label: str) -> dict[str, Any]:
    value = _value(item, label)
    return {"code": code, "label": label} | ({} if value is None else {"value": value})
