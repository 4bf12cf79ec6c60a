"""A folder for Datasette: a fresh SQLite file of readable tables, and metadata.json.

It is meant to be published, so it holds only what the public page of all reports shows.
"""

import errno
import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from survey.core.instrument.instrument import Instrument, question_name
from survey.core.responses.reports import Report
from survey.core.responses.tally import Tally, TallyCounter
from survey.errors import FormatUnavailable
from survey.exports.codebook import codebook_rows
from survey.exports.datasette.metadata import metadata
from survey.exports.datasette.tables import TABLES
from survey.exports.result_terms import ResultTerms
from survey.exports.results_csv import NO_FACTS, estimates_table
from survey.store.files import link_durably

METADATA = "metadata.json"

# The types of those columns of the estimates that are not REAL.
_TYPES = dict.fromkeys(("question", "quantity", "option", "gamma", "text"), "TEXT")
_TYPES |= dict.fromkeys(("respondents", "reported_yes"), "INTEGER")


def write_datasette(
    folder: Path,
    code: str,
    instrument: Instrument,
    responses: Iterable[tuple[str, Sequence[Report]]],
    confidence: float,
    facts: Mapping[str, str] = NO_FACTS,
) -> None:
    """Writes `code`.db and metadata.json into the folder, which it creates if needed.

    Raises FormatUnavailable if one of the two files exists, OSError if writing fails.
    """
    database, described = folder / f"{code}.db", folder / METADATA
    for path in (database, described):
        if path.exists():
            raise FormatUnavailable(
                f"{path} exists already. Name another folder, or delete it first."
            )
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f"{code}.{secrets.token_hex(8)}"
    try:
        with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
            # No journal: an unfinished file is deleted.
            connection.execute("PRAGMA journal_mode = OFF")
            connection.execute("BEGIN")
            _fill(connection, code, instrument, responses, confidence, facts)
            connection.execute("COMMIT")
            columns = _columns_of_tables(connection)
        document = metadata(code, instrument, columns)
        link_durably(unfinished, database)
    except sqlite3.OperationalError as error:
        raise OSError(errno.EIO, str(error), str(database)) from error
    finally:
        unfinished.unlink(missing_ok=True)
    described.write_text(json.dumps(document, ensure_ascii=False, indent=2) + "\n", "utf-8")


def _fill(
    connection: sqlite3.Connection,
    code: str,
    instrument: Instrument,
    responses: Iterable[tuple[str, Sequence[Report]]],
    confidence: float,
    facts: Mapping[str, str],
) -> None:
    _create(connection, TABLES)
    counting = TallyCounter(instrument)
    _insert(connection, "reports", _report_rows(instrument, responses, counting))
    tally = counting.tally()
    survey = (
        code,
        instrument.title,
        instrument.introduction,
        instrument.class_size,
        tally.responses,
        instrument.epsilon,
        confidence,
        instrument.digest,
        instrument.canonical_json,
        facts.get("root"),
        facts.get("fingerprint"),
        facts.get("cap"),
        facts.get("figures"),
        facts.get("state"),
    )
    _insert(connection, "surveys", [survey])
    _insert(connection, "questions", _question_rows(code, instrument))
    _insert(connection, "codebook", codebook_rows(instrument))
    _insert(connection, "tallies", _tally_rows(instrument, tally))
    header, *estimates = estimates_table(instrument, tally, ResultTerms(confidence))
    typed = ", ".join(f"{name} {_TYPES.get(name, 'REAL')}" for name in header)
    connection.execute(f"CREATE TABLE estimates ({typed})")
    _insert(connection, "estimates", estimates)


def _report_rows(
    instrument: Instrument,
    responses: Iterable[tuple[str, Sequence[Report]]],
    counting: TallyCounter,
) -> Iterator[tuple[str, str, int]]:
    """One row for each report; counts each response before its first row."""
    names = [item.name for item in instrument.items]
    for response_id, reports in responses:
        counting.add(reports)
        for name, report in zip(names, reports, strict=True):
            if report is not None:
                yield response_id, name, report


def _question_rows(code: str, instrument: Instrument) -> Iterator[tuple[Any, ...]]:
    for number, question in enumerate(instrument.questions, start=1):
        yield (
            question_name(number),
            code,
            str(question.kind),
            question.text,
            str(question.gamma),
            question.epsilon,
        )


def _tally_rows(instrument: Instrument, tally: Tally) -> Iterator[tuple[str, int, int]]:
    for item, counts in zip(instrument.items, tally.counts, strict=True):
        for code, reports in enumerate(counts):
            yield item.name, code, reports


def _create(connection: sqlite3.Connection, statements: str) -> None:
    """Runs the statements one by one: `executescript` would end the transaction."""
    for statement in statements.split(";\n"):
        connection.execute(statement)


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[Sequence[Any]]) -> None:
    """Inserts rows that give every column of the table, in its order."""
    marks = ", ".join("?" * len(_columns(connection, table)))
    connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)  # noqa: S608


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    query = "SELECT name FROM pragma_table_info(?)"
    return [name for (name,) in connection.execute(query, (table,))]


def _columns_of_tables(connection: sqlite3.Connection) -> dict[str, list[str]]:
    query = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view') ORDER BY rowid"
    names = [name for (name,) in connection.execute(query)]
    return {name: _columns(connection, name) for name in names}
