"""How a call waits for what another thread does: its thread sleeps, or its event loop goes on."""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Iterable
from contextlib import suppress
from typing import Any


class Slept:
    """One value that a thread sleeps for: a Future without its costs."""

    __slots__ = ("_given", "_value")

    def __init__(self) -> None:
        self._given = threading.Lock()
        self._given.acquire()

    def give(self, value: Any) -> None:
        self._value = value
        self._given.release()

    def take(self) -> Any:
        self._given.acquire()
        return self._value


class Awaited:
    """One value for which a call on the running event loop waits."""

    __slots__ = ("future", "loop")

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()


Handover = Slept | Awaited


def give(values: Iterable[tuple[Handover, Any]]) -> None:
    """Hands the values over, and wakes each loop once for all of its own.

    A loop that is woken for one value runs at once, and the rest would come later.
    """
    on_loops = defaultdict(list)
    for handover, value in values:
        if isinstance(handover, Slept):
            handover.give(value)
        else:
            on_loops[handover.loop].append((handover.future, value))
    for loop, settled in on_loops.items():
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle, settled)


def _settle(values: Iterable[tuple[asyncio.Future[Any], Any]]) -> None:
    for future, value in values:
        if not future.cancelled():
            future.set_result(value)
