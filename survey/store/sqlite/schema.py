"""Brings the schema of a SQLite file up to date, by numbered migrations."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from survey.store.sqlite import first_migrations, migrations
from survey.store.withdrawn import check_all_randomized

if TYPE_CHECKING:
    from sqlite_utils import Migrations

# This release's, in the order in which they are applied.
_STEPS = (*first_migrations.STEPS, *migrations.STEPS)


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the schema up to date.

    Raises StoreUnavailable, and changes nothing, if answers that are not randomized are in it.
    """
    known = "SELECT 1 FROM sqlite_master WHERE name = '_sqlite_migrations'"
    if connection.execute(known).fetchone() and (applied := applied_steps(connection)):
        check_all_randomized(connection)
        if all_steps() <= applied:
            return
    from sqlite_utils import Database

    # SQLite refuses to add a REFERENCES column with a default while it checks foreign keys.
    connection.execute("PRAGMA foreign_keys = OFF")
    sqlite_utils_migrations().apply(Database(connection))
    connection.execute("PRAGMA foreign_keys = ON")


def sqlite_utils_migrations() -> Migrations:
    """This release's migrations for sqlite-utils.

    It is imported only where a schema must be changed: that takes a while, and
    imports pandas too where that is installed.
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
    """The names of the migrations that a database of any release has had."""
    return {row[0] for row in connection.execute("SELECT name FROM _sqlite_migrations")}
