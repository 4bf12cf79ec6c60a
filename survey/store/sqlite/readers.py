"""Connections for reading, lent out and taken back.

A reader holds SQLite's shared lock only while it fetches; a writer cannot
commit meanwhile, so nobody reads for longer than one short statement.
"""

import queue
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from survey.store.sqlite.commit_gate import CommitGate
from survey.store.sqlite.connection import Connection, translated_errors


class Readers:
    """Keeps as many connections as threads read at once."""

    def __init__(self, open_connection: Callable[[], Connection], gate: CommitGate):
        self._open_connection, self._gate = open_connection, gate
        self._idle: queue.SimpleQueue[Connection] = queue.SimpleQueue()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Lends a connection; faults of the database become StoreUnavailable."""
        with translated_errors():
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
                self._idle.put(connection)
                raise
            self._idle.put(connection)

    def close(self) -> None:
        while not self._idle.empty():
            self._idle.get_nowait().close()
