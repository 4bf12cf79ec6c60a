"""The embedded store: surveys, responses and tallies in one SQLite file."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from collections.abc import Sequence
from functools import cache
from functools import partial

from survey.core.relations import Counts
from survey.core.response import Response
from survey.core.tally import Tally
from survey.store.connection import translated_errors
from survey.store.decisions import cross_tally_of
from survey.store.decisions import is_stored
from survey.store.decisions import tally_of
from survey.store.sqlite_surveys import SQLiteSurveys
from survey.store.sqlite_surveys import read_survey
from survey.store.sqlite_tokens import spend_token
from survey.store.values import Survey

RESPONSES_A_PAGE = 5000
AFTER_HEX = "g"  # sorts after every hex digit

# The survey's code, the response, and the hash of its token.
Sent = tuple[str, Response, str | None]


class SQLiteStore(SQLiteSurveys):
    """See survey.store.base.Store for what each verb promises."""

    def add_response(self, code: str, response: Response, token_hash: str | None = None) -> bool:
        with translated_errors():
            return self._writer.write_together(_add_responses, (code, response, token_hash))

    def tally(self, code: str) -> Tally:
        with self._readers.reading() as connection:
            survey = read_survey(connection, code)
            rows = connection.execute(
                "SELECT item, value, reports FROM tally WHERE survey = ?", (code,)
            ).fetchall()
        return tally_of(survey.instrument, rows)

    def cross_tally(self, code: str, first: int, second: int) -> Counts:
        with self._readers.reading() as connection:
            items = read_survey(connection, code).instrument.items
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
    survey = cache(partial(read_survey, connection))
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
