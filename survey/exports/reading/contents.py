"""Reads each format of the app's exports but CSV to its questionnaire and responses."""

import sqlite3
import warnings
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import from_canonical_json
from survey.core.library.exported import ExportTable, exported
from survey.core.responses.reports import Report, report_columns
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.errors import DataError, FormatUnavailable, InstrumentInvalid
from survey.exports.parquet import parquet_installed
from survey.exports.reading.codebook_rows import instrument_of
from survey.exports.reading.one_each import one_each
from survey.exports.results_csv import ONE_EACH, STILL_OPEN
from survey.exports.verification.export_contents import NOT_AN_EXPORT
from survey.exports.verification.json_pieces import read_in_pieces
from survey.exports.verification.verify import verify

LARGEST_UNPACKED = 512 * 1024 * 1024  # bytes of a workbook's parts
NOT_OURS = "{}: this is no export of the app, or it was changed. Export it again."

Responses = list[tuple[str, Sequence[Report]]]


def from_json(path: Path) -> ExportTable:
    """Reads and verifies Everything (JSON); raises DataError for a wrong figure or response."""
    try:
        with path.open("rb") as file:
            found = verify(read_in_pieces(file, NOT_AN_EXPORT))
    except DataError as error:
        raise DataError(f"{path}: {error.message}") from None
    if found.faults:
        raise DataError(f"{path}: {found.faults[0]} survey verify tells all.")
    document = found.listed.document
    waited = document.get("figures") == FIGURES_ONCE_CLOSED
    hidden = waited and found.statement is not None
    cap = document.get("cap")
    listed = list(found.responses)
    of = exported(found.instrument.title, found.instrument, listed, hidden, cap, waited)
    if found.statement is None:
        return replace(of, still_open=document.get("statements") == [])
    return replace(of, root=found.statement.root, key=found.statement.key)


def from_parquet(path: Path) -> ExportTable:
    """Reads Reports (Parquet); raises FormatUnavailable without pyarrow."""
    if not parquet_installed():
        raise FormatUnavailable("Parquet needs pyarrow: pip install pyarrow.")
    import pyarrow
    from pyarrow.parquet import read_table

    try:
        table = read_table(path)
    except (pyarrow.ArrowException, ValueError) as error:
        raise DataError(NOT_OURS.format(path)) from error
    facts = {name.decode(): value.decode() for name, value in (table.schema.metadata or {}).items()}
    instrument = _instrument(path, facts.get("instrument", ""))
    names = report_columns(instrument)
    if not set(names) <= set(table.column_names):
        raise DataError(NOT_OURS.format(path))
    columns = [table.column(name).to_pylist() for name in names]
    rows = ((row[0], row[1:]) for row in zip(*columns, strict=True))
    return _of(path, instrument, rows, facts)


def from_datasette(path: Path) -> ExportTable:
    """Reads the database of a folder for Datasette."""
    if path.is_dir():
        found = sorted(path.glob("*.db"))
        if len(found) != 1:
            raise DataError(
                f"{path} is no folder of a Datasette export: it holds {len(found)} files that end "
                "in .db. Name the survey's file."
            )
        path = found[0]
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            database.row_factory = sqlite3.Row
            # Release 0.2.0 has no cap, figures and state here.
            (survey,) = map(dict, database.execute("SELECT * FROM surveys"))
            found_rows = database.execute('SELECT response_id, "column", code FROM reports')
            instrument = _instrument(path, survey["instrument"])
            places = {item.name: place for place, item in enumerate(instrument.items)}
            rows: dict[str, list[Report]] = {}
            for response_id, column, code in found_rows:
                empty: list[Report] = [None] * len(places)
                rows.setdefault(response_id, empty)[places[column]] = code
            if len(rows) != survey["responses"]:
                raise DataError(NOT_OURS.format(path))
    except (sqlite3.Error, ValueError, KeyError) as error:
        raise DataError(NOT_OURS.format(path)) from error
    return _of(path, instrument, rows.items(), survey)


def from_xlsx(path: Path) -> ExportTable:
    """Reads the reports of Everything (XLSX) by its codebook."""
    sheets = _sheets(path)
    # Definitions follow the facts, and may have the same names.
    about = [row for row in reversed(sheets["about"]) if len(row) > 1 and row[0]]
    facts = {str(row[0]): row[1] for row in about}
    header, *codebook = sheets["codebook"] or [()]
    named = [dict(zip(header, row, strict=False)) for row in codebook if any(row)]
    names, *listed = sheets["reports"] or [()]
    each = facts.get("answered")
    rows = [(str(row[0]), list(row[1:])) for row in listed if row and row[0]]
    asked_each = one_each(names[1:], [row for _, row in rows]) if each is None else each == ONE_EACH
    survey = {"title": str(facts.get("title")), "class_size": facts.get("class_size")}
    instrument = instrument_of(str(path), named, survey, asked_each)
    if report_columns(instrument) != list(names):
        raise DataError(NOT_OURS.format(path))
    return _of(path, instrument, rows, facts)


def _sheets(path: Path) -> dict[str, list[Any]]:
    """The rows of the sheets `about`, `codebook` and `reports`."""
    import openpyxl

    wanted = ("about", "codebook", "reports")
    try:
        with zipfile.ZipFile(path) as packed:
            if sum(each.file_size for each in packed.infolist()) > LARGEST_UNPACKED:
                raise DataError(f"{path} is too large to read as a workbook. Take CSV or Parquet.")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with closing(openpyxl.load_workbook(path, read_only=True, data_only=True)) as book:
                return {name: list(book[name].iter_rows(values_only=True)) for name in wanted}
    except DataError:
        raise
    # The libraries do not document which errors a damaged or hostile file causes in them.
    except Exception as error:
        raise DataError(NOT_OURS.format(path)) from error


def _instrument(path: Path, text: str) -> Instrument:
    try:
        return from_canonical_json(text)
    except (ValueError, KeyError, TypeError, RecursionError, InstrumentInvalid) as error:
        raise DataError(NOT_OURS.format(path)) from error


def _of(
    path: Path,
    instrument: Instrument,
    rows: Iterable[tuple[str, Sequence[Report]]],
    facts: Mapping[str, Any],
) -> ExportTable:
    """The export of these rows; raises DataError for a cell without a code of its column."""
    sizes = [item.options for item in instrument.items]
    names = [item.name for item in instrument.items]

    def checked() -> Iterator[tuple[str, Sequence[Report]]]:
        for number, (response_id, row) in enumerate(rows, start=1):
            for name, cell, size in zip(names, row, sizes, strict=True):
                empty = cell is None and instrument.one_question_each
                if not empty and not (isinstance(cell, int) and 0 <= cell < size):
                    raise DataError(
                        f"{path}, response {number}, column {name}: this is no code of its "
                        "question. Export the file again."
                    )
            yield response_id, row

    cap = str(facts.get("cap"))
    found = exported(
        instrument.title,
        instrument,
        list(checked()),
        cap=int(cap) if cap.isdecimal() else None,
        waited=facts.get("figures") == FIGURES_ONCE_CLOSED,
    )
    return replace(found, still_open=facts.get("state") == STILL_OPEN["state"])
