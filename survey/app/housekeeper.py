"""Closes surveys when they are due, then signs their statements and erases stored bytes.

Each process that answers requests looks by itself, so that a survey closes though a
projector sleeps, a process ends or the server was down at that time; the store lets
one of them close it. The database itself records what must then be stated and erased, as
after a deletion: if a process is killed in between, or a long reader or a full disk
prevents it, the next look does it.

Each look also takes the steps in which the public sees open surveys, since a step that waits for a
reader comes late. It calibrates some intervals of surveys with a cap (survey/app/calibrations.py),
and forgets public pages that nobody reads any more.
"""

import logging
import math
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

from flask import Flask

from survey.app.calibrations import calibrate_next
from survey.app.deadlines import Deadlines
from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store import State, Store
from survey.store.rehearsals import Rehearsals
from survey.systems import stopwatch_seconds
from survey.text.suspicion import odds_refused
from survey.web.http.shared_pages import SharedPages
from survey.wire.keys import SigningKey
from survey.wire.stating import sign_missing_statements

logger = logging.getLogger(__name__)

EVERY_SECONDS = 0.5  # so that a survey is closed within a second of its time

# Wiping stops all storing, and may fail late: so the next tries come after 1, 2, 4, … seconds.
LONGEST_PAUSE = 300  # seconds

NOT_WIPED = (
    "What was deleted, or the order in which responses to a closed survey came, is not erased yet:"
)


class Housekeeper:
    """Looks again and again for work that is due, and does it, until it is stopped."""

    def __init__(
        self,
        store: Store,
        signing_key: SigningKey,
        clock: Callable[[], float] = time.time,
        stopwatch: Callable[[], float] = stopwatch_seconds,
        rehearsals: Rehearsals | None = None,
        pages: SharedPages | None = None,
    ):
        self._store, self._signing_key = store, signing_key
        self._stopwatch = stopwatch
        self._deadlines = Deadlines(store, clock, stopwatch)
        self._rehearsals = rehearsals
        self._pages = pages
        self._pause = 0  # seconds from the last failed wiping to the next; 0 if it did not fail
        self._wipes_from = -math.inf  # on the stopwatch
        self._refused_are_closed = False
        self._calibrated: Counter[tuple[str, int | None]] = Counter()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="housekeeper", daemon=True)

    def start(self) -> None:
        """Does what is due now, then returns and goes on in a thread of its own."""
        self.look()
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        self._thread.join()

    def look(self) -> None:
        """Closes due surveys, signs and erases what closed ones still need, and takes due steps.

        If the database is unavailable, the next look tries again. It logs a failed wiping once
        and tries again, less and less often, until it succeeds.
        """
        if self._pages:
            self._pages.drop_unread()
        try:
            self._close_refused()
            closed = self._store.surveys.close_due(self._deadlines.follow())
        except StoreUnavailable:
            return
        self._wipe(bool(closed))
        with suppress(StoreUnavailable):  # then the next look takes it, and the last step stays
            self._store.responses.take_due_steps()
        with suppress(StoreUnavailable):  # then the next look states it
            sign_missing_statements(self._store, self._signing_key)
        with suppress(StoreUnavailable, SurveyNotFound):  # deleted meanwhile
            calibrate_next(self._store, self._calibrated)

    def _wipe(self, closed: bool) -> None:
        """Erases what is still to be erased, unless that failed lately."""
        if closed:
            self._pause = 0  # a new task: done at once, and logged again if that fails
        elif self._stopwatch() < self._wipes_from:
            return
        try:
            self._store.maintenance.wipe()
            if self._rehearsals:
                self._rehearsals.wipe()
            self._pause = 0
        except StoreUnavailable as error:
            if not self._pause:
                logger.warning("%s %s", NOT_WIPED, error.message)
            self._pause = min(2 * self._pause or 1, LONGEST_PAUSE)
            self._wipes_from = self._stopwatch() + self._pause

    def _close_refused(self) -> None:
        """Closes, once, the surveys that an earlier release opened with odds that are refused now.

        It closes them like any other survey, so that the order of arrival is erased too.
        """
        if self._refused_are_closed:
            return
        for survey in self._store.surveys.all():
            if survey.state is State.OPEN and odds_refused(survey.instrument):
                self._store.surveys.set_state(survey.code, State.CLOSED)
        self._refused_are_closed = True

    def _run(self) -> None:
        while not self._stopping.wait(EVERY_SECONDS):
            try:
                self.look()
            except Exception as error:
                # An exception would end the thread, and nothing would close any more, silently.
                logger.error("unexpected %s while closing surveys", type(error).__name__)


def housekeeper(app: Flask) -> Housekeeper:
    """The housekeeper of this app, not started yet."""
    parts = app.extensions
    return Housekeeper(
        parts["store"],
        parts["signing_key"],
        rehearsals=parts["rehearsals"],
        pages=parts["shared_pages"],
    )
