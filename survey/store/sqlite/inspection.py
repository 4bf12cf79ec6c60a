"""Inspects a SQLite file without changing it: what it holds, if it is sound and durable."""

import sqlite3
from contextlib import closing
from pathlib import Path

from survey.errors import StoreUnavailable
from survey.store.models import Inspected, Kept
from survey.store.rules import check_questionnaires
from survey.store.sql.database import is_owed
from survey.store.sqlite.connection import PRAGMAS, Connection, translated_errors
from survey.store.sqlite.schema import all_steps, applied_steps
from survey.store.withdrawn import check_all_randomized

# What SQLite answers once PRAGMAS are in force (https://www.sqlite.org/pragma.html).
PROMISED = {"journal_mode": "delete", "synchronous": 3, "foreign_keys": 1, "secure_delete": 1}

# The byte of a file's header that says how it is written: 1 a journal, 2 a write-ahead log.
_WRITE_VERSION_AT, _WRITE_AHEAD = 18, 2


def inspect_file(path: Path) -> Inspected:
    """Inspects this file; raises StoreUnavailable if it is missing or not as it must be."""
    with translated_errors(), closing(open_read_only(path)) as connection:
        _check_no_write_ahead_log(path)
        try:
            # One snapshot: a response stored between two queries would look like a wrong tally.
            connection.execute("BEGIN")
            kept = checked(connection, path)
            check_all_randomized(connection)
            applied = applied_steps(connection)
            pending = len(all_steps() - applied)
            owed = "m010_debts" in applied and is_owed(connection)
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
                raise StoreUnavailable(
                    f"{path} was left in the middle of a write. Start the app, which undoes "
                    "what was not acknowledged."
                ) from error
            raise
        _check_durability(connection)
    return Inspected(f"SQLite {sqlite3.sqlite_version}", kept, pending, owed)


def open_read_only(path: Path) -> Connection:
    """A connection that cannot change the file; StoreUnavailable if there is none."""
    if not path.is_file():
        raise StoreUnavailable(f"There is no file {path}.")
    address = f"{path.resolve().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True, isolation_level=None, factory=Connection)


def checked(connection: sqlite3.Connection, path: Path) -> Kept:
    """Counts what it holds; raises StoreUnavailable if damaged, foreign or of a later release."""
    damaged = StoreUnavailable(f"{path} is damaged: it cannot be trusted as it is.")
    if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        raise damaged
    if not table_names(connection) >= {"survey", "response", "tally", "_sqlite_migrations"}:
        raise StoreUnavailable(f"{path} is no database of this app.")
    applied = applied_steps(connection)
    if applied - all_steps():
        raise StoreUnavailable(f"{path} was made by a later release. Install that one, or newer.")
    surveys = connection.execute("SELECT COUNT(*) FROM survey").fetchone()[0]
    responses = connection.execute("SELECT COUNT(*) FROM response").fetchone()[0]
    if "m008_digest" in applied:
        check_questionnaires(connection.execute("SELECT code, instrument, digest FROM survey"))
    column = "item" if "m004_tally_of_items" in applied else "question"
    query = f"SELECT COALESCE(SUM(reports), 0) FROM tally WHERE {column} = 0"  # noqa: S608
    if connection.execute(query).fetchone()[0] != responses:
        raise damaged
    return Kept(surveys, responses)


def table_names(connection: sqlite3.Connection) -> set[str]:
    """The names of the tables, indexes and triggers in a file's schema."""
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}


def _check_no_write_ahead_log(path: Path) -> None:
    with path.open("rb") as file:
        header = file.read(_WRITE_VERSION_AT + 1)
    if header[_WRITE_VERSION_AT:] == bytes([_WRITE_AHEAD]):
        raise StoreUnavailable(
            f"{path} was switched to a write-ahead log, which keeps the order of arrival. "
            "Close whatever other program has it open, and start the app, which switches it back."
        )


def _check_durability(connection: sqlite3.Connection) -> None:
    """Raises StoreUnavailable unless PRAGMAS take effect: some builds ignore them silently."""
    for pragma in PRAGMAS:
        connection.execute(pragma).fetchall()
    for name, promised in PROMISED.items():
        in_force = connection.execute(f"PRAGMA {name}").fetchone()
        if in_force is None or in_force[0] != promised:
            raise StoreUnavailable(
                f"This SQLite does not set {name} to {promised}: what is acknowledged or deleted "
                "would not be as durable as promised. Use another build of Python or SQLite."
            )
