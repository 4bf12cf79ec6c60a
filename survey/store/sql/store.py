"""A store in an SQL database, put together from what both engines do alike."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from survey.store.interface.store import Store
from survey.store.models import Instructor, SurveyContents
from survey.store.sql.database import Database
from survey.store.sql.filling import fill
from survey.store.sql.instructors import SQLInstructors
from survey.store.sql.public_key import keep_public_key, read_public_key, replace_public_key
from survey.store.sql.responses import ResponseTable, SQLResponses
from survey.store.sql.surveys import SQLSurveys


class SQLStore(Store):
    """The parts of a store, on a database whose engine keeps responses in this table."""

    def __init__(self, database: Database, table: ResponseTable):
        self.database = database
        super().__init__(
            surveys=SQLSurveys(database),
            responses=SQLResponses(database, table),
            instructors=SQLInstructors(database),
            maintenance=SQLMaintenance(database, table),
        )


class SQLMaintenance:
    """See survey.store.interface.store.Maintenance for what each verb promises."""

    def __init__(self, database: Database, table: ResponseTable):
        self._database, self._table = database, table

    def wipe(self) -> None:
        self._database.wipe()

    def close(self) -> None:
        self._database.close()

    def public_key(self) -> str | None:
        with self._database.reading() as rows:
            return read_public_key(rows)

    def keep_public_key(self, public_key: str) -> str:
        return keep_public_key(self._database, public_key)

    def replace_public_key(self, public_key: str) -> None:
        replace_public_key(self._database, public_key)

    @contextmanager
    def filled(
        self,
        instructors: Iterable[Instructor],
        surveys: Iterable[SurveyContents],
        public_key: str | None,
    ) -> Iterator[Store]:
        with self._database.alone() as (rows, inside):
            fill(rows, self._table, instructors, surveys, public_key)
            yield SQLStore(inside, self._table)
