"""Waits for a thread's answer, but no longer than seconds if the database does not answer.

A missing standby or a disk that hangs holds a thread until it is back. Meanwhile the client gets a
reply within seconds.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from survey.store import Store

Result = TypeVar("Result")

# After these, Patience asks the store whether it can write: at most three more seconds.
ASKED_AFTER_SECONDS = 2


class Patience:
    """Asks a store, on a `thread` of its own, whether it answers."""

    def __init__(self, store: Store):
        self._store = store
        self.thread = ThreadPoolExecutor(1, "ready")

    async def wait(self, coming: asyncio.Future[Result]) -> Result:
        """The result of `coming`, which goes on in any case; raises StoreUnavailable if late."""
        loop = asyncio.get_running_loop()
        while not (await asyncio.wait({coming}, timeout=ASKED_AFTER_SECONDS))[0]:
            await loop.run_in_executor(self.thread, self._store.maintenance.check_ready)
        return coming.result()
