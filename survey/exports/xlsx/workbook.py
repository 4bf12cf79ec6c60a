"""XLSX: about, codebook, reports, estimates and how to recompute them, in one workbook.

The reports are written and counted as they are read, a row at a time, so the estimates belong to
exactly the reports in the file.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest
from tempfile import TemporaryDirectory
from typing import IO, Any

from xlsxwriter import Workbook

from survey.core.instrument.instrument import Instrument, question_name
from survey.core.responses.reports import Report, report_columns
from survey.core.responses.tally import Tally, TallyCounter
from survey.errors import FormatUnavailable
from survey.exports.codebook import CODEBOOK_COLUMNS, CODEBOOK_DEFINITIONS, codebook_rows
from survey.exports.result_terms import DEFAULT_TERMS, ResultTerms
from survey.exports.results_csv import EVERY, NO_FACTS, ONE_EACH, estimates_table
from survey.exports.spool import spooled
from survey.exports.xlsx.recompute import PYTHON, R, for_file
from survey.exports.xlsx.sheet import Sheet
from survey.text.glossary import DEFINITIONS

MOST_RESPONSES = 1_048_575  # rows of a sheet, less its header

# The same reports give the same bytes, so no file records when it was made.
MADE = datetime(2000, 1, 1)


def workbook(
    instrument: Instrument,
    responses: Iterable[tuple[str, Sequence[Report]]],
    expected: int,
    terms: ResultTerms = DEFAULT_TERMS,
    facts: Mapping[str, str] = NO_FACTS,
    name: str = "survey.xlsx",
) -> Iterator[bytes]:
    """The workbook in pieces; `name` is the file name that the programs in it read.

    `expected` is about how many responses there are. Raises FormatUnavailable, at
    once, if a sheet has fewer rows.
    """
    if expected > MOST_RESPONSES:
        raise FormatUnavailable(
            f"A sheet holds {MOST_RESPONSES:,} responses, and there are {expected:,}. "
            "Take CSV or Parquet."
        )

    def write(file: IO[bytes]) -> None:
        # A temporary folder, so that no file remains after an error.
        with TemporaryDirectory() as folder:
            options = {"constant_memory": True, "tmpdir": folder}
            with Workbook(file, options) as book:
                book.set_properties({"title": instrument.title, "created": MADE})
                _fill(book, instrument, responses, terms, facts, name)

    return spooled(write)


def _fill(
    book: Workbook,
    instrument: Instrument,
    responses: Iterable[tuple[str, Sequence[Report]]],
    terms: ResultTerms,
    facts: Mapping[str, str],
    name: str,
) -> None:
    about = Sheet(book, "about", [22, 60, 10, 12, 14, 60])
    codebook = Sheet(book, "codebook", [8, 9, 9, 40, 24, 6, 24])
    reports = Sheet(book, "reports", [36])
    estimates = Sheet(book, "estimates", [10, 9, 24])
    recompute = Sheet(book, "recompute", [100, 100])
    codebook.header(CODEBOOK_COLUMNS)
    for row in codebook_rows(instrument):
        codebook.row(row)
    tally = _write_reports(reports, instrument, responses)
    header, *rows = estimates_table(instrument, tally, terms)
    estimates.header(header)
    for estimate in rows:
        estimates.row(estimate)
    for fact in _about(instrument, tally, terms, facts):
        about.row(fact)
    _write_questions(about, instrument, tally)
    about.header(["word", "definition"], frozen=False)
    for word in (DEFINITIONS | CODEBOOK_DEFINITIONS).items():
        about.row(word)
    recompute.header(["Python", "R"])
    for lines in zip_longest(for_file(PYTHON, name), for_file(R, name)):
        recompute.row(lines)


def _write_reports(
    sheet: Sheet, instrument: Instrument, responses: Iterable[tuple[str, Sequence[Report]]]
) -> Tally:
    counting = TallyCounter(instrument)
    sheet.header(report_columns(instrument))
    for response_id, reports in responses:
        counting.add(reports)
        sheet.row([response_id, *reports])
    return counting.tally()


def _about(
    instrument: Instrument, tally: Tally, terms: ResultTerms, facts: Mapping[str, str]
) -> Iterator[tuple[Any, ...]]:
    """The facts about the whole survey, before its questions; an empty row ends them."""
    yield "title", instrument.title
    yield "introduction", instrument.introduction or None
    yield "instrument_sha256", instrument.digest
    yield from facts.items()
    yield "responses", tally.responses
    yield "class_size", instrument.class_size
    yield "confidence", terms.confidence
    yield "simultaneous", terms.simultaneous
    yield "confidence_each", terms.results(instrument, tally)[0].confidence
    yield "epsilon", instrument.epsilon
    yield "answered", ONE_EACH if instrument.one_question_each else EVERY
    yield ()


def _write_questions(sheet: Sheet, instrument: Instrument, tally: Tally) -> None:
    sheet.header(["question", "text", "kind", "gamma", "epsilon", "responses"], frozen=False)
    for number, question in enumerate(instrument.questions, start=1):
        sheet.row(
            [
                question_name(number),
                question.text,
                str(question.kind),
                str(question.gamma),
                question.epsilon,
                sum(tally.counts[instrument.first_items[number - 1]]),
            ]
        )
    sheet.row([])
