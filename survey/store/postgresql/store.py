"""The store for several processes or machines: PostgreSQL."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from survey.store.interface.store import Store
from survey.store.models import Instructor, SurveyContents
from survey.store.postgresql.database import OneConnection, PostgreSQLDatabase, PostgreSQLRows
from survey.store.postgresql.responses import TABLE, PostgreSQLResponses
from survey.store.sql.filling import fill
from survey.store.sql.instructors import SQLInstructors
from survey.store.sql.public_key import keep_public_key, read_public_key, replace_public_key
from survey.store.sql.surveys import SQLSurveys


class PostgreSQLStore(Store):
    """The parts of a store, on the database at an address."""

    def __init__(self, place: str | PostgreSQLDatabase):
        self.database = PostgreSQLDatabase(place) if isinstance(place, str) else place
        super().__init__(
            surveys=SQLSurveys(self.database),
            responses=PostgreSQLResponses(self.database),
            instructors=SQLInstructors(self.database),
            maintenance=PostgreSQLMaintenance(self.database),
        )


class PostgreSQLMaintenance:
    """See survey.store.interface.store.Maintenance for what each verb promises."""

    def __init__(self, database: PostgreSQLDatabase):
        self._database = database

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
        with self._database.connections.transaction() as connection:
            connection.execute(
                "LOCK TABLE instructor, sign_in, survey, response, token, statement"
                " IN EXCLUSIVE MODE"
            )
            fill(PostgreSQLRows(connection), TABLE, instructors, surveys, public_key)
            yield PostgreSQLStore(OneConnection(connection))
