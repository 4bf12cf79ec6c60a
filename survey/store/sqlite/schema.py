"""Brings the schema of a SQLite file up to date, by numbered migrations.

Release 0.1.0 opens a file of any later one: it looks only for the names of its own migrations.
So the first migration has been renamed since: 0.1.0 does not find its name, tries to create
tables that exist, and does not start.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from survey.errors import StoreUnavailable
from survey.store.sqlite import first_migrations, migrations
from survey.store.stored_rows import LATER_RELEASE, check_all_randomized

if TYPE_CHECKING:
    from sqlite_utils import Migrations

# This release's, in the order in which they are applied.
_STEPS = (*first_migrations.STEPS, *migrations.STEPS)

FIRST, FIRST_OF_0_1_0 = _STEPS[0].__name__, "m001_surveys_and_responses"
_LIST = "_sqlite_migrations"
_RENAME = "UPDATE _sqlite_migrations SET name = ? WHERE name = ?"


def is_current(connection: sqlite3.Connection) -> bool:
    """Whether the schema is up to date.

    Raises StoreUnavailable if a later release has changed it, or answers that are not randomized
    are in it.
    """
    if not _has_list(connection) or not (applied := applied_steps(connection)):
        return False
    check_applied(applied)
    check_all_randomized(connection)
    return FIRST_OF_0_1_0 not in _stored_names(connection) and all_steps() <= applied


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the schema up to date, wholly or not at all; several processes may do so at once.

    Changes nothing if `is_current` raises.
    """
    if is_current(connection):
        return
    from sqlite_utils import Database

    # SQLite refuses to add a REFERENCES column with a default while it checks foreign keys.
    connection.execute("PRAGMA foreign_keys = OFF")
    # One transaction: a second process waits for it, and then finds nothing to change.
    connection.execute("BEGIN IMMEDIATE")
    try:
        if _has_list(connection):
            connection.execute(_RENAME, (FIRST, FIRST_OF_0_1_0))
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


def _has_list(connection: sqlite3.Connection) -> bool:
    return _LIST in table_names(connection)


def _stored_names(connection: sqlite3.Connection) -> set[str]:
    return {row[0] for row in connection.execute("SELECT name FROM _sqlite_migrations")}


def table_names(connection: sqlite3.Connection) -> set[str]:
    """The names of the tables, indexes and triggers in a file's schema."""
    return {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
