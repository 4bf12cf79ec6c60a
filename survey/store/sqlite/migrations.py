"""The migrations of the SQLite schema since release 0.1.0, after those of first_migrations.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sqlite_utils import Database


def m011_state_since_and_archived(db: Database) -> None:
    """The day of the instructor's last change of the state, and whether a survey is archived."""
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
    """How often a survey has closed, and the signed statement of each closing.

    A survey that an earlier release closed counts as closed once, and needs its first statement.
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


def m016_stated_definitions(db: Database) -> None:
    """The definitions whose SHA-256 a statement signs; '' if it signs none."""
    db.execute("ALTER TABLE statement ADD COLUMN definitions TEXT NOT NULL DEFAULT ''")


def m017_secret(db: Database) -> None:
    """The fingerprint of the secret that belongs to the signing key."""
    db.execute("ALTER TABLE signing_key ADD COLUMN secret TEXT")


def m018_listed(db: Database) -> None:
    """The ids that a statement covers, stored if its survey was opened again; '' otherwise."""
    db.execute("ALTER TABLE statement ADD COLUMN listed TEXT NOT NULL DEFAULT ''")


def m019_closing_is_final(db: Database) -> None:
    """Closing is final: a survey that was opened again closes; its last statement stays valid."""
    again = "FROM survey WHERE state = 'open' AND closings > 0"
    debt = "INSERT INTO debt (debt_id) SELECT lower(hex(randomblob(8)))"
    db.execute(f"{debt} WHERE EXISTS (SELECT 1 {again})")
    db.execute(
        "UPDATE survey SET state = 'closed', closes_at = NULL, closes_unseen = 0"
        " WHERE state = 'open' AND closings > 0"
    )
    db.execute("ALTER TABLE survey DROP COLUMN closings")
    db.execute(
        "DELETE FROM public_step WHERE survey IN (SELECT code FROM survey WHERE state <> 'open')"
    )
    db.execute("ALTER TABLE public_step DROP COLUMN published")


def m020_group_name(db: Database) -> None:
    """The name of the group that is asked the questions of an earlier survey; '' otherwise."""
    db.execute("ALTER TABLE survey ADD COLUMN group_name TEXT NOT NULL DEFAULT ''")


def m021_limits(db: Database) -> None:
    """The cap, and whether figures are hidden until it has closed.

    A survey that closed at a time set before any figure could be seen counts as hidden until then.
    """
    db.execute("ALTER TABLE survey RENAME COLUMN closes_unseen TO hidden_until_closed")
    db.execute("UPDATE survey SET hidden_until_closed = 0 WHERE state <> 'closed'")
    db.execute("ALTER TABLE survey ADD COLUMN cap INTEGER CHECK (cap BETWEEN 1 AND 10000)")


def m022_last_minute(db: Database) -> None:
    """The counts with which a survey's last minute began; NULL outside it."""
    db.execute("ALTER TABLE survey ADD COLUMN frozen TEXT")


def m023_calibrated(db: Database) -> None:
    """The calibration of a capped survey's horizon intervals; NULL until it is computed."""
    db.execute("ALTER TABLE survey ADD COLUMN calibrated TEXT")


def m024_colleagues(db: Database) -> None:
    """The instructors with whom a survey is shared, each with a role, as JSON; '' of none."""
    db.execute("ALTER TABLE survey ADD COLUMN colleagues TEXT NOT NULL DEFAULT ''")


def m025_labels_and_templates(db: Database) -> None:
    """The labels of a survey, as a JSON list, '' of none; and whether a draft is a template."""
    db.execute("ALTER TABLE survey ADD COLUMN labels TEXT NOT NULL DEFAULT ''")
    db.execute(
        "ALTER TABLE survey ADD COLUMN template INTEGER NOT NULL DEFAULT 0"
        " CHECK (template IN (0, 1))"
    )


def m026_language_of_an_instructor(db: Database) -> None:
    """The tag of the language of an instructor's pages; '' is the browser's."""
    db.execute("ALTER TABLE instructor ADD COLUMN language TEXT NOT NULL DEFAULT ''")


def m027_client_at(db: Database) -> None:
    """The address of somebody else's client for a survey; '' for nobody, NULL for the default."""
    db.execute("ALTER TABLE survey ADD COLUMN client_at TEXT")


def m028_closes_on_date(db: Database) -> None:
    """Whether a survey closes on a date that was given, or so many minutes after it was planned."""
    db.execute(
        "ALTER TABLE survey ADD COLUMN closes_on_date INTEGER NOT NULL DEFAULT 0"
        " CHECK (closes_on_date IN (0, 1))"
    )


def m029_term(db: Database) -> None:
    """What tells a term from others in which the same was asked; '' of the first."""
    db.execute("ALTER TABLE survey ADD COLUMN term TEXT NOT NULL DEFAULT ''")


def m030_closed_responses(db: Database) -> None:
    """The responses of closed surveys that were moved, and a view of everybody's."""
    db.execute(
        "ALTER TABLE survey ADD COLUMN moved INTEGER NOT NULL DEFAULT 0 CHECK (moved IN (0, 1))"
    )
    db.execute("""
        CREATE TABLE closed_response (
            survey TEXT NOT NULL REFERENCES survey (code),
            response_id TEXT NOT NULL,
            reports TEXT NOT NULL,
            PRIMARY KEY (survey, response_id)
        ) STRICT, WITHOUT ROWID
    """)
    db.execute("""
        CREATE VIEW every_response AS
        SELECT survey, response_id, reports FROM survey JOIN response ON survey = code
        WHERE moved = 0
        UNION ALL
        SELECT survey, response_id, reports FROM survey JOIN closed_response ON survey = code
        WHERE moved = 1
    """)


def m031_asked_first(db: Database) -> None:
    """The code of the survey whose questions one asks again; '' if it asks none again."""
    db.execute("ALTER TABLE survey ADD COLUMN asked_first TEXT NOT NULL DEFAULT ''")


STEPS = (
    m011_state_since_and_archived,
    m012_time_set_unseen,
    m013_signing_key,
    m014_statements,
    m015_public_steps,
    m016_stated_definitions,
    m017_secret,
    m018_listed,
    m019_closing_is_final,
    m020_group_name,
    m021_limits,
    m022_last_minute,
    m023_calibrated,
    m024_colleagues,
    m025_labels_and_templates,
    m026_language_of_an_instructor,
    m027_client_at,
    m028_closes_on_date,
    m029_term,
    m030_closed_responses,
    m031_asked_first,
)
