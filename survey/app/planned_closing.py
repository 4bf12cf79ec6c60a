"""Closes surveys at the time that their instructors planned, and wipes what is owed.

Each process that answers requests looks for itself, so that a survey closes though a
projector sleeps, a process ends or the server was down at that time; the store lets
one of them close it. What is then to be wiped, as after a deletion, the database itself
notes: a process that is killed in between, or kept off by a long reader or a full disk,
leaves it to the next look.
"""

import logging
import math
import threading
import time
from collections.abc import Callable

from survey.errors import StoreUnavailable
from survey.store import Store

logger = logging.getLogger(__name__)

EVERY_SECONDS = 0.5  # so that a survey is closed within a second of its time

# Wiping keeps everybody from storing, and may fail late: so it is tried again after 1, 2, 4, …
LONGEST_PAUSE = 300  # seconds

NOT_WIPED = (
    "What was deleted, or the order in which responses to a closed survey came, is not wiped yet:"
)


class PlannedClosing:
    """Looks at the clock and closes what is due, until it is stopped."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float] = time.time,
        stopwatch: Callable[[], float] = time.monotonic,
    ):
        self._store, self._clock, self._stopwatch = store, clock, stopwatch
        self._pause = 0  # seconds between the wiping that failed last and the next; 0 if none did
        self._wipes_from = -math.inf  # on the stopwatch
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="planned closing", daemon=True)

    def start(self) -> None:
        """Closes what is due by now, before this returns, and goes on in a thread of its own."""
        self.look()
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def look(self) -> None:
        """Closes what is due, and wipes what is owed.

        While the database is away the next look closes it. Wiping that fails is
        said once, and tried again until it is done, less and less often.
        """
        try:
            closed = self._store.surveys.close_due(int(self._clock()))
        except StoreUnavailable:
            return
        if closed:
            self._pause = 0  # another survey's: tried at once, and said anew
        elif self._stopwatch() < self._wipes_from:
            return
        try:
            self._store.maintenance.wipe()
            self._pause = 0
        except StoreUnavailable as error:
            if not self._pause:
                logger.warning("%s %s", NOT_WIPED, error.message)
            self._pause = min(2 * self._pause or 1, LONGEST_PAUSE)
            self._wipes_from = self._stopwatch() + self._pause

    def _run(self) -> None:
        while not self._stopping.wait(EVERY_SECONDS):
            try:
                self.look()
            except Exception as error:
                # A thread that ended would close nothing any more, without a word.
                logger.error("unexpected %s while closing surveys", type(error).__name__)
