"""One PostgreSQL database: the transactions and the locks in which it is read and changed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from survey.errors import StoreUnavailable
from survey.store.postgresql.connection import (
    CHANGES,
    CONFIRM,
    LOCK_SHARED,
    WRITERS,
    Connections,
    PostgreSQLConnection,
    connect,
    copy_rows,
    lock_key,
    translated_errors,
    write_nothing,
)
from survey.store.postgresql.schema import migrate
from survey.store.postgresql.table_rewriting import note_pending_wipe, wipe_if_pending
from survey.store.sql.database import Database, Readiness, Result, Rows, is_wipe_pending
from survey.store.sql.group_writer import GroupWriter


class PostgreSQLRows:
    """A connection that survey/store/sql can use."""

    for_share, for_update = " FOR KEY SHARE", " FOR UPDATE"
    count_of_tables = (
        "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = ?"
    )
    responses = "response"

    def __init__(self, connection: psycopg.Connection):
        self.connection = connection

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> psycopg.Cursor:
        return self.connection.execute(statement.replace("?", "%s"), values)

    def insert(self, place: str, rows: Iterable[tuple[Any, ...]]) -> None:
        copy_rows(self.connection, place, rows)

    def delete_responses_and_tokens(self, code: str) -> None:
        for table in ("response", "token"):
            self.execute(f"DELETE FROM {table} WHERE survey = ?", (code,))  # noqa: S608

    def is_being_deleted(self, code: str) -> bool:
        return False


class PostgreSQLDatabase:
    """See survey.store.sql.database.Database for what each verb promises.

    A transaction that closes or changes a survey holds its lock alone, and those that store
    responses to it share that lock. So a closing waits for responses on their way, and later
    responses find the survey closed. An advisory lock writes nothing, unlike one on the row.
    """

    def __init__(self, url: str):
        with connect(url) as connection, translated_errors():
            migrate(connection)
        self.connections = Connections(url)
        self.readiness = Readiness(self._write_nothing)
        self.writer = GroupWriter(self._storing)

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        with self.connections.autocommit() as connection:
            yield PostgreSQLRows(connection)

    def write(self, job: Callable[[Rows], Result], *locks: str) -> Result:
        with self.connections.transaction() as connection:
            if locks:
                # In the order in which the writers of responses take them, so that none deadlocks.
                keys = sorted(map(lock_key, locks))
                connection.execute(LOCK_SHARED, ([CHANGES, WRITERS],))
                connection.execute(
                    "SELECT pg_advisory_xact_lock(key) FROM unnest(%s::bigint[]) AS key", (keys,)
                )
            return job(PostgreSQLRows(connection))

    def delete(self, job: Callable[[Rows], Result], *locks: str) -> Result:
        return self.write(job, *locks)

    def check_sound(self) -> None:
        """Does nothing: a PostgreSQL server looks after its own files."""

    def confirm(self) -> None:
        with self.connections.transaction() as connection:
            connection.execute(CONFIRM)

    def note_pending_wipe(self, rows: Rows) -> None:
        note_pending_wipe(rows)

    def keeps_deleted(self) -> bool:
        return False  # the server's log is its operator's

    def wipe(self) -> None:
        with self.reading() as rows:
            if not is_wipe_pending(rows):
                return  # so no response waits for it
        wipe_if_pending(self.connections)

    @contextmanager
    def _storing(self) -> Iterator[PostgreSQLConnection]:
        """Lends the writer a connection; a fault makes the store unready until a write succeeds."""
        try:
            with self.connections.autocommit() as connection:
                yield connection
        except StoreUnavailable:
            self.readiness.note_refused()
            raise

    def _write_nothing(self) -> None:
        """Writes over a connection of its own: the writer waits while a process rewrites tables."""
        with self.connections.autocommit() as connection:
            write_nothing(connection)

    @contextmanager
    def alone(self) -> Iterator[tuple[Rows, Database]]:
        with self.connections.transaction() as connection:
            connection.execute(
                "LOCK TABLE instructor, sign_in, survey, response, token, statement"
                " IN EXCLUSIVE MODE"
            )
            yield PostgreSQLRows(connection), PostgreSQLReads(connection)

    def close(self) -> None:
        self.writer.close()
        self.connections.close()


class PostgreSQLReads(PostgreSQLDatabase):
    """The verbs that read, inside the transaction that a connection is in."""

    def __init__(self, connection: psycopg.Connection):
        self._connection = connection

    @contextmanager
    def reading(self) -> Iterator[Rows]:
        yield PostgreSQLRows(self._connection)

    def confirm(self) -> None:
        """Does nothing, since the commit of the running transaction confirms it."""
