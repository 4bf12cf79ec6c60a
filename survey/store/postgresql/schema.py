"""Brings a PostgreSQL schema up to date, on a server that stores durably."""

import psycopg

from survey.errors import StoreUnavailable
from survey.store.postgresql.connection import lock_key, only_row
from survey.store.postgresql.migrations import MIGRATIONS
from survey.store.stored_rows import LATER_RELEASE, check_all_randomized


def migrate(connection: psycopg.Connection) -> None:
    """Brings the schema up to date, once, however many processes start at the same moment.

    Raises StoreUnavailable for a schema of a later release, for answers that are not
    randomized, and for a server that would lose acknowledged responses or cannot hold every text.
    """
    check_server(connection)
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock_key("migration"),))
        connection.execute("CREATE TABLE IF NOT EXISTS migration (number integer PRIMARY KEY)")
        applied = only_row(connection, "SELECT coalesce(max(number), 0) FROM migration")[0]
        check_applied(applied)
        if applied:
            check_all_randomized(connection)
        for number, statements in enumerate(MIGRATIONS[applied:], start=applied + 1):
            connection.execute(statements)
            connection.execute("INSERT INTO migration VALUES (%s)", (number,))


def check_applied(number: int) -> None:
    """Raises StoreUnavailable if more migrations are applied than this release knows."""
    if number > len(MIGRATIONS):
        raise StoreUnavailable(LATER_RELEASE)


def check_server(connection: psycopg.Connection) -> None:
    """Raises StoreUnavailable for a server that would lose acknowledged responses, or text."""
    settings = {
        # A server that only speaks PostgreSQL's protocol may not know these.
        name: only_row(connection, "SELECT current_setting(%s, true)", (name,))[0]
        for name in ("fsync", "full_page_writes", "server_encoding")
    }
    for name in ("fsync", "full_page_writes"):
        if settings[name] == "off":
            raise StoreUnavailable(
                f"The database server runs with {name}=off: it would lose responses when the "
                "power fails. Turn it on."
            )
    if settings["server_encoding"] not in {"UTF8", None}:
        raise StoreUnavailable(
            "The database is not in UTF-8. Create another with: createdb --encoding UTF8 "
            "--template template0 NAME"
        )
