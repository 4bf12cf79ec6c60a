"""Surveys in PostgreSQL, and what the instructor decides about them."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

import psycopg

from survey.core.instrument.instrument import Instrument
from survey.errors import SurveyNotFound
from survey.store.models import State, Survey, TokenCounts, check_tokens_may_be_withdrawn
from survey.store.postgresql.connection import Connections, connect, only_row, translated_errors
from survey.store.postgresql.instructors import PostgreSQLInstructors, check_instructor
from survey.store.postgresql.owed_wipes import WRITERS, is_owed, owe, pay
from survey.store.postgresql.schema import lock_key, migrate
from survey.store.postgresql.token_rows import (
    count_tokens,
    forget_tokens,
    issue_tokens,
    read_tokens,
)
from survey.store.rules import (
    IS_NEW,
    check_closing,
    check_replaceable,
    check_state,
    stored_instrument,
)

_SURVEY = (
    "SELECT code, instrument, state, results_public, fewest_responses, tokens_required, owner,"
    " closes_at FROM survey"
)
_FIRST = lock_key("first survey")


class PostgreSQLSurveys(PostgreSQLInstructors):
    """What of the store concerns surveys and their tokens, beside instructors.

    What closes or changes a survey holds its lock alone, and responses to it
    share that lock: so whoever closes waits for those on their way, and later
    ones find it closed. An advisory lock writes nothing, unlike one on the row.
    """

    def __init__(self, url: str):
        with connect(url) as connection, translated_errors():
            migrate(connection)
        self._connections = Connections(url)

    def add_survey(self, survey: Survey) -> bool:
        with self._connections.transaction() as connection:
            return insert_survey(connection, survey)

    def add_first_survey(self, survey: Survey) -> bool:
        with self._connections.transaction() as connection:
            # Each looks only after the one before has stored, or has not.
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (_FIRST,))
            return bool(only_row(connection, IS_NEW)[0]) and insert_survey(connection, survey)

    def survey(self, code: str) -> Survey:
        with self._connections.autocommit() as connection:
            return read_survey(connection, code)

    def surveys(self, owner: str | None = None) -> list[Survey]:
        with self._connections.autocommit() as connection:
            rows = connection.execute(
                f"{_SURVEY} WHERE %(owner)s::text IS NULL OR owner = %(owner)s"
                " ORDER BY position DESC",
                {"owner": owner},
            ).fetchall()
        return [_to_survey(*row) for row in rows]

    def replace_instrument(self, code: str, instrument: Instrument, expected: str) -> None:
        with self._changing(code) as (connection, survey):
            check_replaceable(survey, instrument, expected)
            connection.execute(
                "UPDATE survey SET instrument = %s, digest = %s WHERE code = %s",
                (instrument.canonical_json, instrument.digest, code),
            )

    def set_state(self, code: str, state: State) -> bool:
        with self._changing(code) as (connection, survey):
            check_state(survey, state)
            connection.execute(
                "UPDATE survey SET state = %s, closes_at = NULL WHERE code = %s", (state, code)
            )
            if state is State.CLOSED:
                owe(connection)
        return state is not State.CLOSED or self._wiped()

    def plan_closing(self, code: str, closes_at: int | None) -> None:
        with self._changing(code) as (connection, survey):
            check_closing(survey)
            connection.execute(
                "UPDATE survey SET closes_at = %s WHERE code = %s", (closes_at, code)
            )

    def close_due(self, now: int) -> list[str]:
        with self._connections.autocommit() as connection:
            rows = connection.execute(
                "SELECT code FROM survey WHERE state = 'open' AND closes_at <= %s ORDER BY code",
                (now,),
            ).fetchall()
        return [code for (code,) in rows if self._close_if_due(code, now)]

    def wipe(self) -> None:
        with self._connections.autocommit() as connection:
            if not is_owed(connection):
                return  # nobody is kept from storing for nothing
        pay(self._connections)

    def set_sharing(self, code: str, results_public: bool, fewest_responses: int) -> None:
        with self._changing(code) as (connection, _):
            connection.execute(
                "UPDATE survey SET results_public = %s, fewest_responses = %s WHERE code = %s",
                (results_public, fewest_responses, code),
            )

    def delete_survey(self, code: str) -> bool:
        with self._changing(code) as (connection, _):
            for table in ("response", "tally", "token"):
                connection.execute(f"DELETE FROM {table} WHERE survey = %s", (code,))  # noqa: S608
            connection.execute("DELETE FROM survey WHERE code = %s", (code,))
            owe(connection)
        return self._wiped()

    def add_tokens(self, code: str, token_hashes: Collection[str]) -> None:
        with self._changing(code) as (connection, survey):
            sql = "SELECT EXISTS (SELECT FROM response WHERE survey = %s)"
            survey.check_tokens_may_be_issued(only_row(connection, sql, (code,))[0])
            issue_tokens(connection, code, token_hashes)

    def withdraw_tokens(self, code: str) -> None:
        with self._changing(code) as (connection, _):
            check_tokens_may_be_withdrawn(count_tokens(connection, code).spent)
            forget_tokens(connection, code)

    def token_counts(self, code: str) -> TokenCounts:
        with self._connections.autocommit() as connection:
            read_survey(connection, code)
            return count_tokens(connection, code)

    def tokens(self, code: str) -> dict[str, bool]:
        with self._connections.autocommit() as connection:
            read_survey(connection, code)
            return read_tokens(connection, code)

    def close(self) -> None:
        self._connections.close()

    def _close_if_due(self, code: str, now: int) -> bool:
        """Whether this closed it: it may have been closed, given more time, or deleted."""
        try:
            with self._changing(code) as (connection, _):
                cursor = connection.execute(
                    "UPDATE survey SET state = 'closed', closes_at = NULL"
                    " WHERE code = %s AND state = 'open' AND closes_at <= %s",
                    (code, now),
                )
                if cursor.rowcount:
                    owe(connection)
                return cursor.rowcount == 1
        except SurveyNotFound:
            return False

    @contextmanager
    def _changing(self, code: str) -> Iterator[tuple[psycopg.Connection, Survey]]:
        """The survey while no response to it is on its way and nobody else changes it."""
        with self._connections.transaction() as connection:
            connection.execute(
                "SELECT pg_advisory_xact_lock_shared(%s), pg_advisory_xact_lock(%s)",
                (WRITERS, survey_lock(code)),
            )
            yield connection, read_survey(connection, code)


def survey_lock(code: str) -> int:
    """The number of the lock of this survey."""
    return lock_key(f"survey {code}")


def read_survey(connection: psycopg.Connection, code: str) -> Survey:
    """The survey with this code; raises SurveyNotFound."""
    row = connection.execute(f"{_SURVEY} WHERE code = %s", (code,)).fetchone()
    if row is None:
        raise SurveyNotFound
    return _to_survey(*row)


def insert_survey(connection: psycopg.Connection, survey: Survey) -> bool:
    """Adds a survey as it is; False, and nothing added, if its code is taken."""
    check_instructor(connection, survey.owner)
    cursor = connection.execute(
        "INSERT INTO survey (code, state, instrument, digest, results_public,"
        " fewest_responses, tokens_required, owner, closes_at)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT (code) DO NOTHING",
        (survey.code, survey.state, survey.instrument.canonical_json, survey.instrument.digest,
         survey.results_public, survey.fewest_responses, survey.tokens_required, survey.owner,
         survey.closes_at),
    )  # fmt: skip
    return cursor.rowcount == 1


def _to_survey(code: str, instrument: str, state: str, *decided: Any) -> Survey:
    return Survey(code, stored_instrument(instrument), State(state), *decided)
