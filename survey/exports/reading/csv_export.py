"""Reads Reports (CSV), with the codebook in the same folder or the one that the caller names."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
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
from survey.exports.reading.codebook_rows import instrument_of, rows_of
from survey.exports.reading.column_questions import column_question, document_of, randomized
from survey.exports.reading.csv_table import CsvTable, read_table, short
from survey.exports.reading.one_each import RowCount

CODEBOOK_OF = {"reports.csv": "codebook.csv", "-reports.csv": "-codebook.csv"}
DIGEST = "# instrument_sha256: "

Rows = Sequence[tuple[int, Sequence[str]]]


def from_csv(path: Path, codebook: Path | None) -> ExportTable:
    """Reads the reports of a CSV whose `#` lines describe its columns; raises DataError."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as lines:
            table = read_table(lines, str(path))
            seen = RowCount(table)
            rows = list(seen.counted(table.rows))
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not text in UTF-8. Save it as CSV (UTF-8).") from error
    if not any(randomized(table.settings.get(name, {})) for name in table.names):
        raise DataError(
            f"{path} holds no reports of which its # lines say what they are. Export Reports (CSV) "
            "again, or give each column to estimate with its γ and kind."
        )
    questions, instrument = known_questions(path, table, codebook)
    of_all = seen.asked_of
    columns: dict[str, Cells] = {}
    ids: tuple[str, ...] = ()
    for name, place in zip(table.names, table.places(table.names), strict=True):
        if name == RESPONSE_ID:
            ids = tuple(cells[place] for _, cells in rows)
        elif name in questions:
            codes = tuple(_codes(path, name, place, questions[name], rows))
            kind = table.settings[name]["kind"]
            columns[name] = ExportedColumn(name, questions[name], codes, of_all, kind)
        else:
            columns[name] = [cells[place] for _, cells in rows]
    if instrument is not None and len(questions) < len(instrument.items):
        instrument = None  # somebody has dropped a column
    if instrument is not None:
        instrument = replace(instrument, one_question_each=of_all.drawn_from > 0)
    waited = table.facts.get("figures") == FIGURES_ONCE_CLOSED
    return ExportTable(path.stem, columns, ids, instrument, cap=of_all.cap, waited=waited)


def known_questions(
    path: Path, table: CsvTable, codebook: Path | None = None
) -> tuple[dict[str, Question], Instrument | None]:
    """The question of each randomized column, and the questionnaire if there is a codebook."""
    settings = {name: each for name, each in table.settings.items() if randomized(each)}
    file = codebook or codebook_beside(path, table.facts)
    # Release 0.1.0 could also ask without randomizing, which no questionnaire can do now.
    open_too = any("kind" in each for name, each in table.settings.items() if name not in settings)
    if file is None or (open_too and not codebook):
        gammas = {name: {"gamma": each["gamma"]} for name, each in settings.items()}
        documents = {name: document_of(each) | gammas[name] for name, each in settings.items()}
        named = {name: column_question(str(path), name, documents[name])
                 for name in documents if name in table.names}  # fmt: skip
        return named, None
    size = table.facts.get("class_size", "")
    survey = {"title": _title(path), "class_size": int(size) if size.isdecimal() else 100}
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            described = read_table(lines, str(file))
            rows = rows_of(described)
    except UnicodeDecodeError as error:
        raise DataError(f"{file} is not text in UTF-8. Save it as CSV (UTF-8).") from error
    instrument = instrument_of(str(file), rows, survey, False)
    known = {name: alone for name, alone, _ in questions_of_columns(instrument)}
    digests = {each.facts.get("instrument_sha256") for each in (table, described)}
    if known.keys() != settings.keys() or len(digests) > 1:
        raise DataError(f"{file} is the codebook of another survey than {path}.")
    return {name: each for name, each in known.items() if name in table.names}, instrument


def codebook_beside(path: Path, facts: Mapping[str, str]) -> Path | None:
    """The same survey's codebook in the folder of the reports; None if there is none."""
    for ending, other in CODEBOOK_OF.items():
        if path.name.endswith(ending):
            file = path.with_name(path.name.removesuffix(ending) + other)
            if file.is_file():
                with file.open(encoding="utf-8-sig", errors="replace") as lines:
                    first = lines.readline(200).strip()
                if first == DIGEST + facts.get("instrument_sha256", ""):
                    return file
    return None


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
