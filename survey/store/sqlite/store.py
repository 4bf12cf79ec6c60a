"""The embedded store: surveys, responses and tallies in one SQLite file."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from survey.store.interface.store import Store
from survey.store.models import Instructor, SurveyContents
from survey.store.sql.filling import fill
from survey.store.sql.instructors import SQLInstructors
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

    @contextmanager
    def filled(
        self, instructors: Iterable[Instructor], surveys: Iterable[SurveyContents]
    ) -> Iterator[Store]:
        with self._database.alone() as connection:  # closing it undoes what is not committed
            connection.execute("BEGIN EXCLUSIVE")
            fill(connection, TABLE, instructors, surveys)
            yield SQLiteStore(OneConnection(connection))
            connection.execute("COMMIT")
