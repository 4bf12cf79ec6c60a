"""How a PostgreSQL server is reached, and how its faults become StoreUnavailable.

No message of the driver's is ever shown: one about an address that cannot be
read quotes parts of it, and with them a password.
"""

import hashlib
import logging
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg
from psycopg_pool import ConnectionPool, PoolTimeout

from survey.errors import StoreUnavailable
from survey.store.postgresql.address import WRITABLE, parts_of, refusal_of, settings_of

# Its warnings repeat what the sentences below say, a line for every attempt to connect.
logging.getLogger("psycopg").setLevel(logging.ERROR)

MOST_CONNECTIONS = 16  # of one process: as many as it has threads that answer requests
WAIT_SECONDS = 3  # for a connection, while others use them or the server is away
PAUSE_SECONDS = 1  # after such a wait failed, during which others are refused at once

_IN_USE = "The database is in use by another program. Please try again."
_BUSY = "Too many are sending at once. Please try again."
_SENTENCES = {
    psycopg.errors.DiskFull: "The disk is full. Free some space and try again.",
    psycopg.errors.IoError: (
        "The database's disk does not read or write as it should. Please try again; if it stays "
        "so, see that server's log."
    ),
    psycopg.errors.ReadOnlySqlTransaction: (
        "The database cannot be written: this server only follows another one."
    ),
    psycopg.errors.InsufficientPrivilege: (
        "The database does not let its role do this. Make the role the owner of the database and "
        "of its tables."
    ),
    psycopg.errors.DependentObjectsStillExist: (
        "The database has a view or another object that depends on a table of this app. Drop it "
        "and try again."
    ),
    psycopg.errors.TooManyConnections: _BUSY,
    psycopg.errors.LockNotAvailable: _IN_USE,
    psycopg.errors.DeadlockDetected: _IN_USE,
    psycopg.errors.SerializationFailure: _IN_USE,
    psycopg.errors.DataCorrupted: "The database is damaged. Restore it from a backup.",
    psycopg.errors.IndexCorrupted: "The database is damaged. Restore it from a backup.",
    PoolTimeout: "The database cannot be reached at the moment. Please try again.",
}
_OTHERWISE = "The database cannot be used at the moment. Please try again."


class PostgreSQLConnection(psycopg.Connection):
    """A connection that remembers whether the server confirms its commits.

    `unconfirmed` is true once the server has ended a commit that waited for a standby: everybody
    sees that commit, but it is on this server's disk alone. `failovers` is how often the process
    had lost its server when this connection was made.
    """

    unconfirmed = False
    failovers = 0

    def note(self, notice: psycopg.errors.Diagnostic) -> None:
        # Recognized by the server's function: its words may be in any language, its code is any
        # warning's.
        if notice.source_function == "SyncRepWaitForLSN":
            self.unconfirmed = True


@contextmanager
def confirmed(connection: PostgreSQLConnection) -> Iterator[None]:
    """Raises StoreUnavailable after the block if the server did not confirm its commits."""
    yield
    if connection.unconfirmed:
        raise StoreUnavailable(_OTHERWISE)


class Connections:
    """The connections of one process to one database, lent out and taken back."""

    def __init__(self, url: str, sought: str = WRITABLE):
        self._refused_until = 0.0
        self._failovers = 0
        connect(url, sought).close()  # raises a clear error; the pool would only wait
        self._pool = ConnectionPool(
            url,
            connection_class=PostgreSQLConnection,
            kwargs=settings_of(url, sought),
            configure=self._configure,
            min_size=0,
            max_size=MOST_CONNECTIONS,
            timeout=WAIT_SECONDS,
            # One attempt, and the next request makes the next.
            reconnect_timeout=0,
            open=True,
        )

    @contextmanager
    def autocommit(self) -> Iterator[PostgreSQLConnection]:
        """Lends a connection that commits each statement; faults become StoreUnavailable."""
        if time.monotonic() < self._refused_until:
            raise StoreUnavailable(_SENTENCES[PoolTimeout])
        with translated_errors():
            connection = self._lent()
            try:
                yield connection
            except psycopg.errors.ReadOnlySqlTransaction:
                connection.close()  # its server follows another one by now
                raise
            finally:
                self._take_back(connection)

    @contextmanager
    def transaction(self) -> Iterator[PostgreSQLConnection]:
        """Lends a connection for one transaction, which is durable at the end of the block."""
        with self.autocommit() as connection, confirmed(connection), connection.transaction():
            yield connection

    def close(self) -> None:
        self._pool.close()

    def _lent(self) -> PostgreSQLConnection:
        """Lends a connection made since the last one broke: the server may be another now."""
        while True:
            try:
                connection = self._pool.getconn()
            except PoolTimeout:
                if self._pool.get_stats()["pool_size"] >= MOST_CONNECTIONS:
                    raise StoreUnavailable(_BUSY) from None
                self._refused_until = time.monotonic() + PAUSE_SECONDS
                raise
            if connection.failovers == self._failovers:
                return connection
            connection.close()
            self._pool.putconn(connection)

    def _take_back(self, connection: PostgreSQLConnection) -> None:
        if connection.closed and connection.failovers == self._failovers:
            self._failovers += 1
        if connection.unconfirmed:
            connection.close()  # the pool takes another in its place
        self._pool.putconn(connection)

    def _configure(self, connection: PostgreSQLConnection) -> None:
        connection.failovers = self._failovers
        _configure(connection)


