"""The embedded store: surveys, responses and tallies in one SQLite file."""

from pathlib import Path

from survey.store.sql.store import SQLStore
from survey.store.sqlite.database import SQLiteDatabase
from survey.store.sqlite.responses import TABLE


class SQLiteStore(SQLStore):
    """A store in a file, which it makes if there is none."""

    def __init__(self, path: Path):
        super().__init__(SQLiteDatabase(path), TABLE)
