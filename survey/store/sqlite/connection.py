"""How a SQLite file is opened, with a write-ahead log or with a rollback journal.

Which of them is the file's own property, which `survey serve` alone sets (serving.py): every
connection takes what it finds. synchronous=EXTRA serves both. With a log it is the same as FULL:
one sync a commit. With a journal, FULL lost responses in simulated power loss, and so did NORMAL
with either (tests/durability/test_power_loss.py).
"""

import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from survey.store.sqlite.debts import is_being_deleted, note_deleted

BUSY_SECONDS = 10

PRAGMAS = (
    "PRAGMA synchronous = EXTRA",
    "PRAGMA wal_autocheckpoint = 0",  # see write_ahead_log.py
    "PRAGMA fullfsync = ON",  # on macOS, where fsync leaves what it flushes in the disk's memory
    "PRAGMA foreign_keys = ON",
    # Deleted bytes are overwritten, and VACUUM's copy never touches the disk.
    "PRAGMA secure_delete = ON",
    "PRAGMA temp_store = MEMORY",
)


class SQLiteConnection(sqlite3.Connection):
    """A connection for survey/store/sql; with one writer, no row needs to be held."""

    for_share = for_update = ""
    count_of_tables = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = ?"
    responses = "every_response"
    response_tables: Sequence[str] = ("response", "closed_response")

    def insert(self, place: str, rows: Iterable[tuple[Any, ...]]) -> None:
        values = ", ".join("?" * len(place.split(",")))
        self.executemany(f"INSERT INTO {place} VALUES ({values})", rows)  # noqa: S608

    def delete_responses_and_tokens(self, code: str) -> None:
        # All at once they would make others wait: see erasing.py.
        note_deleted(self, code)

    def is_being_deleted(self, code: str) -> bool:
        return is_being_deleted(self, code)


def connect(path: Path, *first: str) -> SQLiteConnection:
    """A connection with this app's settings, after these; transactions are begun explicitly."""
    connection = sqlite3.connect(
        path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=SQLiteConnection,
    )
    try:
        for pragma in (*first, *PRAGMAS):
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


def wait_for_others(connection: sqlite3.Connection, seconds: float | None = None) -> None:
    """Sets how long statements wait for another connection's locks: as usual if None."""
    waited = BUSY_SECONDS if seconds is None else seconds
    connection.execute(f"PRAGMA busy_timeout = {1000 * waited:.0f}")


def has_log(connection: sqlite3.Connection) -> bool:
    """Whether the file has a write-ahead log, which another process may just have begun."""
    connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()  # or SQLite would not look
    return bool(connection.execute("PRAGMA journal_mode").fetchone()[0] == "wal")


def write_nothing(connection: sqlite3.Connection) -> None:
    """Writes in the running transaction, and changes no content of the file.

    A transaction that writes nothing ends without waiting for the disk. With this, its commit
    syncs the log, or the journal's folder: what readers have seen of an earlier transaction, whose
    process was killed before its sync, is durable then.
    """
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {number:d}")
