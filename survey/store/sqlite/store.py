"""The embedded store: surveys, responses and tallies in one SQLite file."""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from copy import copy
from dataclasses import astuple

from survey.core.estimation.crosstab import Counts
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally
from survey.store.models import Instructor, SurveyContents
from survey.store.rules import check_empty, cross_tally_of, tally_of
from survey.store.sqlite.commit_gate import Turns
from survey.store.sqlite.connection import translated_errors
from survey.store.sqlite.readers import Readers
from survey.store.sqlite.responses import add_responses, as_json
from survey.store.sqlite.surveys import SQLiteSurveys, insert_survey, read_survey

RESPONSES_A_PAGE = 5000
AFTER_HEX = "g"  # sorts after every hex digit


class SQLiteStore(SQLiteSurveys):
    """See survey.store.interface.Store for what each verb promises."""

    def add_response(self, code: str, response: Response, token_hash: str | None = None) -> bool:
        with translated_errors():
            added: bool = self._writer.write_together(add_responses, (code, response, token_hash))
            return added

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

    @contextmanager
    def filled(
        self, instructors: Iterable[Instructor], surveys: Iterable[SurveyContents]
    ) -> Iterator["SQLiteStore"]:
        with (
            translated_errors(),
            self._writer.paused(),
            closing(self._open_connection()) as connection,  # which undoes what is not committed
        ):
            connection.execute("BEGIN EXCLUSIVE")
            _fill(connection, instructors, surveys)
            arrived = copy(self)
            arrived._readers = Readers(lambda: connection, Turns())
            yield arrived
            connection.execute("COMMIT")

    def _page_of_responses(self, code: str, after: str, before: str) -> list[sqlite3.Row]:
        with self._readers.reading() as connection:
            return connection.execute(
                "SELECT response_id, reports FROM response"
                " WHERE survey = ? AND response_id > ? AND response_id < ?"
                " ORDER BY response_id LIMIT ?",
                (code, after, before, RESPONSES_A_PAGE),
            ).fetchall()


def _fill(
    connection: sqlite3.Connection,
    instructors: Iterable[Instructor],
    surveys: Iterable[SurveyContents],
) -> None:
    check_empty(connection.execute("SELECT COUNT(*) FROM survey").fetchone()[0])
    connection.execute("DELETE FROM sign_in")
    connection.execute("DELETE FROM instructor")
    connection.executemany(
        "INSERT INTO instructor (name, password_hash, link_hash, largest_epsilon)"
        " VALUES (?, ?, ?, ?)",
        map(astuple, instructors),
    )
    for each in surveys:
        code = each.survey.code
        insert_survey(connection, each.survey)
        connection.executemany(
            "INSERT INTO token (survey, token_hash, spent) VALUES (?, ?, ?)",
            ((code, *token) for token in each.tokens.items()),
        )
        connection.executemany(
            "INSERT INTO response (survey, response_id, reports) VALUES (?, ?, ?)",
            ((code, key, as_json(reports)) for key, reports in each.responses),
        )
    connection.execute(
        "INSERT INTO tally (survey, item, value, reports)"
        " SELECT survey, key, value, COUNT(*) FROM response, json_each(reports) GROUP BY 1, 2, 3"
    )
