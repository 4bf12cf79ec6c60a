"""Surveys in an SQL database, and what their instructors decide about them."""

from collections.abc import Callable, Collection
from datetime import UTC, date, datetime
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.errors import SurveyNotFound
from survey.store.models import State, Survey, TokenCounts, check_tokens_may_be_withdrawn
from survey.store.rules import (
    IS_NEW,
    check_archivable,
    check_closing,
    check_replaceable,
    check_state,
    stored_instrument,
)
from survey.store.sql.database import Database, Result, Rows, wiped
from survey.store.sql.instructors import check_instructor
from survey.store.sql.public_steps import close_steps, reopen_steps

_SURVEY = (
    "SELECT code, instrument, state, results_public, fewest_responses, tokens_required, owner,"
    " closes_at, since, archived, closes_unseen, closings FROM survey"
)
_DUE = "state = 'open' AND closes_at <= ?"
# Not where the state was stored without its closing, as in a survey that a test adds closed.
_OWES = (
    "state = 'closed' AND closings > 0 AND NOT EXISTS"
    " (SELECT 1 FROM statement WHERE survey = code AND closing = closings)"
)
_STATE = "INSERT INTO statement (survey, closing, text) VALUES (?, ?, ?)"
_ONE_DUE = f"code = ? AND {_DUE}"


def survey_lock(code: str) -> str:
    """The name of the lock that whoever changes this survey holds alone."""
    return f"survey {code}"


class SQLSurveys:
    """See survey.store.interface.surveys for what each verb promises."""

    def __init__(self, database: Database):
        self._database = database

    def add(self, survey: Survey) -> bool:
        return self._database.write(lambda rows: insert_survey(rows, survey))

    def add_first(self, survey: Survey) -> bool:
        # The lock makes each look only after the one before it has finished.
        return self._database.write(
            lambda rows: bool(rows.execute(IS_NEW).fetchone()[0]) and insert_survey(rows, survey),
            lock="first survey",
        )

    def get(self, code: str) -> Survey:
        with self._database.reading() as rows:
            return read_survey(rows, code)

    def all(self, owner: str | None = None) -> list[Survey]:
        with self._database.reading() as rows:
            found = rows.execute(
                f"{_SURVEY} WHERE CAST(? AS TEXT) IS NULL OR owner = ? ORDER BY position DESC",
                (owner, owner),
            ).fetchall()
        return [_to_survey(*row) for row in found]

    def replace_instrument(self, code: str, instrument: Instrument, expected: str) -> None:
        def job(rows: Rows, survey: Survey) -> None:
            check_replaceable(survey, instrument, expected)
            rows.execute(
                "UPDATE survey SET instrument = ?, digest = ? WHERE code = ?",
                (instrument.canonical_json, instrument.digest, code),
            )

        self._change(code, job)

    def set_state(self, code: str, state: State) -> bool:
        def job(rows: Rows, survey: Survey) -> None:
            check_state(survey, state)
            closes = survey.state is State.OPEN and state is State.CLOSED
            closings = survey.closings + closes
            rows.execute(
                "UPDATE survey SET state = ?, closes_at = NULL, closes_unseen = ?,"
                " since = CASE WHEN state = ? THEN since ELSE ? END, closings = ? WHERE code = ?",
                (state, False, state, datetime.now(UTC).date().isoformat(), closings, code),
            )
            if state is State.OPEN:
                _archive(rows, code, False)
            if state is State.OPEN and survey.state is State.CLOSED:
                reopen_steps(rows, survey)
            if state is State.CLOSED:
                close_steps(rows, survey)
                self._database.owe(rows)

        self._change(code, job)
        return state is not State.CLOSED or wiped(self._database)

    def plan_closing(self, code: str, closes_at: int | None) -> None:
        def job(rows: Rows, survey: Survey) -> None:
            check_closing(survey)
            count = "SELECT count(*) FROM response WHERE survey = ?"
            (responses,) = rows.execute(count, (code,)).fetchone()
            unseen = closes_at is not None and responses < max(survey.fewest_responses, 1)
            rows.execute(
                "UPDATE survey SET closes_at = ?, closes_unseen = ? WHERE code = ?",
                (closes_at, unseen, code),
            )

        self._change(code, job)

    def close_due(self, now: int) -> list[str]:
        with self._database.reading() as rows:  # no lock unless a survey is due
            due = rows.execute(f"SELECT code FROM survey WHERE {_DUE} ORDER BY code", (now,))  # noqa: S608
            codes = [code for (code,) in due.fetchall()]
        return [code for code in codes if self._close_if_due(code, now)]

    def owed_statements(self) -> list[str]:
        with self._database.reading() as rows:
            found = rows.execute(f"SELECT code FROM survey WHERE {_OWES} ORDER BY code").fetchall()  # noqa: S608
            return [code for (code,) in found]

    def statements(self, code: str) -> list[str]:
        with self._database.reading() as rows:
            read_survey(rows, code)
            query = "SELECT text FROM statement WHERE survey = ? AND text <> '' ORDER BY closing"
            return [text for (text,) in rows.execute(query, (code,)).fetchall()]

    def add_statement(self, code: str, closing: int, text: str) -> bool:
        def job(rows: Rows, survey: Survey) -> bool:
            if survey.state is not State.CLOSED or survey.closings != closing:
                return False
            added = rows.execute(f"{_STATE} ON CONFLICT DO NOTHING", (code, closing, text))
            return added.rowcount == 1

        return self._change(code, job)

    def set_sharing(self, code: str, results_public: bool, fewest_responses: int) -> None:
        def job(rows: Rows, survey: Survey) -> None:
            rows.execute(
                "UPDATE survey SET results_public = ?, fewest_responses = ? WHERE code = ?",
                (results_public, fewest_responses, code),
            )

        self._change(code, job)

    def set_archived(self, code: str, archived: bool) -> None:
        def job(rows: Rows, survey: Survey) -> None:
            if archived:
                check_archivable(survey)
            _archive(rows, code, archived)

        self._change(code, job)

    def delete(self, code: str) -> bool:
        def job(rows: Rows, survey: Survey) -> None:
            for table in ("response", "tally", "token", "statement", "public_step"):
                rows.execute(f"DELETE FROM {table} WHERE survey = ?", (code,))  # noqa: S608
            rows.execute("DELETE FROM survey WHERE code = ?", (code,))
            self._database.owe(rows)

        self._change(code, job)
        return wiped(self._database)

    def add_tokens(self, code: str, token_hashes: Collection[str]) -> None:
        def job(rows: Rows, survey: Survey) -> None:
            answered = "SELECT EXISTS (SELECT 1 FROM response WHERE survey = ?)"
            survey.check_tokens_may_be_issued(bool(rows.execute(answered, (code,)).fetchone()[0]))
            rows.execute("UPDATE survey SET tokens_required = ? WHERE code = ?", (True, code))
            rows.insert(
                "token (survey, token_hash, spent)", ((code, each, False) for each in token_hashes)
            )

        self._change(code, job)

    def withdraw_tokens(self, code: str) -> bool:
        def job(rows: Rows, survey: Survey) -> None:
            check_tokens_may_be_withdrawn(_count_tokens(rows, code).spent)
            rows.execute("DELETE FROM token WHERE survey = ?", (code,))
            rows.execute("UPDATE survey SET tokens_required = ? WHERE code = ?", (False, code))
            self._database.owe(rows)

        self._change(code, job)
        return wiped(self._database)

    def token_counts(self, code: str) -> TokenCounts:
        with self._database.reading() as rows:
            read_survey(rows, code)
            return _count_tokens(rows, code)

    def tokens(self, code: str) -> dict[str, bool]:
        with self._database.reading() as rows:
            read_survey(rows, code)
            found = rows.execute("SELECT token_hash, spent FROM token WHERE survey = ?", (code,))
            return {token_hash: bool(spent) for token_hash, spent in found.fetchall()}

    def _close_if_due(self, code: str, now: int) -> bool:
        """Closes the survey, unless it was meanwhile closed, given more time, or deleted."""

        def job(rows: Rows, survey: Survey) -> bool:
            closed = rows.execute(
                f"UPDATE survey SET state = 'closed', closes_at = NULL, since = ?,"  # noqa: S608
                f" closings = closings + 1 WHERE {_ONE_DUE}",
                (datetime.fromtimestamp(now, UTC).date().isoformat(), code, now),
            ).rowcount
            if closed:
                close_steps(rows, survey)
                self._database.owe(rows)
            return bool(closed)

        try:
            return self._change(code, job)
        except SurveyNotFound:
            return False

    def _change(self, code: str, job: Callable[[Rows, Survey], Result]) -> Result:
        """Runs the job while no response to the survey is stored and nobody else changes it."""
        return self._database.write(
            lambda rows: job(rows, read_survey(rows, code)), lock=survey_lock(code)
        )


