"""Brings the schema of a SQLite file up to date, by numbered migrations, and inspects a file.

Release 0.1.0 opens a file of any later one: it looks only for the names of its own migrations.
So the first migration has been renamed since: 0.1.0 does not find its name, tries to create
tables that exist, and does not start.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from survey.errors import StoreUnavailable
from survey.store.models import Inspection, StoredCounts
from survey.store.sql.database import is_wipe_pending
from survey.store.sql.store import read_keys
from survey.store.sqlite import first_migrations, migrations
from survey.store.sqlite.connection import PRAGMAS, SQLiteConnection
from survey.store.sqlite.faults import translated_errors
from survey.store.stored_rows import (
    LATER_RELEASE,
    check_all_randomized,
    check_questionnaires,
    counted_responses,
)

if TYPE_CHECKING:
    from sqlite_utils import Migrations

# This release's, in the order in which they are applied.
_STEPS = (*first_migrations.STEPS, *migrations.STEPS)

FIRST, FIRST_OF_0_1_0 = _STEPS[0].__name__, "m001_surveys_and_responses"
_RENAME = "UPDATE _sqlite_migrations SET name = ? WHERE name = ?"


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the schema up to date, wholly or not at all; several processes may do so at once.

    Raises StoreUnavailable, and changes nothing, if a later release has changed it or answers that
    are not randomized are in it.
    """
    known = "SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'"
    if connection.execute(known).fetchone() and (applied := applied_steps(connection)):
        check_applied(applied)
        check_all_randomized(connection)
        if FIRST_OF_0_1_0 in _stored_names(connection):
            connection.execute(_RENAME, (FIRST, FIRST_OF_0_1_0))
        if all_steps() <= applied:
            return
    from sqlite_utils import Database

    # SQLite refuses to add a REFERENCES column with a default while it checks foreign keys.
    connection.execute("PRAGMA foreign_keys = OFF")
    # One transaction: a second process waits for it, and then finds nothing to change.
    connection.execute("BEGIN IMMEDIATE")
    try:
        sqlite_utils_migrations().apply(Database(connection))
        connection.execute("COMMIT")
    finally:
        connection.rollback()  # nothing, unless a migration failed
        connection.execute("PRAGMA foreign_keys = ON")


def sqlite_utils_migrations() -> Migrations:
    """This release's migrations for sqlite-utils.

    The library is imported only if a schema must be changed: that takes a while, and imports
    pandas, too, if it is installed.
    """
    from sqlite_utils import Migrations

    made = Migrations("deniable")
    for step in _STEPS:
        made()(step)
    return made


def all_steps() -> set[str]:
    """The names of this release's migrations."""
    return {step.__name__ for step in _STEPS}


def applied_steps(connection: sqlite3.Connection) -> set[str]:
    """The names of the migrations that were applied to a database of any release."""
    return {FIRST if name == FIRST_OF_0_1_0 else name for name in _stored_names(connection)}


def check_applied(applied: set[str]) -> None:
    """Raises StoreUnavailable if this release does not know one of these migrations."""
    if applied - all_steps():
        raise StoreUnavailable(LATER_RELEASE)


def _stored_names(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM _sqlite_migrations")}


# SQLite's replies once PRAGMAS are in force (https://www.sqlite.org/pragma.html).
PROMISED = {
    "journal_mode": "delete",
    "synchronous": 3,
    "fullfsync": 1,
    "foreign_keys": 1,
    "secure_delete": 1,
}

# The byte of a file's header for the way of writing: 1 a journal, 2 a write-ahead log.
_WRITE_VERSION_AT, _WRITE_AHEAD = 18, 2


def inspect_file(path: Path) -> Inspection:
    """Inspects this file; raises StoreUnavailable if it is missing or not as it must be."""
    try:
        return _inspected(path)
    except StoreUnavailable:
        # SQLite reports a page that the disk could not read for a moment as damage.
        return _inspected(path)


def _inspected(path: Path) -> Inspection:
    with translated_errors(), closing(open_read_only(path)) as connection:
        _check_no_write_ahead_log(path)
        try:
            # One snapshot: a response stored between two queries would look like a wrong tally.
            connection.execute("BEGIN")
            kept = checked(connection, path)
            check_all_randomized(connection)
            applied = applied_steps(connection)
            pending = len(all_steps() - applied)
            wipe_pending = "m010_debts" in applied and is_wipe_pending(connection)
            keys = read_keys(connection) if "m017_secret" in applied else None
            connection.execute("COMMIT")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_READONLY_ROLLBACK:
                raise StoreUnavailable(
                    f"{path} was left in the middle of a write. Start the app, which undoes "
                    "what was not acknowledged."
                ) from error
            raise
        _check_durability(connection)
    return Inspection(f"SQLite {sqlite3.sqlite_version}", kept, pending, wipe_pending, keys)


def open_read_only(path: Path) -> SQLiteConnection:
    """A connection that cannot change the file; raises StoreUnavailable if there is no file."""
    if path.is_dir():
        raise StoreUnavailable(f"{path} is a folder. Name the file in it.")
    if not path.is_file():
        raise StoreUnavailable(f"There is no file {path}.")
    address = f"{path.resolve().as_uri()}?mode=ro"
    return sqlite3.connect(address, uri=True, isolation_level=None, factory=SQLiteConnection)


def checked(connection: sqlite3.Connection, path: Path) -> StoredCounts:
    """Inspects an open file; raises StoreUnavailable if damaged, foreign or of a later release."""
    damaged = StoreUnavailable(f"{path} is damaged: it cannot be trusted as it is.")
    if connection.execute("PRAGMA integrity_check").fetchone()[0] != "ok":
        raise damaged
    if not table_names(connection) >= {"survey", "response", "tally", "_sqlite_migrations"}:
        raise StoreUnavailable(f"{path} is no database of this app.")
    applied = applied_steps(connection)
    check_applied(applied)
    surveys = connection.execute("SELECT code, instrument FROM survey").fetchall()
    responses = dict(connection.execute("SELECT survey, COUNT(*) FROM response GROUP BY 1"))
    if "m008_digest" in applied:
        check_questionnaires(connection.execute("SELECT code, instrument, digest FROM survey"))
    column = "item" if "m004_tally_of_items" in applied else "question"
    query = f"SELECT survey, {column}, SUM(reports) FROM tally GROUP BY 1, 2"  # noqa: S608
    if counted_responses(surveys, connection.execute(query)) != Counter(responses):
        raise damaged
    return StoredCounts(len(surveys), sum(responses.values()))


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
