"""The migrations of the SQLite schema since release 0.1.0, after those of first_migrations.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database


def m011_state_since_and_archived(db: Database) -> None:
    """The day of the instructor's last act that changed the state, and what they put away."""
    db.execute("ALTER TABLE survey ADD COLUMN since TEXT")
    db.execute(
        "ALTER TABLE survey ADD COLUMN archived INTEGER NOT NULL DEFAULT 0"
        " CHECK (archived IN (0, 1))"
    )


def m012_time_set_unseen(db: Database) -> None:
    """Whether the time to close was set before a figure could be seen."""
    db.execute(
        "ALTER TABLE survey ADD COLUMN closes_unseen INTEGER NOT NULL DEFAULT 0"
        " CHECK (closes_unseen IN (0, 1))"
    )


def m013_signing_key(db: Database) -> None:
    """The public half of the key with which the database was first started."""
    db.execute("""
        CREATE TABLE signing_key (
            one INTEGER PRIMARY KEY CHECK (one = 1),
            public_key TEXT NOT NULL
        ) STRICT
    """)


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


STEPS = (
    m011_state_since_and_archived,
    m012_time_set_unseen,
    m013_signing_key,
    m014_statements,
    m015_public_steps,
)
