"""The SQLite schema, as numbered migrations.

The response table is all that is known of respondents. It is WITHOUT ROWID
and keyed by the random response id: a rowid would number the responses in
order of arrival.
"""

import hashlib
import sqlite3

from sqlite_utils import Database
from sqlite_utils import Migrations

migrations = Migrations("deniable")


def migrate(connection: sqlite3.Connection) -> None:
    """Brings the schema up to date."""
    # SQLite adds a column that refers to another table only without its checks.
    connection.execute("PRAGMA foreign_keys = OFF")
    migrations.apply(Database(connection))
    connection.execute("PRAGMA foreign_keys = ON")


def all_steps() -> set[str]:
    """The names of this release's migrations."""
    return {step.name for step in migrations.pending(Database(memory=True))}


def applied_steps(connection: sqlite3.Connection) -> set[str]:
    """The names of those that a database has seen, of whichever release it is."""
    return {row[0] for row in connection.execute("SELECT name FROM _sqlite_migrations")}


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
    """Every survey belongs to an instructor; those made before, to the one there was."""
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
    """When an open survey is to close, in seconds since 1970: an instructor's plan.

    And whether it has been closed and the order of arrival is yet to be wiped.
    """
    db.execute("ALTER TABLE survey ADD COLUMN closes_at INTEGER")
    db.execute(
        "ALTER TABLE survey ADD COLUMN order_to_wipe INTEGER NOT NULL DEFAULT 0"
        " CHECK (order_to_wipe IN (0, 1))"
    )
