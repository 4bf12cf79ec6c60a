"""Rehearsals: drafts with simulated students, in a store of their own.

No route of respondents knows that store. It has the same schema and the same verbs as the
other one, and is made when the first rehearsal begins.
"""

import asyncio
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from survey.core.responses.response import Response
from survey.errors import SurveyNotFound
from survey.store.interface.store import Store
from survey.store.models import Instructor, State, Survey

TOGETHER = 5000  # responses queued at once, half of a writer's longest queue

# Opens the store of rehearsals, and makes it if the argument says so; None if there is none.
Opening = Callable[[bool], Store | None]


class Rehearsals:
    """The rehearsals of an installation, at most one of each draft."""

    def __init__(self, opening: Opening):
        self._open = opening
        self._opened: Store | None = None
        self._sought = False
        self._lock = threading.Lock()

    def existing(self) -> Store | None:
        """The store of rehearsals, if any has ever begun here."""
        return self._opened or self._store(make=False)

    def begin(self, draft: Survey) -> None:
        """Opens this draft to simulated students, without a token, a plan or a response.

        It takes over the draft's limits, which choose the interval of its figures.
        """
        self.end(draft.code)
        store = self._store(make=True)
        assert store is not None
        store.instructors.add(Instructor(draft.owner))
        store.surveys.add(
            Survey(
                draft.code,
                draft.instrument,
                State.OPEN,
                fewest_responses=draft.fewest_responses,
                owner=draft.owner,
                cap=draft.cap,
                hidden_until_closed=draft.hidden_until_closed,
            )
        )

    def find(self, code: str) -> Survey | None:
        """The rehearsal of the draft with this code, if one has begun."""
        store = self.existing()
        try:
            return store.surveys.get(code) if store else None
        except SurveyNotFound:
            return None

    def end(self, code: str) -> None:
        """Deletes the rehearsal of this draft, if any, and rewrites the stored bytes.

        If they cannot be rewritten, the store records that, and `wipe` does it later.
        """
        if store := self.existing():
            try:
                store.surveys.delete(code)
            except SurveyNotFound:
                return

    def wipe(self) -> None:
        """Erases the bytes of ended rehearsals if needed, also of rehearsals of an earlier run."""
        if not self._sought:
            self.existing()
        if self._opened:
            self._opened.maintenance.wipe()

    def _store(self, make: bool) -> Store | None:
        with self._lock:
            self._opened = self._opened or self._open(make)
            self._sought = True
            return self._opened


def add_together(store: Store, code: str, responses: Sequence[Response]) -> None:
    """Stores the responses of many simulated students in few transactions.

    Raises the errors of Responses.add.
    """

    async def add(some: Sequence[Response]) -> None:
        await asyncio.gather(*(store.responses.add_awaited(code, each) for each in some))

    # In a thread of its own: the caller's may have a loop that runs.
    with ThreadPoolExecutor(1) as alone:
        for start in range(0, len(responses), TOGETHER):
            alone.submit(asyncio.run, add(responses[start : start + TOGETHER])).result()
