"""Rewrites PostgreSQL's tables so that their files keep no deleted row and no order of arrival.

A transaction that deletes or closes also notes in the database that this must be done, so that no
crash comes between the two; the transaction that rewrites the tables removes the note.

Every row carries the number of the transaction that wrote it (`xmin`), a new
row goes to the end of its file (`ctid`), and a row that was changed or deleted
stays there as a dead one: three records of who came when.

So all rows move to new files in the order of their keys, in one transaction, and the old files go.
Rows of closed surveys, which nobody changes any more, move while respondents are served.
Respondents wait only while the other rows move. Afterwards, for every survey of the database, the
open ones included:

- all rows have one and the same `xmin`,
- they lie in the order of their keys, in the table and in its index, with closed surveys first,
- the tables' files hold no dead row, even while somebody still reads an older state.

Outside these tables the server holds traces for a while: its write-ahead log
holds the order until it is reused (with `max_wal_size` and
`wal_keep_size` at their defaults that takes a few checkpoints), and archives of
the log, standbys and backups for as long as they are kept. Blocks of the former
files return to the file system as they are. A server that crashes while it fills
the new files leaves them behind, sorted, and never removes them by itself.
"""

from collections.abc import Sequence
from itertools import chain

import psycopg

from survey.store.postgresql import new_files
from survey.store.postgresql.connection import CHANGES, WRITERS, Connections
from survey.store.sql.database import Rows

# All tables that are not the server's own, with the orders of their keys: rows that respondents'
# requests write, so that no two can be joined by their time, and rows that instructors delete.
# First those that grow with the responses.
LARGE = {
    "response": "survey, shard, response_id",
    "tally": "survey, shard, item, value",
    "token": "survey, token_hash",
}
# The others, step by step; those that refer to each other are emptied together.
STEPS = (
    {"public_step": "survey"},
    # A query names the survey before its statements, and so must a transaction that locks them.
    {
        "instructor": "name",
        "survey": "position",
        "sign_in": "token_hash",
        "statement": "survey, closing",
    },
)

TABLES = (*LARGE, *chain.from_iterable(STEPS))

# For each lock: no response is stored meanwhile, and a later call tries again.
LONGEST_WAIT = "3s"

# The parts that a note can name. An earlier release let the server make the statistics.
ROWS, STATISTICS = "tables", "statistics"


def note_pending_wipe(rows: Rows) -> None:
    """Notes, in the running transaction, that the tables must be rewritten."""
    rows.execute("INSERT INTO debt VALUES (?) ON CONFLICT DO NOTHING", (ROWS,))


def wipe_if_pending(connections: Connections) -> None:
    """Rewrites the tables if a note says that they must be.

    Instructors' changes wait meanwhile; responses wait only while rows of surveys that are not
    closed move. If several processes call this at once, the first does the work for all.

    Raises StoreUnavailable, with nothing changed and the note left, if it
    cannot begin within seconds, as while a long backup reads.
    """
    with connections.transaction() as connection:
        connection.execute(f"SET LOCAL lock_timeout = '{LONGEST_WAIT}'")
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (CHANGES,))
        debts = {what for (what,) in connection.execute("SELECT what FROM debt")}
        if ROWS in debts:
            _rewrite_all(connection)
    if STATISTICS in debts:
        with connections.autocommit() as connection:
            _wipe_statistics(connection)


def _rewrite_all(connection: psycopg.Connection) -> None:
    closed = _codes(connection, "state = 'closed'")
    for table, order in LARGE.items():
        new_files.begin(connection, table)
        new_files.copy(connection, table, order, closed)
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (WRITERS,))
    connection.execute("DELETE FROM debt WHERE what = %s", (ROWS,))
    # Readers stay out from here on, until all is committed.
    connection.execute(f"LOCK TABLE {', '.join(LARGE)} IN ACCESS EXCLUSIVE MODE")
    # Responses may have closed some meanwhile: the last that a survey takes.
    others = _codes(connection, "code <> ALL(%s)", (closed,))
    for table, order in LARGE.items():
        new_files.copy(connection, table, order, others)
        new_files.finish(connection, table)
    for step in STEPS:
        _rewrite(connection, step)


def _codes(connection: psycopg.Connection, which: str, values: Sequence[object] = ()) -> list[str]:
    query = f"SELECT code FROM survey WHERE {which}"  # noqa: S608
    return [code for (code,) in connection.execute(query, values).fetchall()]


def _rewrite(connection: psycopg.Connection, step: dict[str, str]) -> None:
    tables = ", ".join(step)
    # Readers stay out from here on: one of them must never see a table while it is empty.
    connection.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
    for table in step:
        connection.execute(f"CREATE TEMPORARY TABLE kept_{table} ON COMMIT DROP AS TABLE {table}")
    connection.execute(f"TRUNCATE {tables}")
    for table, order in step.items():
        connection.execute(
            f"INSERT INTO {table} OVERRIDING SYSTEM VALUE"  # noqa: S608
            f" SELECT * FROM kept_{table} ORDER BY {order}"
        )
        connection.execute(f"DROP TABLE kept_{table}")


def _wipe_statistics(connection: psycopg.Connection) -> None:
    """Rewrites the server's own table of statistics, which has dead rows about removed columns.

    The tables have just been rewritten, so every transaction that read them before the migration
    has ended: none of these rows is kept for one.
    """
    connection.execute(f"SET lock_timeout = '{LONGEST_WAIT}'")
    try:
        connection.execute("VACUUM FULL pg_statistic")
    finally:
        connection.execute("RESET lock_timeout")
    connection.execute("DELETE FROM debt WHERE what = %s", (STATISTICS,))
