"""Waits for what a thread answers, but not for as long as the database does not.

A commit that waits for a standby, and a disk that does not answer, hold a thread until they are
there again. Meanwhile the asker gets a reply within seconds.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from survey.store import Store

Result = TypeVar("Result")

# Then the store is asked whether it can store, which takes it three more seconds at most.
ASKED_AFTER_SECONDS = 2


class Patience:
    """Asks a store, on a `thread` that nothing else holds, whether waiting for it is of use."""

    def __init__(self, store: Store):
        self._store = store
        self.thread = ThreadPoolExecutor(1, "ready")

    async def wait(self, coming: asyncio.Future[Result]) -> Result:
        """What is to come, which goes on in any case; raises StoreUnavailable if it cannot come."""
        loop = asyncio.get_running_loop()
        while not (await asyncio.wait({coming}, timeout=ASKED_AFTER_SECONDS))[0]:
            await loop.run_in_executor(self.thread, self._store.maintenance.check_ready)
        return coming.result()
