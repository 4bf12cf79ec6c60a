"""Reads Reports (CSV), with the codebook in the same folder or the one that the caller names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from survey.core.instrument.instrument import Instrument, Question
from survey.core.library.column_values import MISSING, written
from survey.core.library.exported import (
    Cells,
    ExportedColumn,
    ExportTable,
    questions_of_columns,
)
from survey.core.responses.reports import RESPONSE_ID
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.errors import DataError
from survey.exports.reading.codebook_file import Codebook, CodebookSearch, codebook_of
from survey.exports.reading.codebook_rows import instrument_of
from survey.exports.reading.column_questions import (
    column_question,
    document_of,
    has_labels,
    randomized,
)
from survey.exports.reading.csv_table import CsvTable, read_table, short
from survey.exports.reading.one_each import RowCount
from survey.exports.results_csv import STILL_OPEN

# The name of a column of reports.
_OF_REPORTS = re.compile(r"q[0-9]{1,2}(_[0-9]{1,2})?")

Rows = Sequence[tuple[int, Sequence[str]]]


@dataclass(frozen=True)
class CsvQuestions:
    """The question of each column of reports, and its kind as a questionnaire names it.

    `instrument` is None without a codebook; then `unlabelled` is a sentence that names the columns
    whose options have no texts, "" if there are none.
    """

    by_column: Mapping[str, Question]
    kinds: Mapping[str, str]
    instrument: Instrument | None = None
    unlabelled: str = ""


def from_csv(path: Path, codebook: Path | None) -> ExportTable:
    """Reads the reports of a CSV by its `#` lines and its codebook; raises DataError."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            table = read_table(lines, str(path))
            seen = RowCount(table)
            rows = list(seen.counted(table.rows))
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not text in UTF-8. Save it as CSV (UTF-8).") from error
    asked = known_questions(path, table, codebook_of(path, table, codebook))
    if not asked.by_column:
        raise DataError(
            f"{path} holds no reports of which its # lines say what they are. Export Reports (CSV) "
            "again, name its codebook, or give each column to estimate with its γ and kind."
        )
    of_all = seen.asked_of
    columns: dict[str, Cells] = {}
    ids: tuple[str, ...] = ()
    for name, place in zip(table.names, table.places(table.names), strict=True):
        if name == RESPONSE_ID:
            ids = tuple(cells[place] for _, cells in rows)
        elif question := asked.by_column.get(name):
            codes = tuple(_codes(path, name, place, question, rows))
            columns[name] = ExportedColumn(name, question, codes, of_all, asked.kinds[name])
        else:
            columns[name] = [cells[place] for _, cells in rows]
    instrument = asked.instrument
    if instrument is not None and len(asked.by_column) < len(instrument.items):
        instrument = None  # somebody has dropped a column
    if instrument is not None:
        instrument = replace(instrument, one_question_each=of_all.drawn_from > 0)
    waited = table.facts.get("figures") == FIGURES_ONCE_CLOSED
    return ExportTable(
        path.stem,
        columns,
        ids,
        instrument,
        cap=of_all.cap,
        waited=waited,
        still_open=table.facts.get("state") == STILL_OPEN["state"],
        unlabelled=asked.unlabelled,
    )


def known_questions(path: Path, table: CsvTable, search: CodebookSearch) -> CsvQuestions:
    """The question of each randomized column: from the codebook, or else from the `#` lines.

    Raises DataError for a codebook of another survey, and one that lacks a column.
    """
    settings = {name: each for name, each in table.settings.items() if randomized(each)}
    if search.found is not None:
        return _described(path, table, settings, search.found)
    named = {name: _by_lines(path, name, each)
             for name, each in settings.items() if name in table.names}  # fmt: skip
    return CsvQuestions(
        named,
        {name: each["kind"] for name, each in settings.items()},
        unlabelled=unlabelled(table, list(named), search.others),
    )


def unlabelled(table: CsvTable, names: Sequence[str], others: Sequence[Path]) -> str:
    """A sentence if codes stand for the options of these columns, since no codebook was found.

    `others` are the codebooks of other surveys that were found in its place. "" for columns that
    need no codebook, and for those that the `#` lines do not describe.
    """
    described = {name: each for name, each in table.settings.items() if "kind" in each}
    without = [each for each in names if each in described and not has_labels(described[each])]
    if not without:
        return ""
    wrong = f" {others[0]} is the codebook of another survey." if others else ""
    return (
        f"{table.name}: codes stand for the options of {', '.join(map(short, without))}, whose "
        "texts are in the survey's codebook. Put it beside the reports, as codebook.csv." + wrong
    )


def _described(
    path: Path, table: CsvTable, settings: Mapping[str, Mapping[str, str]], book: Codebook
) -> CsvQuestions:
    """The questions by a codebook; raises DataError if it lacks a column, or has another one."""
    size = table.facts.get("class_size", "")
    survey = {"title": _title(path), "class_size": int(size) if size.isdecimal() else 100}
    instrument = instrument_of(str(book.file), book.rows, survey, False)
    columns = {name: (alone, kind) for name, alone, kind in questions_of_columns(instrument)}
    of_lines = {name: (_by_lines(path, name, each), each["kind"])
                for name, each in settings.items()}  # fmt: skip
    told, held = (
        {name: (kind, each.options, each.gamma) for name, (each, kind) in of_all.items()}
        for of_all in (of_lines, columns)
    )
    if told and told != held:
        raise DataError(f"{book.file} is the codebook of another survey than {path}.")
    for name in table.names:
        if _OF_REPORTS.fullmatch(name) and name not in columns and name not in table.settings:
            raise DataError(f"{book.file} has no column {short(name)}, which {path} has.")
    return CsvQuestions(
        {name: alone for name, (alone, _) in columns.items() if name in table.names},
        {name: kind for name, (_, kind) in columns.items()},
        instrument,
    )


def _by_lines(path: Path, name: str, settings: Mapping[str, str]) -> Question:
    """The question of a column by its `#` line, without texts."""
    document = document_of(settings) | {"gamma": settings["gamma"]}
    return column_question(str(path), name, document)


def _codes(path: Path, name: str, place: int, question: Question, rows: Rows) -> list[int | None]:
    known = question.item.codes
    found: list[int | None] = []
    for line, cells in rows:
        cell = cells[place].strip().lower()
        code = known.get(cell)
        if code is None and cell not in MISSING:
            code = known.get(written(cell))
        if code is None and cell not in MISSING:
            raise DataError(
                f"{path}, line {line}, column {short(name)}: this is no code of its question. "
                "Export the file again."
            )
        found.append(code)
    return found


def _title(path: Path) -> str:
    return "".join(filter(str.isprintable, path.stem))[:100].strip() or "An export"
