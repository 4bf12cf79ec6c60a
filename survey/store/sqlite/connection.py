"""How a SQLite file is opened, and how its faults become StoreUnavailable.

journal_mode=DELETE with synchronous=EXTRA: in simulated power loss it lost
nothing, while WAL with NORMAL, and DELETE with FULL, did
(tests/durability/test_power_loss.py). WAL would also keep the order of arrival
in its file.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from survey.errors import StoreUnavailable

BUSY_SECONDS = 10

PRAGMAS = (
    "PRAGMA journal_mode = DELETE",
    "PRAGMA synchronous = EXTRA",
    "PRAGMA foreign_keys = ON",
    # Deleted bytes are overwritten, and VACUUM's copy never touches the disk.
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
)


class Connection(sqlite3.Connection):
    """A connection for survey/store/sql; with one writer, no row needs to be held."""

    for_share = for_update = ""

    def insert(self, place: str, rows: Iterable[tuple[Any, ...]]) -> None:
        values = ", ".join("?" * len(place.split(",")))
        self.executemany(f"INSERT INTO {place} VALUES ({values})", rows)  # noqa: S608


def connect(path: Path) -> Connection:
    """A connection with this app's settings; transactions are begun explicitly."""
    connection = sqlite3.connect(
        path, BUSY_SECONDS, isolation_level=None, check_same_thread=False, factory=Connection
    )
    try:
        for pragma in PRAGMAS:
            connection.execute(pragma).fetchall()
    except BaseException:
        connection.close()
        raise
    connection.row_factory = sqlite3.Row
    return connection


# Temporary, so it belongs to the writer's connection and is not in the file.
_COUNT = """
    CREATE TEMPORARY TRIGGER counted AFTER INSERT ON main.response BEGIN
        INSERT INTO tally (survey, item, value, reports)
        SELECT new.survey, key, value, 1 FROM json_each(new.reports) WHERE value IS NOT NULL
        ON CONFLICT (survey, item, value) DO UPDATE SET reports = reports + 1;
    END
"""


def connect_to_write(path: Path) -> Connection:
    """The same, with a trigger that counts each response in the statement that stores it."""
    connection = connect(path)
    try:
        connection.execute(_COUNT)
    except BaseException:
        connection.close()
        raise
    return connection


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turns any fault of the database into StoreUnavailable with one sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreUnavailable(_sentence(error)) from error
    except OSError as error:
        raise StoreUnavailable(
            f"The database file cannot be used: {error.strerror}. Check its folder."
        ) from error


def _sentence(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return {
        sqlite3.SQLITE_BUSY: "The database is in use by another program. Please try again.",
        sqlite3.SQLITE_LOCKED: "The database is in use by another program. Please try again.",
        sqlite3.SQLITE_FULL: "The disk is full. Free some space and try again.",
        sqlite3.SQLITE_READONLY: "The database file cannot be written. Check its permissions.",
        sqlite3.SQLITE_CANTOPEN: "The database file cannot be opened. Check its folder.",
        sqlite3.SQLITE_CORRUPT: "The database file is damaged. Restore it from a backup.",
        sqlite3.SQLITE_NOTADB: "The database file is not a SQLite database. Restore it from a "
        "backup.",
    }.get(code, "The database cannot be used at the moment. Please try again.")