def connect(url: str, sought: str = WRITABLE) -> PostgreSQLConnection:
    """One connection with this app's settings; raises StoreUnavailable if it fails."""
    parts = parts_of(url)
    try:
        connection = PostgreSQLConnection.connect(url, **settings_of(url, sought))
    except psycopg.Error as error:
        raise StoreUnavailable(refusal_of(str(error), parts)) from None
    with translated_errors():
        _configure(connection)
    return connection


# A list that just does not fit into memory, so that the server writes it to its disk.
_TAKE_ROOM = "SELECT count(*) FROM generate_series(1, 5000)"

# Writes to the log and to no table. A transaction that writes nothing ends without waiting for
# the disk or a standby; with this, its commit confirms all that it has read.
CONFIRM = "SELECT pg_logical_emit_message(true, 'deniable', '')"


def write_nothing(connection: PostgreSQLConnection) -> None:
    """Commits as durably as a response does, and changes nothing; fails if the disk is full."""
    with confirmed(connection), connection.transaction():
        connection.execute("SET LOCAL work_mem = '64kB'")
        connection.execute(_TAKE_ROOM)
        connection.execute(CONFIRM)


def only_row(
    connection: psycopg.Connection, query: str, values: Sequence[object] | None = None
) -> tuple[Any, ...]:
    """The row of a query that always has exactly one, such as a count."""
    (row,) = connection.execute(query, values).fetchall()
    return row


def copy_rows(
    connection: psycopg.Connection, place: str, rows: Iterable[tuple[object, ...]]
) -> None:
    """Adds rows by COPY to a place such as `token (survey, spent)`, in the running transaction."""
    with connection.cursor() as cursor, cursor.copy(f"COPY {place} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turns any fault of the database into StoreUnavailable with one sentence."""
    try:
        yield
    except (psycopg.Error, PoolTimeout) as error:
        raise StoreUnavailable(_sentence(error)) from error


def _sentence(error: Exception) -> str:
    return next((said for kind, said in _SENTENCES.items() if isinstance(error, kind)), _OTHERWISE)


def _configure(connection: PostgreSQLConnection) -> None:
    """Makes commits durable, whatever the server's or the role's defaults are."""
    connection.isolation_level = psycopg.IsolationLevel.READ_COMMITTED
    connection.add_notice_handler(connection.note)
    connection.execute(
        "SELECT set_config('synchronous_commit', 'on', false)"
        " WHERE current_setting('synchronous_commit') NOT IN ('on', 'remote_apply')"
    )
    # Otherwise the server sends no warning about a commit whose wait it has ended.
    connection.execute(
        "SELECT set_config('client_min_messages', 'warning', false)"
        " WHERE current_setting('client_min_messages') IN ('error', 'fatal', 'panic')"
    )


# Locks are shared and taken in the order of the list, so no two transactions deadlock.
LOCK_SHARED = "SELECT pg_advisory_xact_lock_shared(key) FROM unnest(%s::bigint[]) AS key"


def lock_key(name: str) -> int:
    """The number of the advisory lock of this name."""
    digest = hashlib.sha256(f"deniable {name}".encode()).digest()
    return int.from_bytes(digest[:8], signed=True)


# A transaction that writes for a respondent or changes a survey shares this lock before it locks
# any table that is rewritten (table_rewriting.py). So none holds one table and waits for another.
WRITERS = lock_key("writers of responses")
# An instructor's change shares this lock first: so a closed survey stays unchanged while its rows
# are copied, and respondents can go on.
CHANGES = lock_key("changes of surveys")
