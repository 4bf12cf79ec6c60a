"""The embedded store: surveys, responses and tallies in one SQLite file."""

import json
import sqlite3
from collections import Counter
from collections.abc import Collection
from collections.abc import Iterator
from collections.abc import Sequence
from contextlib import closing
from functools import cache
from functools import lru_cache
from functools import partial
from pathlib import Path

from sqlite_utils import Database

from survey.core.instrument import Instrument
from survey.core.instrument import from_canonical_json
from survey.core.relations import Counts
from survey.core.response import Response
from survey.core.tally import Tally
from survey.errors import SurveyNotFound
from survey.store.base import State
from survey.store.base import Survey
from survey.store.base import TokenCounts
from survey.store.connection import connect
from survey.store.connection import translated_errors
from survey.store.decisions import check_replaceable
from survey.store.decisions import check_state
from survey.store.decisions import cross_tally_of
from survey.store.decisions import is_stored
from survey.store.decisions import tally_of
from survey.store.readers import Readers
from survey.store.schema import migrations
from survey.store.sqlite_instructors import SQLiteInstructors
from survey.store.sqlite_instructors import check_instructor
from survey.store.sqlite_tokens import count_tokens
from survey.store.sqlite_tokens import issue_tokens
from survey.store.sqlite_tokens import spend_token
from survey.store.tokens import check_tokens_may_be_issued
from survey.store.writer import Writer

RESPONSES_A_PAGE = 5000
# The survey's code, the response, and the hash of its token.
Sent = tuple[str, Response, str | None]

AFTER_HEX = "g"  # sorts after every hex digit

# Instruments are frozen values, so parsing each stored text once is enough.
_instrument = lru_cache(maxsize=256)(from_canonical_json)


