"""How a SQLite file is opened.

journal_mode=DELETE with synchronous=EXTRA: in simulated power loss it lost nothing, while WAL
with NORMAL, and DELETE with FULL, lost responses (tests/durability/test_power_loss.py). WAL would
also keep the order of arrival in its file.
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Any

BUSY_SECONDS = 10

PRAGMAS = (
    "PRAGMA journal_mode = DELETE",
    "PRAGMA synchronous = EXTRA",
    "PRAGMA fullfsync = ON",  # on macOS, where fsync leaves what it flushes in the disk's memory
    "PRAGMA foreign_keys = ON",
    # Deleted bytes are overwritten, and VACUUM's copy never touches the disk.
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
)


class SQLiteConnection(sqlite3.Connection):
    """A connection for survey/store/sql; with one writer, no row needs to be held."""

    for_share = for_update = ""

    def insert(self, place: str, rows: Iterable[tuple[Any, ...]]) -> None:
        values = ", ".join("?" * len(place.split(",")))
        self.executemany(f"INSERT INTO {place} VALUES ({values})", rows)  # noqa: S608


def connect(path: Path) -> SQLiteConnection:
    """A connection with this app's settings; transactions are begun explicitly."""
    connection = sqlite3.connect(
        path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=SQLiteConnection,
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


def connect_to_write(path: Path) -> SQLiteConnection:
    """`connect`, with a trigger that counts each response in the statement that stores it."""
    connection = connect(path)
    try:
        connection.execute(_COUNT)
    except BaseException:
        connection.close()
        raise
    return connection


def write_nothing(connection: SQLiteConnection) -> None:
    """Writes in the running transaction, and changes no content of the file.

    A transaction that writes nothing ends without waiting for the disk. With this, its commit
    syncs the folder, too: a journal that came back after a power loss would undo transactions
    that readers have seen.
    """
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {number:d}")
