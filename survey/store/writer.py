"""One writer connection that group-commits whatever waits.

Jobs share one transaction, and each caller is answered after the commit that
made its job durable: one flush to disk serves everyone who waited for it.
Work that many ask for at once, such as storing responses, is done for all of
them together, since every statement costs a turn of Python's lock.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable
from collections.abc import Iterator
from collections.abc import Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from dataclasses import field
from itertools import groupby
from operator import attrgetter
from typing import Any
from typing import TypeVar

from survey.errors import StoreUnavailable

# Does all of these items, or raises; gives one result an item, in their order.
Work = Callable[[sqlite3.Connection, Sequence[Any]], Sequence[Any]]
Result = TypeVar("Result")

MOST_WAITING = 10_000  # jobs; beyond that the server sheds load
LARGEST_GROUP = 500  # jobs a transaction, so that the first is not kept waiting


@dataclass(frozen=True)
class Waiting:
    """One item of some work, and where its result is awaited."""

    work: Work
    item: Any
    future: Future = field(default_factory=Future)

    def answer(self, outcome: tuple[Any, Exception | None]) -> None:
        result, error = outcome
        if error is None:
            self.future.set_result(result)
        else:
            self.future.set_exception(error)


class Writer:
    """Does one piece of work after another on a thread of its own."""

    def __init__(self, open_connection: Callable[[], sqlite3.Connection]):
        self._open_connection = open_connection
        self._connection: sqlite3.Connection | None = None
        self._waiting: queue.SimpleQueue[Waiting] = queue.SimpleQueue()
        self._committing = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, job: Callable[[sqlite3.Connection], Result]) -> Result:
        """The job's result, once what it wrote is durable.

        An exception that the job raises undoes that job alone; it may be run
        twice, so it does nothing but read and write the database.
        """
        return self.write_together(_one_by_one, job)

    def write_together(self, work: Work, item: Any) -> Any:
        """The item's result of work that is done for all who wait with it.

        If the work raises, all of it is undone and done again for each item
        alone: the exception is then that item's own.
        """
        waiting = Waiting(work, item)
        if self._waiting.qsize() >= MOST_WAITING:
            raise StoreUnavailable("Too many are sending at once. Please try again.")
        self._waiting.put(waiting)
        return waiting.future.result()

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Nothing is committed meanwhile; what comes in waits."""
        with self._committing:
            yield

    def close(self) -> None:
        """Finishes what waits, then stops."""
        self._stopping.set()
        self._waiting.put(Waiting(_one_by_one, _nothing))
        self._thread.join()
        self._forget_connection()

    def _run(self) -> None:
        while not (self._stopping.is_set() and self._waiting.empty()):
            group = [self._waiting.get()]
            with self._committing:
                while len(group) < LARGEST_GROUP and not self._waiting.empty():
                    group.append(self._waiting.get_nowait())
                self._commit(group)

    def _commit(self, group: list[Waiting]) -> None:
        outcomes: list[tuple[Any, Exception | None]] = []
        try:
            if self._connection is None:
                self._connection = self._open_connection()
            self._connection.execute("BEGIN IMMEDIATE")
            for work, together in groupby(group, attrgetter("work")):
                outcomes += _outcomes(self._connection, work, [each.item for each in together])
            self._connection.execute("COMMIT")
        except Exception as error:
            # Closing rolls back what was begun; the next group starts afresh.
            self._forget_connection()
            outcomes = [(None, error)] * len(group)
        for waiting, outcome in zip(group, outcomes, strict=True):
            waiting.answer(outcome)

    def _forget_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _one_by_one(
    connection: sqlite3.Connection, jobs: Sequence[Callable[[sqlite3.Connection], Any]]
) -> list[Any]:
    return [job(connection) for job in jobs]


def _nothing(connection: sqlite3.Connection) -> None:
    """Wakes the thread so that it sees that it shall stop."""


def _outcomes(
    connection: sqlite3.Connection, work: Work, items: list[Any]
) -> list[tuple[Any, Exception | None]]:
    """(result, None) or (None, exception) of each item."""
    connection.execute("SAVEPOINT work")
    try:
        results = work(connection, items)
    except sqlite3.Error:
        # A fault of the database, such as a full disk, ends the whole group.
        raise
    except Exception as error:
        connection.execute("ROLLBACK TO work")
        connection.execute("RELEASE work")
        if len(items) == 1:
            return [(None, error)]
        return [outcome for item in items for outcome in _outcomes(connection, work, [item])]
    connection.execute("RELEASE work")
    return [(result, None) for result in results]
