"""The SQLite schema, as numbered migrations.

The table `response` holds all that is known of respondents. It is WITHOUT ROWID
and its key is the random response id: a rowid would number the responses in
order of arrival.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable
from typing import TYPE_CHECKING

from survey.store.withdrawn import check_all_randomized

if TYPE_CHECKING:
    from sqlite_utils import Database, Migrations

_steps: list[Callable[[Database], None]] = []


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
    for step in _steps:
        made()(step)
    return made


def all_steps() -> set[str]:
    """The names of this release's migrations."""
    return {step.__name__ for step in _steps}


def applied_steps(connection: sqlite3.Connection) -> set[str]:
    """The names of the migrations that a database of any release has had."""
    return {row[0] for row in connection.execute("SELECT name FROM _sqlite_migrations")}


def migrations() -> Callable[[Callable[[Database], None]], Callable[[Database], None]]:
    """Marks a function as the next migration."""

    def add(step: Callable[[Database], None]) -> Callable[[Database], None]:
        _steps.append(step)
        return step

    return add


@migrations()
def m001_surveys_and_responses(db: Database) -> None:
    db.execute("""
        CREATE TABLE survey (
            position INTEGER PRIMARY KEY,
            code TEXT NOT NULL UNIQUE,
            state TEXT NOT NULL CHECK (state IN ('draft', 'open', 'closed')),
            instrument TEXT NOT NULL,
            results_public INTEGER NOT NULL CHECK (results_public IN (0, 1)),
            fewest_responses INTEGER NOT NULL CHECK (fewest_responses >= 1)
        ) STRICT
    """)
    db.execute("""
        CREATE TABLE response (
            survey TEXT NOT NULL REFERENCES survey (code),
            response_id TEXT NOT NULL,
            reports TEXT NOT NULL,
            PRIMARY KEY (survey, response_id)
        ) STRICT, WITHOUT ROWID
    """)
    db.execute("""
        CREATE TABLE tally (
            survey TEXT NOT NULL REFERENCES survey (code),
            question INTEGER NOT NULL,
            value INTEGER NOT NULL,
            reports INTEGER NOT NULL,
            PRIMARY KEY (survey, question, value)
        ) STRICT, WITHOUT ROWID
    """)


@migrations()
def m002_instructors(db: Database) -> None:
    db.execute("""
        CREATE TABLE instructor (
            name TEXT NOT NULL PRIMARY KEY,
            password_hash TEXT,
            link_hash TEXT UNIQUE
        ) STRICT, WITHOUT ROWID
    """)
    db.execute("""
        CREATE TABLE sign_in (
            token_hash TEXT NOT NULL PRIMARY KEY,
            instructor TEXT NOT NULL REFERENCES instructor (name)
        ) STRICT, WITHOUT ROWID
    """)


@migrations()
def m004_tally_of_items(db: Database) -> None:
    """A question may have several items, each with a report of its own."""
    db.execute("ALTER TABLE tally RENAME COLUMN question TO item")


@migrations()
def m005_limit_of_an_instructor(db: Database) -> None:
    """The largest ε of one survey that this instructor publishes; NULL is no limit."""
    db.execute("ALTER TABLE instructor ADD COLUMN largest_epsilon REAL CHECK (largest_epsilon > 0)")


@migrations()
def m006_participation_tokens(db: Database) -> None:
    """No key, order or time leads from a token to a response."""
    db.execute(
        "ALTER TABLE survey ADD COLUMN tokens_required INTEGER NOT NULL DEFAULT 0"
        " CHECK (tokens_required IN (0, 1))"
    )
    db.execute("""
        CREATE TABLE token (
            token_hash TEXT NOT NULL PRIMARY KEY,
            survey TEXT NOT NULL REFERENCES survey (code),
            spent INTEGER NOT NULL CHECK (spent IN (0, 1))
        ) STRICT, WITHOUT ROWID
    """)
    db.execute("CREATE INDEX token_of_survey ON token (survey, spent)")


