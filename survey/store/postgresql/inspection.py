"""What a PostgreSQL database holds, and whether its server is as durable as promised."""

from contextlib import closing
from typing import Any

import psycopg

from survey.errors import StoreUnavailable
from survey.store.models import Inspected, Kept
from survey.store.postgresql.connection import connect, only_row, translated_errors
from survey.store.postgresql.database import PostgreSQLRows
from survey.store.postgresql.migrations import MIGRATIONS
from survey.store.postgresql.schema import check_applied, check_server
from survey.store.rules import check_questionnaires
from survey.store.sql.database import is_owed
from survey.store.withdrawn import check_all_randomized


def inspect_server(url: str) -> Inspected:
    """What is at this address; raises StoreUnavailable."""
    with closing(connect(url)) as connection, translated_errors():
        check_server(connection)
        _check_commits(connection)
        version = connection.info.server_version
        engine = f"PostgreSQL {version // 10_000}.{version % 10_000}"
        if _value(connection, "SELECT to_regclass('migration')") is None:
            return Inspected(engine, Kept(0, 0), len(MIGRATIONS), owed=False)
        applied = _value(connection, "SELECT coalesce(max(number), 0) FROM migration")
        check_applied(applied)
        check_all_randomized(connection)
        surveys = _value(connection, "SELECT count(*) FROM survey")
        check_questionnaires(connection.execute("SELECT code, instrument, digest FROM survey"))
        # Of the counts, which are few: the responses may be very many.
        responses = _value(
            connection, "SELECT coalesce(sum(reports), 0)::bigint FROM tally WHERE item = 0"
        )
        notes = _value(connection, "SELECT to_regclass('debt')")  # not before its migration
        owed = notes is not None and is_owed(PostgreSQLRows(connection))
        return Inspected(engine, Kept(surveys, responses), len(MIGRATIONS) - applied, owed)


def _check_commits(connection: psycopg.Connection) -> None:
    in_force = _value(connection, "SELECT current_setting('synchronous_commit', true)")
    if in_force not in {"on", "remote_apply", None}:
        raise StoreUnavailable(
            f"Commits are not waited for: synchronous_commit={in_force}. Let the role set it to on."
        )


def _value(connection: psycopg.Connection, query: str) -> Any:
    return only_row(connection, query)[0]
