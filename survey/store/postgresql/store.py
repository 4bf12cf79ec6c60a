"""The store for several processes or machines: PostgreSQL."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from copy import copy
from dataclasses import astuple
from typing import Any
from uuid import UUID

import psycopg

from survey.core.estimation.crosstab import Counts
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally
from survey.errors import StoreUnavailable
from survey.store.models import Instructor, SurveyContents
from survey.store.postgresql.connection import OneConnection, copy_rows, only_row
from survey.store.postgresql.owed_wipes import WRITERS
from survey.store.postgresql.surveys import (
    PostgreSQLSurveys,
    insert_survey,
    read_survey,
    survey_lock,
)
from survey.store.postgresql.token_rows import spend_token
from survey.store.rules import check_empty, cross_tally_of, is_stored, tally_of
from survey.store.token_rules import check_token_given
from survey.store.waiting import aside

RESPONSES_A_PAGE = 5000
ID_DIGITS = 32
ATTEMPTS = 3

# Both tables or none; nothing if the survey is not open, or the id is taken. Counts are
# added in the order of items, of which each has one row here, so that no two can deadlock.
_ADD_RESPONSE = """
    WITH stored AS (
        INSERT INTO response (survey, shard, response_id, reports)
        SELECT code, %(shard)s, %(response_id)s, %(reports)s FROM survey
        WHERE code = %(code)s AND state = 'open' AND digest = %(digest)s
            AND tokens_required = %(with_token)s
        ON CONFLICT DO NOTHING RETURNING survey, shard, reports
    )
    INSERT INTO tally (survey, shard, item, value, reports)
    SELECT survey, shard, item, get_byte(reports, item), 1
    FROM stored, generate_series(0, length(reports) - 1) AS item ORDER BY item
    ON CONFLICT (survey, shard, item, value) DO UPDATE SET reports = tally.reports + 1
"""


class PostgreSQLStore(PostgreSQLSurveys):
    """See survey.store.interface.Store for what each verb promises."""

    def add_response(self, code: str, response: Response, token_hash: str | None = None) -> bool:
        return aside(self._add_response, code, response, token_hash)

    def _add_response(self, code: str, response: Response, token_hash: str | None) -> bool:
        for _ in range(ATTEMPTS):
            if self._add_if_new(code, response, token_hash):
                return True
            with self._connections.autocommit() as connection:
                survey = read_survey(connection, code)
                known = connection.execute(
                    "SELECT reports FROM response"
                    " WHERE survey = %s AND shard = %s AND response_id = %s",
                    (code, *_key(response.response_id)),
                ).fetchone()
            if is_stored(survey, response, known and known[0]):
                return False
            check_token_given(survey, token_hash)
            # It was opened again between the two looks at it.
        raise StoreUnavailable("The survey is being changed. Please try again.")

    def tally(self, code: str) -> Tally:
        with self._connections.autocommit() as connection:
            survey = read_survey(connection, code)
            rows = connection.execute(
                "SELECT item, value, sum(reports) FROM tally WHERE survey = %s GROUP BY 1, 2",
                (code,),
            ).fetchall()
        return tally_of(survey.instrument, rows)

    def cross_tally(self, code: str, first: int, second: int) -> Counts:
        with self._connections.autocommit() as connection:
            items = read_survey(connection, code).instrument.items
            rows = connection.execute(
                "SELECT get_byte(reports, %s), get_byte(reports, %s), count(*)"
                " FROM response WHERE survey = %s GROUP BY 1, 2",
                (first, second, code),
            ).fetchall()
        return cross_tally_of((items[first], items[second]), rows)

    def responses(self, code: str, prefix: str = "") -> Iterator[tuple[str, tuple[int, ...]]]:
        self.survey(code)
        first, last = prefix.ljust(ID_DIGITS, "0"), prefix.ljust(ID_DIGITS, "f")
        # Page by page, so that a slow download holds neither a connection nor old rows.
        while page := self._page_of_responses(code, first, last):
            yield from ((response_id.hex, tuple(reports)) for response_id, reports in page)
            if page[-1][0].hex == last:
                return
            first = f"{page[-1][0].int + 1:032x}"

    @contextmanager
    def filled(
        self, instructors: Iterable[Instructor], surveys: Iterable[SurveyContents]
    ) -> Iterator["PostgreSQLStore"]:
        with self._connections.transaction() as connection:
            _fill(connection, instructors, surveys)
            arrived = copy(self)
            arrived._connections = OneConnection(connection)
            yield arrived

    def _add_if_new(self, code: str, response: Response, token_hash: str | None) -> bool:
        """Stores and counts it if the survey is open and the id is free, and spends its token."""
        shard, response_id = _key(response.response_id)
        values = {"code": code, "digest": response.instrument, "shard": shard,
                  "response_id": response_id, "reports": bytes(response.reports),
                  "with_token": token_hash is not None}  # fmt: skip
        with self._connections.autocommit() as connection:
            if token_hash is None:
                # One round trip for all of it, the commit included.
                with connection.pipeline(), connection.transaction():
                    cursor = self._insert(connection, values)
                return cursor.rowcount > 0
            with connection.transaction():
                stored = self._insert(connection, values).rowcount > 0
                if stored:
                    spend_token(connection, code, token_hash)
                return stored

    def _insert(self, connection: psycopg.Connection, values: dict[str, Any]) -> psycopg.Cursor:
        connection.execute(
            "SELECT pg_advisory_xact_lock_shared(%s), pg_advisory_xact_lock_shared(%s)",
            (WRITERS, survey_lock(values["code"])),
        )
        return connection.execute(_ADD_RESPONSE, values)

    def _page_of_responses(self, code: str, first: str, last: str) -> list[tuple[UUID, bytes]]:
        with self._connections.autocommit() as connection:
            return connection.execute(
                "SELECT response_id, reports FROM response WHERE survey = %s"
                " AND (shard, response_id) BETWEEN (%s, %s) AND (%s, %s)"
                " ORDER BY shard, response_id LIMIT %s",
                (code, *_key(first), *_key(last), RESPONSES_A_PAGE),
            ).fetchall()


def _key(response_id: str) -> tuple[int, UUID]:
    """The shard, which is the id's first byte, and the id."""
    return int(response_id[:2], 16), UUID(response_id)


def _fill(
    connection: psycopg.Connection,
    instructors: Iterable[Instructor],
    surveys: Iterable[SurveyContents],
) -> None:
    connection.execute("LOCK TABLE instructor, sign_in, survey, response, token IN EXCLUSIVE MODE")
    check_empty(only_row(connection, "SELECT count(*) FROM survey")[0])
    connection.execute("DELETE FROM sign_in")
    connection.execute("DELETE FROM instructor")
    columns = "name, password_hash, link_hash, largest_epsilon"
    copy_rows(connection, f"instructor ({columns})", map(astuple, instructors))
    for each in surveys:
        code = each.survey.code
        insert_survey(connection, each.survey)
        tokens = ((code, *token) for token in each.tokens.items())
        copy_rows(connection, "token (survey, token_hash, spent)", tokens)
        responses = ((code, *_key(key), bytes(reports)) for key, reports in each.responses)
        copy_rows(connection, "response (survey, shard, response_id, reports)", responses)
    connection.execute(
        "INSERT INTO tally (survey, shard, item, value, reports)"
        " SELECT survey, shard, item, get_byte(reports, item), count(*)"
        " FROM response, generate_series(0, length(reports) - 1) AS item"
        " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4"
    )
