"""Surveys in the SQLite file, and what the instructor decides about them."""

import sqlite3
from collections.abc import Collection
from contextlib import closing
from functools import partial
from pathlib import Path

from survey.core.instrument.instrument import Instrument
from survey.errors import SurveyNotFound
from survey.store.models import State, Survey, TokenCounts, check_tokens_may_be_withdrawn
from survey.store.rules import (
    IS_NEW,
    check_closing,
    check_replaceable,
    check_state,
    stored_instrument,
)
from survey.store.sqlite.commit_gate import Turns
from survey.store.sqlite.connection import connect, connect_to_write, translated_errors
from survey.store.sqlite.instructors import SQLiteInstructors, check_instructor
from survey.store.sqlite.owed_wipes import is_owed, owe
from survey.store.sqlite.readers import Readers
from survey.store.sqlite.schema import migrate
from survey.store.sqlite.token_rows import count_tokens, forget_tokens, issue_tokens, read_tokens
from survey.store.sqlite.writer import Writer


class SQLiteSurveys(SQLiteInstructors):
    """What of the store concerns surveys and their tokens, beside instructors."""

    def __init__(self, path: Path):
        self._open_connection = partial(connect, path)
        with translated_errors():
            if not path.exists():
                # Created before SQLite opens it, so that it is never readable by others.
                path.touch(mode=0o600)
            with closing(connect(path)) as connection:
                migrate(connection)
        turns = Turns()
        self._readers = Readers(self._open_connection, turns)
        self._writer = Writer(partial(connect_to_write, path), turns)

    def add_survey(self, survey: Survey) -> bool:
        return self._write(lambda connection: insert_survey(connection, survey))

    def add_first_survey(self, survey: Survey) -> bool:
        def job(connection: sqlite3.Connection) -> bool:
            return bool(connection.execute(IS_NEW).fetchone()[0]) and insert_survey(
                connection, survey
            )

        return self._write(job)

    def survey(self, code: str) -> Survey:
        with self._readers.reading() as connection:
            return read_survey(connection, code)

    def surveys(self, owner: str | None = None) -> list[Survey]:
        with self._readers.reading() as connection:
            rows = connection.execute(
                "SELECT * FROM survey WHERE ?1 IS NULL OR owner = ?1 ORDER BY position DESC",
                (owner,),
            ).fetchall()
        return [_to_survey(row) for row in rows]

    def replace_instrument(self, code: str, instrument: Instrument, expected: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            check_replaceable(read_survey(connection, code), instrument, expected)
            connection.execute(
                "UPDATE survey SET instrument = ?, digest = ? WHERE code = ?",
                (instrument.canonical_json, instrument.digest, code),
            )

        self._write(job)

    def set_state(self, code: str, state: State) -> bool:
        def job(connection: sqlite3.Connection) -> None:
            check_state(read_survey(connection, code), state)
            connection.execute(
                "UPDATE survey SET state = ?, closes_at = NULL WHERE code = ?", (state, code)
            )
            if state is State.CLOSED:
                owe(connection)

        self._write(job)
        return state is not State.CLOSED or self._wiped()

    def plan_closing(self, code: str, closes_at: int | None) -> None:
        def job(connection: sqlite3.Connection) -> None:
            check_closing(read_survey(connection, code))
            connection.execute("UPDATE survey SET closes_at = ? WHERE code = ?", (closes_at, code))

        self._write(job)

    def close_due(self, now: int) -> list[str]:
        due = "state = 'open' AND closes_at <= ?"
        with self._readers.reading() as connection:
            if not connection.execute(f"SELECT 1 FROM survey WHERE {due}", (now,)).fetchone():  # noqa: S608
                return []  # the writer is not kept from storing for nothing

        def job(connection: sqlite3.Connection) -> list[str]:
            rows = connection.execute(
                f"UPDATE survey SET state = 'closed', closes_at = NULL WHERE {due} RETURNING code",  # noqa: S608
                (now,),
            )
            closed = [code for (code,) in rows.fetchall()]
            if closed:
                owe(connection)
            return closed

        return self._write(job)

    def wipe(self) -> None:
        with self._readers.reading() as connection:
            if not is_owed(connection):
                return  # the writer is not kept from storing for nothing
        self._rewrite()

    def set_sharing(self, code: str, results_public: bool, fewest_responses: int) -> None:
        def job(connection: sqlite3.Connection) -> None:
            read_survey(connection, code)
            connection.execute(
                "UPDATE survey SET results_public = ?, fewest_responses = ? WHERE code = ?",
                (results_public, fewest_responses, code),
            )

        self._write(job)

    def delete_survey(self, code: str) -> bool:
        def job(connection: sqlite3.Connection) -> None:
            read_survey(connection, code)
            for table in ("response", "tally", "token"):
                connection.execute(f"DELETE FROM {table} WHERE survey = ?", (code,))  # noqa: S608
            connection.execute("DELETE FROM survey WHERE code = ?", (code,))
            owe(connection)

        self._write(job)
        return self._wiped()

    def add_tokens(self, code: str, token_hashes: Collection[str]) -> None:
        def job(connection: sqlite3.Connection) -> None:
            survey = read_survey(connection, code)
            survey.check_tokens_may_be_issued(_has_responses(connection, code))
            issue_tokens(connection, code, token_hashes)

        self._write(job)

    def withdraw_tokens(self, code: str) -> None:
        def job(connection: sqlite3.Connection) -> None:
            read_survey(connection, code)
            check_tokens_may_be_withdrawn(count_tokens(connection, code).spent)
            forget_tokens(connection, code)

        self._write(job)

    def token_counts(self, code: str) -> TokenCounts:
        with self._readers.reading() as connection:
            read_survey(connection, code)
            return count_tokens(connection, code)

    def tokens(self, code: str) -> dict[str, bool]:
        with self._readers.reading() as connection:
            read_survey(connection, code)
            return read_tokens(connection, code)

    def close(self) -> None:
        self._writer.close()
        self._readers.close()


def read_survey(connection: sqlite3.Connection, code: str) -> Survey:
    """The survey with this code; raises SurveyNotFound."""
    row = connection.execute("SELECT * FROM survey WHERE code = ?", (code,)).fetchone()
    if row is None:
        raise SurveyNotFound
    return _to_survey(row)


def insert_survey(connection: sqlite3.Connection, survey: Survey) -> bool:
    """Adds a survey as it is; False, and nothing added, if its code is taken."""
    check_instructor(connection, survey.owner)
    cursor = connection.execute(
        "INSERT INTO survey (code, state, instrument, digest, results_public,"
        " fewest_responses, tokens_required, owner, closes_at)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (code) DO NOTHING",
        (survey.code, survey.state, survey.instrument.canonical_json, survey.instrument.digest,
         survey.results_public, survey.fewest_responses, survey.tokens_required, survey.owner,
         survey.closes_at),
    )  # fmt: skip
    return cursor.rowcount == 1


def _has_responses(connection: sqlite3.Connection, code: str) -> bool:
    sql = "SELECT EXISTS (SELECT 1 FROM response WHERE survey = ?)"
    return bool(connection.execute(sql, (code,)).fetchone()[0])


def _to_survey(row: sqlite3.Row) -> Survey:
    return Survey(
        code=row["code"],
        instrument=stored_instrument(row["instrument"]),
        state=State(row["state"]),
        results_public=bool(row["results_public"]),
        fewest_responses=row["fewest_responses"],
        tokens_required=bool(row["tokens_required"]),
        owner=row["owner"],
        closes_at=row["closes_at"],
    )
