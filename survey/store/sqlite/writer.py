"""One writer connection that group-commits whatever waits.

Items of the same work share one transaction, and each caller is answered after
the commit that made its item durable: one flush to disk serves everyone who
waited for it.
"""

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeVar

from survey.errors import StoreUnavailable
from survey.store.sqlite.commit_gate import Turns
from survey.store.sqlite.connection import Connection
from survey.store.waiting import give, make_handover

# Does these items in one transaction, which it begins and commits, and returns for each its
# result or the exception for its caller. An exception that it raises itself undoes them all.
Work = Callable[[Connection, Sequence[Any]], Sequence[Any]]
Result = TypeVar("Result")

MOST_WAITING = 10_000  # jobs; beyond that the server sheds load
LARGEST_GROUP = 500  # jobs a transaction, so that the first is not kept waiting


class Waiting:
    """One item of some work, and where its result is awaited."""

    __slots__ = ("handover", "item", "work")

    def __init__(self, work: Work, item: Any):
        self.work, self.item = work, item
        self.handover = make_handover()


class Writer:
    """Does one piece of work after another on a thread of its own."""

    def __init__(self, open_connection: Callable[[], Connection], turns: Turns):
        self._open_connection, self._turns = open_connection, turns
        self._connection: Connection | None = None
        self._waiting: queue.SimpleQueue[Waiting] = queue.SimpleQueue()
        self._committing = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write(self, job: Callable[[Connection], Result]) -> Result:
        """Runs the job in a transaction of its own; returns its result once that is durable.

        An exception undoes the transaction.
        """
        result: Result = self.write_together(
            lambda connection, _: [_in_transaction(connection, job)], None
        )
        return result

    def write_together(self, work: Work, item: Any) -> Any:
        """Does the work for this item and those that wait with it; returns once it is durable."""
        waiting = Waiting(work, item)
        if self._waiting.qsize() >= MOST_WAITING:
            raise StoreUnavailable("Too many are sending at once. Please try again.")
        self._waiting.put(waiting)
        outcome = waiting.handover.take()
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Commits nothing during the block; what comes in waits."""
        with self._committing:
            yield

    def close(self) -> None:
        """Finishes what waits, then stops."""
        self._stopping.set()
        self._waiting.put(Waiting(_nothing, None))  # wakes the thread
        self._thread.join()
        self._forget_connection()

    def _run(self) -> None:
        while not (self._stopping.is_set() and self._waiting.empty()):
            group = [self._waiting.get()]
            with self._committing:
                while len(group) < LARGEST_GROUP and not self._waiting.empty():
                    group.append(self._waiting.get_nowait())
                for work, together in groupby(group, attrgetter("work")):
                    self._do(work, list(together))

    def _do(self, work: Work, together: list[Waiting]) -> None:
        try:
            with self._turns.writing():
                if self._connection is None:
                    self._connection = self._open_connection()
                outcomes = work(self._connection, [waiting.item for waiting in together])
        except Exception as error:
            # Closing rolls back what was begun; what comes next starts afresh.
            self._forget_connection()
            outcomes = [error] * len(together)
        give(zip((waiting.handover for waiting in together), outcomes, strict=True))

    def _forget_connection(self) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None


def _in_transaction(connection: Connection, job: Callable[[Connection], Result]) -> Result:
    connection.execute("BEGIN IMMEDIATE")
    result = job(connection)
    connection.execute("COMMIT")
    return result


def _nothing(connection: Connection, items: Sequence[None]) -> Sequence[None]:
    return items
