"""Stores all waiting responses in the SQLite file together, in one statement if all are good.

Each statement releases Python's lock and waits for it again, behind every thread
that answers a request. So there are few statements, however many responses.
"""

import json
import sqlite3
from collections.abc import Awaitable, Iterator, Sequence
from functools import cache, partial

from survey.core.estimation.crosstab import Counts
from survey.core.responses.public_steps import PublicSteps
from survey.core.responses.reports import Reports
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally
from survey.errors import SurveyError
from survey.store.rules import cross_tally_of, is_stored
from survey.store.sql import public_looks
from survey.store.sql.filling import ResponseTable
from survey.store.sql.public_steps import read_steps, read_tally
from survey.store.sql.surveys import read_survey
from survey.store.sqlite.connection import Connection
from survey.store.sqlite.database import SQLiteDatabase
from survey.store.sqlite.token_rows import Tokens

# The survey's code, the response, and the hash of its token.
Sent = tuple[str, Response, str | None]

_STORE = """
    INSERT INTO response (survey, response_id, reports)
    SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]')
    FROM json_each(:responses)
"""
# Stores all of them or none: none if an instrument is another, or a survey is not open or takes
# tokens. An id that is already taken is an error, which undoes the statement.
_IF_ALL_ARE_GOOD = """
    WHERE :number = (
        SELECT count(*) FROM json_each(:surveys) JOIN survey ON code = json_extract(value, '$[0]')
        WHERE digest = json_extract(value, '$[1]') AND state = 'open' AND tokens_required = 0
    )
"""
_KNOWN = """
    SELECT survey, response_id, reports FROM json_each(:responses) AS sent CROSS JOIN response
    WHERE survey = json_extract(sent.value, '$[0]')
    AND response_id = json_extract(sent.value, '$[1]')
"""

as_json = json.JSONEncoder(separators=(",", ":")).encode

TABLE = ResponseTable(
    columns="response_id, reports",
    values=lambda key, reports: (key, as_json(reports)),
    count="INSERT INTO tally (survey, item, value, reports)"
    " SELECT survey, key, value, count(*) FROM response, json_each(reports)"
    " WHERE value IS NOT NULL GROUP BY 1, 2, 3",
)

RESPONSES_A_PAGE = 5000
AFTER_HEX = "g"  # sorts after every hex digit


class SQLiteResponses:
    """See survey.store.interface.responses for what each verb promises."""

    def __init__(self, database: SQLiteDatabase):
        self._database = database

    def add(self, code: str, response: Response, token_hash: str | None = None) -> bool:
        added: bool = self._database.writer.write_together(
            add_responses, (code, response, token_hash)
        )
        return added

    def add_awaited(
        self, code: str, response: Response, token_hash: str | None = None
    ) -> Awaitable[bool]:
        return self._database.writer.write_together_awaited(
            add_responses, (code, response, token_hash)
        )

    def tally(self, code: str) -> Tally:
        with self._database.reading() as rows:
            return read_tally(rows, read_survey(rows, code))

    def public_steps(self, code: str) -> PublicSteps:
        return public_looks.public_steps(self._database, code)

    def kept_steps(self, code: str) -> PublicSteps | None:
        with self._database.reading() as rows:
            return read_steps(rows, read_survey(rows, code))

    def take_due_steps(self) -> None:
        public_looks.take_due_steps(self._database)

    def cross_tally(self, code: str, first: int, second: int) -> Counts:
        with self._database.reading() as rows:
            items = read_survey(rows, code).instrument.items
            counts = rows.execute(
                "SELECT json_extract(reports, ?), json_extract(reports, ?), count(*)"
                " FROM response WHERE survey = ? GROUP BY 1, 2",
                (f"$[{first}]", f"$[{second}]", code),
            ).fetchall()
        return cross_tally_of((items[first], items[second]), counts)

    def all(self, code: str, prefix: str = "") -> Iterator[tuple[str, Reports]]:
        with self._database.reading() as rows:
            read_survey(rows, code)
        last = prefix  # sorts before every id that begins with it
        # Page by page, so that a slow download never keeps the writer waiting.
        while page := self._page(code, last, prefix + AFTER_HEX):
            yield from ((response_id, tuple(json.loads(reports))) for response_id, reports in page)
            last = page[-1]["response_id"]

    def _page(self, code: str, after: str, before: str) -> list[sqlite3.Row]:
        with self._database.reading() as rows:
            return rows.execute(
                "SELECT response_id, reports FROM response"
                " WHERE survey = ? AND response_id > ? AND response_id < ?"
                " ORDER BY response_id LIMIT ?",
                (code, after, before, RESPONSES_A_PAGE),
            ).fetchall()


def add_responses(connection: Connection, sent: Sequence[Sent]) -> list[bool | SurveyError]:
    """Stores and counts the new ones and spends their tokens, in one transaction.

    Returns for each whether it was new, or why it is refused; a refused one changes nothing.
    """
    if _all_are_stored(connection, sent):
        return [True] * len(sent)
    connection.execute("BEGIN IMMEDIATE")
    outcomes = _add_one_by_one(connection, sent)
    connection.execute("COMMIT")
    return outcomes


def _all_are_stored(connection: sqlite3.Connection, sent: Sequence[Sent]) -> bool:
    """Stores all if all are new, good and without tokens, else none; returns whether it did."""
    if any(token_hash is not None for *_, token_hash in sent):
        return False
    surveys = {(code, response.instrument) for code, response, _ in sent}
    values = {"responses": _rows(sent), "surveys": as_json(list(surveys)), "number": len(surveys)}
    try:
        return connection.execute(_STORE + _IF_ALL_ARE_GOOD, values).rowcount == len(sent)
    except sqlite3.IntegrityError:
        return False


def _add_one_by_one(connection: Connection, sent: Sequence[Sent]) -> list[bool | SurveyError]:
    survey = cache(partial(read_survey, connection))
    rows = connection.execute(_KNOWN, {"responses": _rows(sent)}).fetchall()
    known = {(code, key): tuple(json.loads(reports)) for code, key, reports in rows}
    tokens = Tokens(connection, [each for *_, each in sent if each is not None])
    new: list[Sent] = []
    outcomes: list[bool | SurveyError] = []
    for each in sent:
        code, response, token_hash = each
        try:
            stored = is_stored(survey(code), response, known.get((code, response.response_id)))
            if not stored:
                tokens.spend(survey(code), token_hash)
        except SurveyError as refusal:
            outcomes.append(refusal)
            continue
        if not stored:
            known[code, response.response_id] = response.reports
            new.append(each)
        outcomes.append(not stored)
    if new:
        tokens.save()
        connection.execute(_STORE, {"responses": _rows(new)})
    return outcomes


def _rows(sent: Sequence[Sent]) -> str:
    return as_json([[code, each.response_id, each.reports] for code, each, _ in sent])
