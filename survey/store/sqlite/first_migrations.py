"""The migrations that made the SQLite schema of release 0.1.0; none of them changes any more.

The table `response` holds all that the app knows of respondents. It is WITHOUT ROWID
and its key is the random response id: a rowid would number the responses in
order of arrival.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database


def m001_first_tables(db: Database) -> None:
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


def m004_tally_of_items(db: Database) -> None:
    """A question may have several items, each with a report of its own."""
    db.execute("ALTER TABLE tally RENAME COLUMN question TO item")


def m005_limit_of_an_instructor(db: Database) -> None:
    """The largest ε of one survey that this instructor publishes; NULL is no limit."""
    db.execute("ALTER TABLE instructor ADD COLUMN largest_epsilon REAL CHECK (largest_epsilon > 0)")


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


def m007_owner(db: Database) -> None:
    """Every survey belongs to an instructor; earlier ones to the only one there was."""
    db.execute("INSERT INTO instructor (name) VALUES ('instructor') ON CONFLICT DO NOTHING")
    db.execute(
        "ALTER TABLE survey ADD COLUMN"
        " owner TEXT NOT NULL DEFAULT 'instructor' REFERENCES instructor (name)"
    )


def m008_digest(db: Database) -> None:
    """The SHA-256 of the instrument's canonical JSON, so that SQL can compare it."""
    db.execute("ALTER TABLE survey ADD COLUMN digest TEXT NOT NULL DEFAULT ''")
    for position, instrument in db.execute("SELECT position, instrument FROM survey").fetchall():
        digest = hashlib.sha256(instrument.encode()).hexdigest()
        db.execute("UPDATE survey SET digest = ? WHERE position = ?", (digest, position))


def m009_planned_closing(db: Database) -> None:
    """When an open survey is to close, in seconds since 1970, as its instructor planned.

    A second column says whether the order of arrival of a closed survey must still be erased.
    """
    db.execute("ALTER TABLE survey ADD COLUMN closes_at INTEGER")
    db.execute(
        "ALTER TABLE survey ADD COLUMN order_to_wipe INTEGER NOT NULL DEFAULT 0"
        " CHECK (order_to_wipe IN (0, 1))"
    )


def m010_debts(db: Database) -> None:
    """A row for each rewriting of the file that a closing or deleting still needs.

    An earlier release recorded only some, so every database that it used is rewritten once.
    """
    db.execute("CREATE TABLE debt (debt_id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID")
    db.execute(
        "INSERT INTO debt SELECT lower(hex(randomblob(8))) WHERE EXISTS (SELECT 1 FROM survey)"
        " OR EXISTS (SELECT 1 FROM instructor WHERE name <> 'instructor'"
        " OR password_hash IS NOT NULL OR link_hash IS NOT NULL)"
    )
    db.execute("ALTER TABLE survey DROP COLUMN order_to_wipe")


STEPS = (
    m001_first_tables,
    m002_instructors,
    m004_tally_of_items,
    m005_limit_of_an_instructor,
    m006_participation_tokens,
    m007_owner,
    m008_digest,
    m009_planned_closing,
    m010_debts,
)
