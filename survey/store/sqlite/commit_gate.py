"""Lets readers and the writer of one file take turns, within this process.

A SQLite connection that meets another's lock looks again after a pause of up to a
tenth of a second. While responses come without a pause, a reader could so miss every
gap between two commits. Here a reader waits for the commit that is under way, and the
next commit waits for the readers who have waited.

This is a courtesy and no lock: nobody waits for longer than PATIENCE_SECONDS, and
whoever goes ahead then meets SQLite's own locks, which alone keep the file whole.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

PATIENCE_SECONDS = 0.05


class CommitGate:
    """Stands between many readers and the commits of one writer."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._reading = 0
        self._waiting = 0  # to read, after the commit that is under way or wanted
        self._writing = False  # or about to: a new reader waits for the commit
        self._commits = 0

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Lets the block read between two commits, with all who waited for the first."""
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
        """Lets the block write after all who read now, and before all who come later."""
        with self._changed:
            self._writing = True
            self._changed.wait_for(lambda: not self._reading, PATIENCE_SECONDS)
        try:
            yield
        finally:
            with self._changed:
                self._writing = False
                self._commits += 1
                # All who waited count as reading, even before their threads wake.
                self._reading += self._waiting
                self._waiting = 0
                self._changed.notify_all()

    def _wait_for_the_commit(self) -> None:
        self._waiting += 1
        before = self._commits
        if not self._changed.wait_for(lambda: self._commits != before, PATIENCE_SECONDS):
            self._waiting -= 1
            self._reading += 1
