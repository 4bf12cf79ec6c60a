"""The codebook: each column of the reports with its question, its codes, and how to debias it.

It has one row for each code of a column, so that one join gives every report its words
and one formula debiases every kind of question:

    estimate = (share of the reports that are the code − other) / (keep − other)
"""

from collections.abc import Iterator
from typing import Any

from survey.core.instrument.instrument import Instrument, Question, question_name
from survey.core.kinds.item import Item
from survey.exports.csv_lines import plain_csv
from survey.exports.results_csv import preamble
from survey.text.glossary import DEFINITIONS
from survey.text.kinds.item_words import words_of

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
    "gamma_decimal",
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
    "gamma_decimal": "gamma as a decimal, which no spreadsheet takes for a date as it may 2/5",
    "odds": "A/B = (1/2 + gamma) / (1/2 - gamma) in lowest terms",
    "keep": "A / (A + (k - 1) B): the chance that a report is the answer; k codes a column",
    "other": "B / (A + (k - 1) B): the chance that a report is any one code that is not the answer",
    "known": "the share of yes that is known of a control question, as a fraction",
    "known_source": "where that is known from; none if so many of the printed slips bear a star",
}


def codebook_rows(instrument: Instrument) -> Iterator[tuple[Any, ...]]:
    """One row for each code of each column of the reports, under CODEBOOK_COLUMNS.

    ε is that of one report of this column; a cell that does not apply is None.
    """
    for name, question, item in _columns(instrument):
        a, b = item.odds
        keep, other = map(float, item.chances(0))
        for code, (label, value) in enumerate(zip(item.labels, item.values, strict=True)):
            yield (
                item.name,
                name,
                str(question.kind),
                question.text,
                item.particulars.get("option"),
                code,
                label,
                value,
                str(item.gamma),
                float(item.gamma),
                a,
                b,
                item.epsilon,
                keep,
                other,
                words_of(item).debias,
                *_known(question).values(),
            )


def codebook_document(instrument: Instrument) -> dict[str, Any]:
    """The codebook as plain JSON values, with the digest and every definition."""
    columns: list[dict[str, Any]] = []
    for name, question, item in _columns(instrument):
        keep, other = map(float, item.chances(0))
        columns.append(
            {"column": item.name, "question": name, "kind": str(question.kind)}
            | {"text": question.text, **item.particulars}
            | {
                "codes": _codes(item),
                "gamma": str(item.gamma),
                "odds": list(item.odds),
                "epsilon": item.epsilon,
                "keep": keep,
                "other": other,
                "debias": words_of(item).debias,
            }
            | (question.known.document() if question.known else {})
        )
    return {
        "instrument_sha256": instrument.digest,
        "title": instrument.title,
        "columns": columns,
        "definitions": DEFINITIONS | CODEBOOK_DEFINITIONS,
    }


def codebook_csv(instrument: Instrument) -> Iterator[str]:
    """The rows as CSV, after the preamble of all tables, in pieces of text."""
    yield from preamble(instrument)
    yield plain_csv(CODEBOOK_COLUMNS, codebook_rows(instrument))


def _columns(instrument: Instrument) -> Iterator[tuple[str, Question, Item]]:
    """(name of the question, question, item) of each column of the reports."""
    for number, (question, items) in enumerate(instrument.questions_with_items, start=1):
        for item in items:
            yield question_name(number), question, item


def _known(question: Question) -> dict[str, str | None]:
    """The known share of yes of a control question; None for any other question."""
    known = question.known
    return {
        "known": str(known.share) if known else None,
        "known_source": (known.source or None) if known else None,
    }


def _codes(item: Item) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for code, (label, value) in enumerate(zip(item.labels, item.values, strict=True)):
        found.append({"code": code, "label": label} | ({} if value is None else {"value": value}))
    return found
