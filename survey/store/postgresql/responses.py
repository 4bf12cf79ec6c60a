"""Responses in PostgreSQL."""

from collections.abc import Awaitable, Iterator
from uuid import UUID

from survey.core.estimation.crosstab import Counts
from survey.core.responses.public_steps import PublicSteps
from survey.core.responses.reports import Reports
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally
from survey.store.postgresql.database import PostgreSQLDatabase
from survey.store.postgresql.groups import add_responses
from survey.store.postgresql.report_bytes import read_bytes, report_bytes
from survey.store.rules import cross_tally_of
from survey.store.sql import public_looks
from survey.store.sql.filling import ResponseTable
from survey.store.sql.public_steps import read_steps, read_tally
from survey.store.sql.surveys import read_survey

RESPONSES_A_PAGE = 5000
ID_DIGITS = 32


class PostgreSQLResponses:
    """See survey.store.interface.responses for what each verb promises."""

    def __init__(self, database: PostgreSQLDatabase):
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
                "SELECT nullif(get_byte(reports, ?), 255), nullif(get_byte(reports, ?), 255),"
                " count(*)"
                " FROM response WHERE survey = ? GROUP BY 1, 2",
                (first, second, code),
            ).fetchall()
        return cross_tally_of((items[first], items[second]), counts)

    def all(self, code: str, prefix: str = "") -> Iterator[tuple[str, Reports]]:
        with self._database.reading() as rows:
            read_survey(rows, code)
        first, last = prefix.ljust(ID_DIGITS, "0"), prefix.ljust(ID_DIGITS, "f")
        # Page by page, so that a slow download holds neither a connection nor old rows.
        while page := self._page(code, first, last):
            yield from ((response_id.hex, read_bytes(reports)) for response_id, reports in page)
            if page[-1][0].hex == last:
                return
            first = f"{page[-1][0].int + 1:032x}"

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


TABLE = ResponseTable(
    columns="shard, response_id, reports",
    values=lambda key, reports: (*_key(key), report_bytes(reports)),
    count="INSERT INTO tally (survey, shard, item, value, reports)"
    " SELECT survey, shard, item, get_byte(reports, item), count(*)"
    " FROM response, generate_series(0, length(reports) - 1) AS item"
    " WHERE get_byte(reports, item) <> 255"
    " GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4",
)
