"""The contents of a PostgreSQL database, and whether its server is as durable as promised."""

from contextlib import closing
from typing import Any

import psycopg

from survey.errors import StoreUnavailable
from survey.store.models import Inspection, StoredCounts
from survey.store.postgresql.address import name_of
from survey.store.postgresql.connection import connect, only_row, translated_errors
from survey.store.postgresql.database import PostgreSQLRows
from survey.store.postgresql.migrations import MIGRATIONS
from survey.store.postgresql.schema import check_applied, check_server
from survey.store.postgresql.table_rewriting import TABLES
from survey.store.sql.database import is_wipe_pending
from survey.store.sql.moved import check_not_moved
from survey.store.sql.store import read_keys
from survey.store.sql.survey_rows import NAMED_HOLDERS
from survey.store.stored_rows import check_all_randomized, check_questionnaires, counted_responses

CLIENT_AT = 21  # the number of the migration that adds the column


def has_tables(url: str) -> bool:
    """Whether the database at this address has this app's tables."""
    with closing(connect(url)) as connection, translated_errors():
        return _has_tables(connection)


def inspect_server(url: str) -> Inspection:
    """Inspects the database at this address; raises StoreUnavailable, as `open.inspect` says."""
    with closing(connect(url)) as connection, translated_errors():
        check_server(connection)
        _check_commits(connection)
        version = connection.info.server_version
        engine = f"PostgreSQL {version // 10_000}.{version % 10_000}"
        if not _has_tables(connection):
            return Inspection(
                engine, StoredCounts(0, 0), len(MIGRATIONS), wipe_pending=False, keys=None
            )
        applied = _value(connection, "SELECT coalesce(max(number), 0) FROM migration")
        check_applied(applied)
        check_not_moved(PostgreSQLRows(connection), name_of(url))
        _check_owner(connection)
        check_all_randomized(connection)
        surveys = connection.execute("SELECT code, instrument FROM survey").fetchall()
        check_questionnaires(connection.execute("SELECT code, instrument, digest FROM survey"))
        # By the counts, which are few: the responses may be very many.
        counts = connection.execute("SELECT survey, item, sum(reports) FROM tally GROUP BY 1, 2")
        kept = StoredCounts(len(surveys), counted_responses(surveys, counts).total())
        notes = _value(connection, "SELECT to_regclass('debt')")  # NULL before its migration
        wipe_pending = notes is not None and is_wipe_pending(PostgreSQLRows(connection))
        pending = len(MIGRATIONS) - applied
        keys = None if pending else read_keys(PostgreSQLRows(connection))
        return Inspection(engine, kept, pending, wipe_pending, keys)


def named_holders(url: str) -> tuple[str, ...]:
    """The addresses of the client that surveys name; raises StoreUnavailable."""
    with closing(connect(url)) as connection, translated_errors():
        if not _has_tables(connection):
            return ()
        if _value(connection, "SELECT max(number) FROM migration") < CLIENT_AT:
            return ()
        return tuple(address for (address,) in connection.execute(NAMED_HOLDERS))


def _has_tables(connection: psycopg.Connection) -> bool:
    return _value(connection, "SELECT to_regclass('migration')") is not None


def _check_owner(connection: psycopg.Connection) -> None:
    """Raises StoreUnavailable unless the role owns the tables, since closing replaces them."""
    foreign = connection.execute(
        "SELECT tablename, tableowner, current_user FROM pg_tables"
        " WHERE schemaname = current_schema() AND tablename = ANY(%s)"
        " AND NOT pg_has_role(tableowner, 'USAGE') ORDER BY tablename",
        (list(TABLES),),
    ).fetchone()
    if foreign:
        table, owner, role = foreign
        raise StoreUnavailable(
            f"The table {table} belongs to the role {owner}, so {role} can close and delete "
            f"nothing. Use the role {owner}, or make {role} the owner of this app's tables."
        )


def _check_commits(connection: psycopg.Connection) -> None:
    in_force = _value(connection, "SELECT current_setting('synchronous_commit', true)")
    if in_force not in {"on", "remote_apply", None}:
        raise StoreUnavailable(
            f"Commits are not waited for: synchronous_commit={in_force}. Let the role set it to on."
        )


def _value(connection: psycopg.Connection, query: str) -> Any:
    return only_row(connection, query)[0]