@migrations()
def m007_owner(db: Database) -> None:
    """Every survey belongs to an instructor; earlier ones to the only one there was."""
    db.execute("INSERT INTO instructor (name) VALUES ('instructor') ON CONFLICT DO NOTHING")
    db.execute(
        "ALTER TABLE survey ADD COLUMN"
        " owner TEXT NOT NULL DEFAULT 'instructor' REFERENCES instructor (name)"
    )


@migrations()
def m008_digest(db: Database) -> None:
    """The SHA-256 of the instrument's canonical JSON, so that SQL can compare it."""
    db.execute("ALTER TABLE survey ADD COLUMN digest TEXT NOT NULL DEFAULT ''")
    for position, instrument in db.execute("SELECT position, instrument FROM survey").fetchall():
        digest = hashlib.sha256(instrument.encode()).hexdigest()
        db.execute("UPDATE survey SET digest = ? WHERE position = ?", (digest, position))


@migrations()
def m009_planned_closing(db: Database) -> None:
    """When an open survey is to close, in seconds since 1970, as its instructor planned.

    And whether the order of arrival of a closed one must still be wiped.
    """
    db.execute("ALTER TABLE survey ADD COLUMN closes_at INTEGER")
    db.execute(
        "ALTER TABLE survey ADD COLUMN order_to_wipe INTEGER NOT NULL DEFAULT 0"
        " CHECK (order_to_wipe IN (0, 1))"
    )


@migrations()
def m010_debts(db: Database) -> None:
    """What must still be wiped, after any closing or deleting.

    An earlier release recorded only part of it, so any database that it used is owed a wipe.
    """
    db.execute("CREATE TABLE debt (debt_id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID")
    db.execute(
        "INSERT INTO debt SELECT lower(hex(randomblob(8))) WHERE EXISTS (SELECT 1 FROM survey)"
        " OR EXISTS (SELECT 1 FROM instructor WHERE name <> 'instructor'"
        " OR password_hash IS NOT NULL OR link_hash IS NOT NULL)"
    )
    db.execute("ALTER TABLE survey DROP COLUMN order_to_wipe")


@migrations()
def m011_state_since_and_archived(db: Database) -> None:
    """The day of the instructor's last act that changed the state, and what they put away."""
    db.execute("ALTER TABLE survey ADD COLUMN since TEXT")
    db.execute(
        "ALTER TABLE survey ADD COLUMN archived INTEGER NOT NULL DEFAULT 0"
        " CHECK (archived IN (0, 1))"
    )


@migrations()
def m012_time_set_unseen(db: Database) -> None:
    """Whether the time to close was set before a figure could be seen."""
    db.execute(
        "ALTER TABLE survey ADD COLUMN closes_unseen INTEGER NOT NULL DEFAULT 0"
        " CHECK (closes_unseen IN (0, 1))"
    )


@migrations()
def m013_signing_key(db: Database) -> None:
    """The public half of the key with which the database was first started."""
    db.execute("""
        CREATE TABLE signing_key (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            public_key TEXT NOT NULL
        ) STRICT
    """)


@migrations()
def m014_statements(db: Database) -> None:
    """How often a survey has closed, and what was stated and signed of each closing.

    What an earlier release closed counts as closed once, and so owes its first statement.
    """
    db.execute("ALTER TABLE survey ADD COLUMN closings INTEGER NOT NULL DEFAULT 0")
    db.execute("UPDATE survey SET closings = 1 WHERE state = 'closed'")
    db.execute("""
        CREATE TABLE statement (
            survey TEXT NOT NULL REFERENCES survey (code),
            closing INTEGER NOT NULL CHECK (closing >= 1),
            text TEXT NOT NULL,
            PRIMARY KEY (survey, closing)
        ) STRICT, WITHOUT ROWID
    """)


@migrations()
def m015_public_steps(db: Database) -> None:
    """The counts that the public sees of an open survey, and those that wait to be shown."""
    db.execute("""
        CREATE TABLE public_step (
            survey TEXT NOT NULL PRIMARY KEY REFERENCES survey (code),
            due INTEGER NOT NULL,
            shown TEXT NOT NULL,
            waiting TEXT,
            published INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID
    """)
