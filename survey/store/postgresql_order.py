"""Takes the order of arrival out of PostgreSQL's tables.

Every row carries the number of the transaction that wrote it (`xmin`), a new
row goes to the end of its file (`ctid`), and a row that was changed stays there
as a dead one: three records of who came when.

So the tables are emptied and filled again in the order of their keys, in
one transaction. TRUNCATE starts new files, so that afterwards, for every survey
of the database, the open ones included:

- all rows have one and the same `xmin`,
- they lie in the order of their keys, in the table and in its index,
- the tables' files hold no dead row.

Outside these tables the server keeps more for a while: its write-ahead log
holds the order until it is reused (with `max_wal_size` and
`wal_keep_size` at their defaults that takes a few checkpoints), and archives of
the log, standbys and backups for as long as they are kept. Blocks of the former
files return to the file system as they are.
"""

import psycopg

from survey.store.postgresql_connection import Connections
from survey.store.postgresql_schema import lock_key

# Each table with the order of its key: all that respondents cause to be written, so that no
# two tables can be joined by who wrote when; and the surveys, since one may be deleted.
TABLES = {
    "response": "survey, shard, response_id",
    "tally": "survey, shard, item, value",
    "token": "survey, token_hash",
    "survey": "position",
}

# Whoever writes for a respondent or changes a survey holds it, shared, before any of these
# tables, so that none can hold one of them and wait for another.
WRITERS = lock_key("writers of responses")

LONGEST_WAIT = "10s"


def wiping_is_owed(connection: psycopg.Connection) -> bool:
    """Whether a survey has been closed since the tables were rewritten."""
    return connection.execute("SELECT EXISTS (SELECT FROM survey WHERE order_to_wipe)").fetchone()[
        0
    ]


def forget_order(connections: Connections, only_if_owed: bool = False) -> None:
    """Rewrites the tables; responses to all surveys wait meanwhile.

    That it is owed is struck out in the same transaction. Of several processes
    that do it `only_if_owed`, the first does it for all.

    Raises StoreUnavailable, with nothing changed, if that cannot begin within
    ten seconds, as while a long backup reads.
    """
    with connections.transaction() as connection:
        connection.execute(f"SET LOCAL lock_timeout = '{LONGEST_WAIT}'")
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (WRITERS,))
        if only_if_owed and not wiping_is_owed(connection):
            return
        # Before the table is rewritten, so that no dead row of it remains.
        connection.execute("UPDATE survey SET order_to_wipe = false WHERE order_to_wipe")
        for table, order in TABLES.items():
            _rewrite(connection, table, order)


def _rewrite(connection: psycopg.Connection, table: str, order: str) -> None:
    # Readers stay out from here on: one of them must never see the table while it is empty.
    connection.execute(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE")
    connection.execute(f"CREATE TEMPORARY TABLE kept ON COMMIT DROP AS TABLE {table}")
    connection.execute(f"TRUNCATE {table}")
    connection.execute(
        f"INSERT INTO {table} OVERRIDING SYSTEM VALUE"  # noqa: S608
        f" SELECT * FROM kept ORDER BY {order}"
    )
    connection.execute("DROP TABLE kept")
