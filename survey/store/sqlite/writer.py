"""The one connection over which a process writes to the SQLite file."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from survey.store.sql.group_writer import GroupWriter
from survey.store.sqlite.commit_gate import CommitGate
from survey.store.sqlite.connection import Connection, translated_errors

Result = TypeVar("Result")


class Writer(GroupWriter[Connection]):
    """Does single jobs, too; keeps its connection, and takes its turns with readers.

    Faults of the database become StoreUnavailable.
    """

    def __init__(self, open_connection: Callable[[], Connection], gate: CommitGate):
        self._open_connection, self._gate = open_connection, gate
        self._connection: Connection | None = None
        super().__init__(self._kept_connection)

    def write(self, job: Callable[[Connection], Result]) -> Result:
        """Runs the job in a transaction of its own; returns its result once that is durable.

        An exception undoes the transaction.
        """
        result: Result = self.write_together(
            lambda connection, _: [_in_transaction(connection, job)], None
        )
        return result

    def close(self) -> None:
        super().close()
        self._forget_connection()

    @contextmanager
    def _kept_connection(self) -> Iterator[Connection]:
        with translated_errors():
            try:
                with self._gate.writing():
                    if self._connection is None:
                        self._connection = self._open_connection()
                    yield self._connection
            except Exception:
                # Closing rolls back what was begun; what comes next starts afresh.
                self._forget_connection()
                raise

    def _forget_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _in_transaction(connection: Connection, job: Callable[[Connection], Result]) -> Result:
    connection.execute("BEGIN IMMEDIATE")
    result = job(connection)
    connection.execute("COMMIT")
    return result
