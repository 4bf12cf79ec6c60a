"""Responses in PostgreSQL: each is stored and counted in one statement."""

import asyncio
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import psycopg

from survey.core.estimation.crosstab import Counts
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally
from survey.errors import StoreUnavailable
from survey.store.postgresql.database import PostgreSQLDatabase
from survey.store.postgresql.owed_wipes import WRITERS
from survey.store.postgresql.schema import lock_key
from survey.store.rules import cross_tally_of, is_stored, tally_of
from survey.store.sql.filling import ResponseTable
from survey.store.sql.surveys import read_survey, survey_lock
from survey.store.token_rules import check_token_given, refusal

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


class PostgreSQLResponses:
    """See survey.store.interface.responses for what each verb promises."""

    def __init__(self, database: PostgreSQLDatabase):
        self._database = database

    def add(self, code: str, response: Response, token_hash: str | None = None) -> bool:
        for _ in range(ATTEMPTS):
            if self._add_if_new(code, response, token_hash):
                return True
            with self._database.reading() as rows:
                survey = read_survey(rows, code)
                known = rows.execute(
                    "SELECT reports FROM response"
                    " WHERE survey = ? AND shard = ? AND response_id = ?",
                    (code, *_key(response.response_id)),
                ).fetchone()
            if is_stored(survey, response, known and known[0]):
                return False
            check_token_given(survey, token_hash)
            # It was opened again between the two looks at it.
        raise StoreUnavailable("The survey is being changed. Please try again.")

    async def add_awaited(
        self, code: str, response: Response, token_hash: str | None = None
    ) -> bool:
        return await asyncio.to_thread(self.add, code, response, token_hash)

    def tally(self, code: str) -> Tally:
        with self._database.reading() as rows:
            survey = read_survey(rows, code)
            counts = rows.execute(
                "SELECT item, value, sum(reports) FROM tally WHERE survey = ? GROUP BY 1, 2",
                (code,),
            ).fetchall()
        return tally_of(survey.instrument, counts)

    def cross_tally(self, code: str, first: int, second: int) -> Counts:
        with self._database.reading() as rows:
            items = read_survey(rows, code).instrument.items
            counts = rows.execute(
                "SELECT get_byte(reports, ?), get_byte(reports, ?), count(*)"
                " FROM response WHERE survey = ? GROUP BY 1, 2",
                (first, second, code),
            ).fetchall()
        return cross_tally_of((items[first], items[second]), counts)

    def all(self, code: str, prefix: str = "") -> Iterator[tuple[str, tuple[int, ...]]]:
        with self._database.reading() as rows:
            read_survey(rows, code)
        first, last = prefix.ljust(ID_DIGITS, "0"), prefix.ljust(ID_DIGITS, "f")
        # Page by page, so that a slow download holds neither a connection nor old rows.
        while page := self._page(code, first, last):
            yield from ((response_id.hex, tuple(reports)) for response_id, reports in page)
            if page[-1][0].hex == last:
                return
            first = f"{page[-1][0].int + 1:032x}"

    def _add_if_new(self, code: str, response: Response, token_hash: str | None) -> bool:
        """Stores and counts it if the survey is open and the id is free, and spends its token."""
        shard, response_id = _key(response.response_id)
        values = {"code": code, "digest": response.instrument, "shard": shard,
                  "response_id": response_id, "reports": bytes(response.reports),
                  "with_token": token_hash is not None}  # fmt: skip
        with self._database.connections.autocommit() as connection:
            if token_hash is None:
                # One round trip for all of it, the commit included.
                with connection.pipeline(), connection.transaction():
                    cursor = self._insert(connection, values)
                return cursor.rowcount > 0
            with connection.transaction():
                stored = self._insert(connection, values).rowcount > 0
                if stored:
                    _spend_token(connection, code, token_hash)
                return stored

    def _insert(self, connection: psycopg.Connection, values: dict[str, Any]) -> psycopg.Cursor:
        connection.execute(
            "SELECT pg_advisory_xact_lock_shared(%s), pg_advisory_xact_lock_shared(%s)",
            (WRITERS, lock_key(survey_lock(values["code"]))),
        )
        return connection.execute(_ADD_RESPONSE, values)

    def _page(self, code: str, first: str, last: str) -> list[tuple[UUID, bytes]]:
        with self._database.reading() as rows:
            return rows.execute(
                "SELECT response_id, reports FROM response WHERE survey = ?"
                " AND (shard, response_id) BETWEEN (?, ?) AND (?, ?)"
                " ORDER BY shard, response_id LIMIT ?",
                (code, *_key(first), *_key(last), RESPONSES_A_PAGE),
            ).fetchall()


def _key(response_id: str) -> tuple[int, UUID]:
    """The shard, which is the id's first byte, and the id."""
    return int(response_id[:2], 16), UUID(response_id)


def _spend_token(connection: psycopg.Connection, code: str, token_hash: str) -> None:
    """Spends an unspent token of the survey, or raises TokenRejected.

    Of two transactions with one token the second waits for the first.
    """
    spent = connection.execute(
        "UPDATE token SET spent = true WHERE survey = %s AND token_hash = %s AND NOT spent",
        (code, token_hash),
    ).rowcount
    if not spent:
        row = connection.execute(
            "SELECT survey FROM token WHERE token_hash = %s", (token_hash,)
        ).fetchone()
        raise refusal(code, row[0] if row else None)


TABLE = ResponseTable(
    columns="shard, response_id, reports",
    values=lambda key, reports: (*_key(key), bytes(reports)),
    count="INSERT INTO tally (survey, shard, item, value, reports)"
    " SELECT survey, shard, item, get_byte(reports, item), count(*)"
    " FROM response, generate_series(0, length(reports) - 1) AS item"
    " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
)
