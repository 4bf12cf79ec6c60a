"""The embedded store: surveys, responses and tallies in one SQLite file."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from survey.store.interface.store import Store
from survey.store.models import Instructor, SurveyContents
from survey.store.sql.filling import fill
from survey.store.sql.instructors import SQLInstructors
from survey.store.sql.public_key import keep_public_key, read_public_key, replace_public_key
from survey.store.sql.surveys import SQLSurveys
from survey.store.sqlite.database import OneConnection, SQLiteDatabase
from survey.store.sqlite.responses import TABLE, SQLiteResponses


class SQLiteStore(Store):
    """A store in a file, which it makes if there is none."""

    def __init__(self, place: Path | SQLiteDatabase):
        self.database = SQLiteDatabase(place) if isinstance(place, Path) else place
        super().__init__(
            surveys=SQLSurveys(self.database),
            responses=SQLiteResponses(self.database),
            instructors=SQLInstructors(self.database),
            maintenance=SQLiteMaintenance(self.database),
        )


class SQLiteMaintenance:
    """See survey.store.interface.store.Maintenance for what each verb promises."""

    def __init__(self, database: SQLiteDatabase):
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
        with self._database.alone() as connection:  # closing it undoes what is not committed
            connection.execute("BEGIN EXCLUSIVE")
            fill(connection, TABLE, instructors, surveys, public_key)
            yield SQLiteStore(OneConnection(connection))
            connection.execute("COMMIT")
