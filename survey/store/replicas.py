"""A replica: a database server that follows the store's, from which the public's figures are read.

It lags, and so it is asked for responses alone, and only while it says the same of a survey as the
store does: what is closed, hidden or deleted is so at once. A statement is never read from it,
since a replica may have what the primary's standby lacks.
"""

import threading
import time
from collections.abc import Callable

from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store.interface.store import Store

PAUSE_SECONDS = 10  # for which a replica that did not answer is not asked


class Replica:
    """Chooses for each survey whether the replica is asked; `opening` opens its store."""

    def __init__(self, opening: Callable[[], Store], clock: Callable[[], float] = time.monotonic):
        self._open, self._clock = opening, clock
        self._opened: Store | None = None
        self._lock = threading.Lock()
        self._away_until = 0.0

    def beside(self, live: Store, code: str) -> Store:
        """The live store, with the replica's responses if it knows the survey in this very state.

        A closed survey's responses are all there, since a replica repeats what was done in order.
        """
        if self._clock() < self._away_until:
            return live
        try:
            followed = self._store()
            ours, theirs = live.surveys.get(code), followed.surveys.get(code)
        except SurveyNotFound:
            return live
        except StoreUnavailable:
            self._away_until = self._clock() + PAUSE_SECONDS
            return live
        if (ours.state, ours.instrument.digest) != (theirs.state, theirs.instrument.digest):
            return live
        return Store(live.surveys, followed.responses, live.instructors, live.maintenance)

    def _store(self) -> Store:
        with self._lock:
            self._opened = self._opened or self._open()
            return self._opened
