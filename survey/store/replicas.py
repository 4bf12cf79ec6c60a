"""A replica: a database server that follows the store's, and serves the public's figures.

It lags. So it serves responses alone, and only while its row of the survey equals the store's:
closing, hiding or deleting a survey takes effect at once. It never serves a statement, since a
replica may have a statement that the primary's standby lacks.
"""

import threading
import time
from collections.abc import Callable

from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store.interface.store import Store

PAUSE_SECONDS = 10  # during which the app asks no replica that did not answer


class Replica:
    """Chooses the replica or the live store for each survey; `opening` opens the replica."""

    def __init__(self, opening: Callable[[], Store], clock: Callable[[], float] = time.monotonic):
        self._open, self._clock = opening, clock
        self._opened: Store | None = None
        self._lock = threading.Lock()
        self._away_until = 0.0

    def beside(self, live: Store, code: str) -> Store:
        """The live store, with the replica's responses if it knows the survey in this very state.

        A replica that knows a survey as closed has all its responses: it repeats commits in order.
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
