"""One writer connection that group-commits whatever waits.

Each job runs inside its own savepoint of one shared transaction, and its
caller is answered after the commit that made it durable: one flush to disk
serves everyone who waited for it.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import TypeVar

from survey.errors import StoreUnavailable

Job = Callable[[sqlite3.Connection], object]
Result = TypeVar("Result")

MOST_WAITING = 10_000  # jobs; beyond that the server sheds load
LARGEST_GROUP = 500  # jobs a transaction, so that the first is not kept waiting


class Writer:
    """Runs jobs one after another on a thread of its own."""

    def __init__(self, open_connection: Callable[[], sqlite3.Connection]):
        self._open_connection = open_connection
        self._connection: sqlite3.Connection | None = None
        self._waiting: queue.Queue[tuple[Job, Future]] = queue.Queue(MOST_WAITING)
        self._committing = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, job: Callable[[sqlite3.Connection], Result]) -> Result:
        """The job's result, once what it wrote is durable.

        An exception that the job raises undoes that job alone.
        """
        future: Future = Future()
        try:
            self._waiting.put_nowait((job, future))
        except queue.Full:
            raise StoreUnavailable("Too many are sending at once. Please try again.") from None
        return future.result()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Nothing is committed meanwhile; what comes in waits."""
        with self._committing:
            yield

    def close(self) -> None:
        """Finishes what waits, then stops."""
        self._stopping.set()
        self._waiting.put((_nothing, Future()))
        self._thread.join()
        self._forget_connection()

    def _run(self) -> None:
        while not (self._stopping.is_set() and self._waiting.empty()):
            group = [self._waiting.get()]
            with self._committing:
                while len(group) < LARGEST_GROUP and not self._waiting.empty():
                    group.append(self._waiting.get_nowait())
                self._commit(group)

    def _commit(self, group: list[tuple[Job, Future]]) -> None:
        try:
            if self._connection is None:
                self._connection = self._open_connection()
            self._connection.execute("BEGIN IMMEDIATE")
            outcomes = [_run_in_savepoint(self._connection, job) for job, _ in group]
            self._connection.execute("COMMIT")
        except Exception as error:
            # Closing rolls back what was begun; the next group starts afresh.
            self._forget_connection()
            outcomes = [(None, error)] * len(group)
        for (_, future), (result, error) in zip(group, outcomes, strict=True):
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

    def _forget_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _nothing(connection: sqlite3.Connection) -> None:
    """Wakes the thread so that it sees that it shall stop."""


def _run_in_savepoint(connection: sqlite3.Connection, job: Job) -> tuple[object, Exception | None]:
    connection.execute("SAVEPOINT job")
    try:
        result = job(connection)
    except sqlite3.Error:
        # A fault of the database, such as a full disk, ends the whole group.
        raise
    except Exception as error:
        connection.execute("ROLLBACK TO job")
        connection.execute("RELEASE job")
        return None, error
    connection.execute("RELEASE job")
    return result, None