def read_survey(rows: Rows, code: str) -> Survey:
    """The survey with this code; raises SurveyNotFound."""
    row = rows.execute(f"{_SURVEY} WHERE code = ?", (code,)).fetchone()
    if row is None:
        raise SurveyNotFound
    return _to_survey(*row)


def insert_survey(rows: Rows, survey: Survey) -> bool:
    """Adds a survey; False, and nothing added, if its code is taken."""
    check_instructor(rows, survey.owner, rows.for_share)
    added = rows.execute(
        "INSERT INTO survey (code, state, instrument, digest, results_public,"
        " fewest_responses, tokens_required, owner, closes_at, since, archived, closes_unseen,"
        " closings) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (code) DO NOTHING",
        (survey.code, survey.state, survey.instrument.canonical_json, survey.instrument.digest,
         survey.results_public, survey.fewest_responses, survey.tokens_required, survey.owner,
         survey.closes_at, survey.since and survey.since.isoformat(), survey.archived,
         survey.closes_unseen, survey.closings),
    )  # fmt: skip
    return added.rowcount == 1


def _archive(rows: Rows, code: str, archived: bool) -> None:
    rows.execute("UPDATE survey SET archived = ? WHERE code = ?", (archived, code))


def _count_tokens(rows: Rows, code: str) -> TokenCounts:
    statement = "SELECT count(*), count(*) FILTER (WHERE spent) FROM token WHERE survey = ?"
    return TokenCounts(*rows.execute(statement, (code,)).fetchone())


def _to_survey(
    code: str, instrument: str, state: str, public: int, fewest: int, tokens: int, *rest: Any
) -> Survey:
    owner, closes_at, since, archived, unseen, closings = rest
    return Survey(
        code, stored_instrument(instrument), State(state), bool(public), fewest, bool(tokens),
        owner, closes_at, date.fromisoformat(since) if since else None, bool(archived),
        bool(unseen), closings,
    )  # fmt: skip
