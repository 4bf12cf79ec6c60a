"""A timeout for bodies and replies that may never come; all waiting tasks share one timer.

A timer for each would take a tenth of the time that a response takes in all.
"""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

Result = TypeVar("Result")


class SharedTimeout:
    """A timeout of so many seconds for each waiting task, in one event loop at a time."""

    def __init__(self, seconds: float):
        self._seconds = seconds
        self._until: dict[asyncio.Task[Any], float] = {}  # in the order in which their time ends
        self._timed: asyncio.AbstractEventLoop | None = None  # the loop whose timer runs

    async def wait(self, coming: Awaitable[Result]) -> Result:
        """Returns the result of `coming`; raises TimeoutError if that takes too long."""
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None  # a loop runs tasks
        if self._timed is not loop:
            self._timed = loop
            loop.call_later(self._seconds, self._end, loop)
        self._until[task] = loop.time() + self._seconds
        try:
            return await coming
        except asyncio.CancelledError:
            if task in self._until:
                raise  # something else cancelled it
            task.uncancel()
            raise TimeoutError from None
        finally:
            self._until.pop(task, None)

    def _end(self, loop: asyncio.AbstractEventLoop) -> None:
        """Cancels the tasks whose time is over; runs again when the next one's is."""
        now = loop.time()
        while self._until:
            task, until = next(iter(self._until.items()))
            if until > now:
                loop.call_at(until, self._end, loop)
                return
            del self._until[task]
            task.cancel()
        self._timed = None
