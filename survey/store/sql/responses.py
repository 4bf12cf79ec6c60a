"""Responses in an SQL database, and counts of their reports, for every engine's rows."""

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from survey.core.responses.public_steps import PublicSteps
from survey.core.responses.reports import Reports
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally
from survey.core.results.crosstab import Counts
from survey.errors import SurveyError
from survey.store.sql import public_steps
from survey.store.sql.database import Database
from survey.store.sql.public_steps import read_steps
from survey.store.sql.survey_rows import read_survey, read_tally
from survey.store.stored_rows import cross_tally_of

# The survey's code, the response, and the hash of its token.
Sent = tuple[str, Response, str | None]
# Whether the response was new, or the error that refuses it.
Outcome = bool | SurveyError

RESPONSES_A_PAGE = 5000
ID_DIGITS = 32


@dataclass(frozen=True)
class ResponseTable:
    """How an engine stores responses in its table `response`, in the order of their ids.

    - `key` names the columns that are a response's key within its survey, and `key_of` gives them
      for an id. `reports_of` gives the column `reports`, and `read` the id and the reports of a
      row (response_id, reports).
    - `report` is the SQL of the report on the item whose number stands for `?`, NULL if it was not
      asked.
    - `add` stores the responses that wait together (survey.store.sql.group_writer.Work), and
    `count` is the statement that tallies all responses of all surveys.
    """

    key: str
    key_of: Callable[[str], tuple[Any, ...]]
    reports_of: Callable[[Reports], Any]
    read: Callable[[Any, Any], tuple[str, Reports]]
    report: str
    add: Callable[[Any, Sequence[Sent]], Sequence[Outcome]]
    count: str


class SQLResponses:
    """See survey.store.interface.store for what each verb promises."""

    def __init__(self, database: Database, table: ResponseTable):
        self._database, self._table = database, table

    def add(self, code: str, response: Response, token_hash: str | None = None) -> bool:
        added: bool = self._database.writer.write_together(
            self._add_together, (code, response, token_hash)
        )
        return added

    def add_awaited(
        self, code: str, response: Response, token_hash: str | None = None
    ) -> Awaitable[bool]:
        return self._database.writer.write_together_awaited(
            self._add_together, (code, response, token_hash)
        )

    def _add_together(self, connection: Any, sent: Sequence[Sent]) -> Sequence[Outcome]:
        outcomes = self._table.add(connection, sent)
        if True in outcomes or False in outcomes:  # a retry's acknowledgement is confirmed, too
            self._database.readiness.note_stored()
        return outcomes

    def tally(self, code: str) -> Tally:
        with self._database.reading() as rows:
            return read_tally(rows, read_survey(rows, code))

    def public_steps(self, code: str) -> PublicSteps:
        return public_steps.public_steps(self._database, code)

    def kept_steps(self, code: str) -> PublicSteps | None:
        with self._database.reading() as rows:
            return read_steps(rows, read_survey(rows, code))

    def take_due_steps(self) -> None:
        public_steps.take_due_steps(self._database)

    def cross_tally(self, code: str, first: int, second: int) -> Counts:
        with self._database.reading() as rows:
            items = read_survey(rows, code).instrument.items
            counts = rows.execute(
                f"SELECT {self._table.report}, {self._table.report}, count(*)"  # noqa: S608
                f" FROM {rows.responses} WHERE survey = ? GROUP BY 1, 2",
                (first, second, code),
            ).fetchall()
        return cross_tally_of((items[first], items[second]), counts)

    def all(self, code: str, prefix: str = "") -> Iterator[tuple[str, Reports]]:
        with self._database.reading() as rows:
            read_survey(rows, code)
        begin, end = prefix.ljust(ID_DIGITS, "0"), prefix.ljust(ID_DIGITS, "f")
        page = self._page(code, ">=", begin, end)
        # Page by page, so that a slow download makes no writer wait and holds no connection or
        # old row.
        while page:
            responses = [self._table.read(*row) for row in page]
            yield from responses
            last, _ = responses[-1]
            page = self._page(code, ">", last, end)

    def _page(self, code: str, after: str, begin: str, end: str) -> list[Any]:
        """Returns up to RESPONSES_A_PAGE rows from `begin` on, or after it, to `end`, as stored.

        They are parsed later, so that the database is locked for a short time.
        """
        key, key_of = self._table.key, self._table.key_of
        places = ", ".join("?" for _ in key_of(begin))
        with self._database.reading() as rows:
            return rows.execute(
                f"SELECT response_id, reports FROM {rows.responses} WHERE survey = ?"  # noqa: S608
                f" AND ({key}) {after} ({places}) AND ({key}) <= ({places})"
                f" ORDER BY {key} LIMIT ?",
                (code, *key_of(begin), *key_of(end), RESPONSES_A_PAGE),
            ).fetchall()