class SQLiteStore(SQLiteInstructors):
    """See survey.store.base.Store for what each verb promises."""

    def __init__(self, path: Path):
        self._open_connection = partial(connect, path)
        with translated_errors():
            # Created before SQLite opens it, so that it is never readable by others.
            path.touch(mode=0o600)
            with closing(connect(path)) as connection:
                # SQLite adds a column that refers to another table only without its checks.
                connection.execute("PRAGMA foreign_keys = OFF")
                migrations.apply(Database(connection))
        self._readers = Readers(self._open_connection)
        self._writer = Writer(self._open_connection)

    def add_survey(self, survey: Survey) -> bool:
        def job(connection: sqlite3.Connection) -> bool:
            check_instructor(connection, survey.owner)
            cursor = connection.execute(
                "INSERT INTO survey"
                " (code, state, instrument, results_public, fewest_responses, tokens_required,"
                " owner) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (code) DO NOTHING",
                (
                    survey.code,
                    survey.state,
                    survey.instrument.canonical_json,
                    survey.results_public,
                    survey.fewest_responses,
                    survey.tokens_required,
                    survey.owner,
                ),
            )
            return cursor.rowcount == 1

        return self._write(job)

    def survey(self, code: str) -> Survey:
        with self._readers.reading() as connection:
            return _read_survey(connection, code)

    def surveys(self, owner: str | None = None) -> list[Survey]:
        with self._readers.reading() as connection:
            rows = connection.execute(
                "SELECT * FROM survey WHERE ?1 IS NULL OR owner = ?1 ORDER BY position DESC",
                (owner,),
            ).fetchall()
        return [_to_survey(row) for row in rows]

    def replace_instrument(self, code: str, instrument: Instrument) -> None:
        def job(connection: sqlite3.Connection) -> None:
            check_replaceable(_read_survey(connection, code))
            connection.execute(
                "UPDATE survey SET instrument = ? WHERE code = ?",
                (instrument.canonical_json, code),
            )

        self._write(job)

    def set_state(self, code: str, state: State) -> None:
        def job(connection: sqlite3.Connection) -> None:
            check_state(_read_survey(connection, code), state)
            connection.execute("UPDATE survey SET state = ? WHERE code = ?", (state, code))

        self._write(job)
        if state is State.CLOSED:
            self._rewrite()

    def set_sharing(self, code: str, results_public: bool, fewest_responses: int) -> None:
        def job(connection: sqlite3.Connection) -> None:
            _read_survey(connection, code)
            connection.execute(
                "UPDATE survey SET results_public = ?, fewest_responses = ? WHERE code = ?",
                (results_public, fewest_responses, code),
            )

        self._write(job)

    def delete_survey(self, code: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            _read_survey(connection, code)
            for table in ("response", "tally", "token"):
                connection.execute(f"DELETE FROM {table} WHERE survey = ?", (code,))  # noqa: S608
            connection.execute("DELETE FROM survey WHERE code = ?", (code,))

        self._write(job)
        self._rewrite()

    def add_tokens(self, code: str, token_hashes: Collection[str]) -> None:
        def job(connection: sqlite3.Connection) -> None:
            survey = _read_survey(connection, code)
            check_tokens_may_be_issued(survey, _has_responses(connection, code))
            issue_tokens(connection, code, token_hashes)

        self._write(job)

    def token_counts(self, code: str) -> TokenCounts:
        with self._readers.reading() as connection:
            _read_survey(connection, code)
            return count_tokens(connection, code)

    def add_response(self, code: str, response: Response, token_hash: str | None = None) -> bool:
        with translated_errors():
            return self._writer.write_together(_add_responses, (code, response, token_hash))

    def tally(self, code: str) -> Tally:
        with self._readers.reading() as connection:
            survey = _read_survey(connection, code)
            rows = connection.execute(
                "SELECT item, value, reports FROM tally WHERE survey = ?", (code,)
            ).fetchall()
        return tally_of(survey.instrument, rows)

    def cross_tally(self, code: str, first: int, second: int) -> Counts:
        with self._readers.reading() as connection:
            items = _read_survey(connection, code).instrument.items
            rows = connection.execute(
                "SELECT json_extract(reports, ?), json_extract(reports, ?), COUNT(*)"
                " FROM response WHERE survey = ? GROUP BY 1, 2",
                (f"$[{first}]", f"$[{second}]", code),
            ).fetchall()
        return cross_tally_of((items[first], items[second]), rows)

    def responses(self, code: str, prefix: str = "") -> Iterator[tuple[str, tuple[int, ...]]]:
        self.survey(code)
        last = prefix  # what begins with it is greater
        # Page by page, so that a slow download never keeps the writer waiting.
        while page := self._page_of_responses(code, last, prefix + AFTER_HEX):
            yield from ((response_id, tuple(json.loads(reports))) for response_id, reports in page)
            last = page[-1]["response_id"]

    def close(self) -> None:
        self._writer.close()
        self._readers.close()

    def _page_of_responses(self, code: str, after: str, before: str) -> list[sqlite3.Row]:
        with self._readers.reading() as connection:
            return connection.execute(
                "SELECT response_id, reports FROM response"
                " WHERE survey = ? AND response_id > ? AND response_id < ?"
                " ORDER BY response_id LIMIT ?",
                (code, after, before, RESPONSES_A_PAGE),
            ).fetchall()


def _add_responses(connection: sqlite3.Connection, sent: Sequence[Sent]) -> list[bool]:
    """Stores those that are new; what many share is read and counted once."""
    survey = cache(partial(_read_survey, connection))
    counted: Counter[tuple[str, int, int]] = Counter()
    outcomes = []
    for code, response, token_hash in sent:
        new = _add_response(connection, survey(code), response, token_hash)
        if new:
            counted.update((code, item, value) for item, value in enumerate(response.reports))
        outcomes.append(new)
    connection.executemany(
        "INSERT INTO tally (survey, item, value, reports) VALUES (?, ?, ?, ?)"
        " ON CONFLICT DO UPDATE SET reports = reports + excluded.reports",
        [(*counter, reports) for counter, reports in counted.items()],
    )
    return outcomes


def _add_response(
    connection: sqlite3.Connection, survey: Survey, response: Response, token_hash: str | None
) -> bool:
    known = connection.execute(
        "SELECT reports FROM response WHERE survey = ? AND response_id = ?",
        (survey.code, response.response_id),
    ).fetchone()
    if is_stored(survey, response, known and json.loads(known["reports"])):
        return False
    spend_token(connection, survey, token_hash)
    connection.execute(
        "INSERT INTO response (survey, response_id, reports) VALUES (?, ?, ?)",
        (survey.code, response.response_id, json.dumps(response.reports, separators=(",", ":"))),
    )
    return True


def _read_survey(connection: sqlite3.Connection, code: str) -> Survey:
    row = connection.execute("SELECT * FROM survey WHERE code = ?", (code,)).fetchone()
    if row is None:
        raise SurveyNotFound
    return _to_survey(row)


def _has_responses(connection: sqlite3.Connection, code: str) -> bool:
    sql = "SELECT EXISTS (SELECT 1 FROM response WHERE survey = ?)"
    return bool(connection.execute(sql, (code,)).fetchone()[0])


def _to_survey(row: sqlite3.Row) -> Survey:
    return Survey(
        code=row["code"],
        instrument=_instrument(row["instrument"]),
        state=State(row["state"]),
        results_public=bool(row["results_public"]),
        fewest_responses=row["fewest_responses"],
        tokens_required=bool(row["tokens_required"]),
        owner=row["owner"],
    )
