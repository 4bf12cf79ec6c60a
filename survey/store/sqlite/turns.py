"""Lets readers and the writer of one file take turns, within this process.

A SQLite connection that meets another's lock looks again after a pause of up to a tenth of a
second. While responses come without a pause, a reader could so miss every gap between two commits,
and the writer every moment in which the write-ahead log can be emptied. Here a reader waits for
what the writer does, and the writer waits for the readers who have waited.

It is no lock: nobody waits for longer than PATIENCE_SECONDS. SQLite's own locks alone keep the
file whole.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from survey.store.sqlite.connection import SQLiteConnection
from survey.store.sqlite.faults import Damage

PATIENCE_SECONDS = 0.05


class CommitGate:
    """Stands between many readers and what one writer does without them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._reading = 0
        self._waiting = 0  # readers, until the running or wanted commit ends
        self._writing = False  # or about to write: a new reader waits for the commit
        self._commits = 0

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Lets the block read between two commits, together with all readers that waited."""
        with self._changed:
            if self._writing:
                self._wait_for_the_commit()
            else:
                self._reading += 1
        try:
            yield
        finally:
            with self._changed:
                self._reading -= 1
                self._changed.notify_all()

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Lets the block write after all present readers, and before all later ones."""
        with self._changed:
            self._writing = True
            self._changed.wait_for(lambda: not self._reading, PATIENCE_SECONDS)
        try:
            yield
        finally:
            with self._changed:
                self._writing = False
                self._commits += 1
                # All waiting readers count as reading, even before their threads wake.
                self._reading += self._waiting
                self._waiting = 0
                self._changed.notify_all()

    def _wait_for_the_commit(self) -> None:
        self._waiting += 1
        before = self._commits
        if not self._changed.wait_for(lambda: self._commits != before, PATIENCE_SECONDS):
            self._waiting -= 1
            self._reading += 1


class Readers:
    """Keeps as many connections as threads read at once."""

    def __init__(
        self, open_connection: Callable[[], SQLiteConnection], gate: CommitGate, damage: Damage
    ):
        self._open_connection, self._gate, self._damage = open_connection, gate, damage
        self._idle: queue.SimpleQueue[SQLiteConnection] = queue.SimpleQueue()
        self._closed = threading.Event()

    @contextmanager
    def reading(self) -> Iterator[SQLiteConnection]:
        """Lends a connection; faults of the database become StoreUnavailable."""
        with self._damage.watched():
            try:
                connection = self._idle.get_nowait()
            except queue.Empty:
                connection = self._open_connection()
            try:
                with self._gate.reading():
                    yield connection
            except sqlite3.Error:
                connection.close()
                raise
            except BaseException:
                self._take_back(connection)
                raise
            self._take_back(connection)

    def close(self) -> None:
        """Closes all connections; one that is lent out, as soon as it is back."""
        self._closed.set()
        self._close_idle()

    def _take_back(self, connection: SQLiteConnection) -> None:
        self._idle.put(connection)
        if self._closed.is_set():
            self._close_idle()

    def _close_idle(self) -> None:
        with suppress(queue.Empty):
            while True:
                self._idle.get_nowait().close()
