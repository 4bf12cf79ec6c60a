"""How a call waits for another thread: it sleeps, or gives way where an event loop runs it.

The thread of the server's event loop answers a submission (app/rsgi.py). On a thread of
its own it would wait for Python's lock at each hand-over from thread to thread, and that
took longer than storing it. All other calls sleep.
"""

import asyncio
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import suppress
from typing import Any, TypeVar

from greenlet import getcurrent, greenlet

Result = TypeVar("Result")


# greenlet has no types: its class is any class to mypy.
class _Call(greenlet):  # type: ignore[misc]
    """A call on the event loop's thread, with threads for what would stop the loop."""

    def __init__(self, function: Callable[..., Any], threads: Executor):
        super().__init__(function)
        self.loop = asyncio.get_running_loop()
        self.threads = threads

    def give_way(self, future: asyncio.Future[Result]) -> Result:
        """Waits for the future's result while the loop goes on."""
        result: Result = self.parent.switch(future)
        return result


async def call_giving_way(
    threads: Executor, function: Callable[..., Result], *values: object
) -> Result:
    """Runs the function; wherever it waits by this module, the running loop goes on."""
    call = _Call(function, threads)
    outcome = call.switch(*values)
    while not call.dead:
        try:
            result = await outcome
        except BaseException as error:
            outcome = call.throw(error)
        else:
            outcome = call.switch(result)
    returned: Result = outcome
    return returned


def aside(function: Callable[..., Result], *values: object) -> Result:
    """Runs a function that may block, in a thread if an event loop runs the call."""
    call = getcurrent()
    if isinstance(call, _Call):
        return call.give_way(call.loop.run_in_executor(call.threads, function, *values))
    return function(*values)


class _Slept:
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


class _GivenWay:
    """One value that a call on an event loop's thread gives way for."""

    __slots__ = ("_call", "future", "loop")

    def __init__(self, call: _Call):
        self._call, self.loop = call, call.loop
        self.future: asyncio.Future[Any] = call.loop.create_future()

    def take(self) -> Any:
        return self._call.give_way(self.future)


Handover = _Slept | _GivenWay


def make_handover() -> Handover:
    """A handover of one value: another thread gives it, and the call that made this takes it."""
    call = getcurrent()
    return _GivenWay(call) if isinstance(call, _Call) else _Slept()


def give(values: Iterable[tuple[Handover, Any]]) -> None:
    """Hands the values over, and wakes each loop once for all of its own.

    A loop that is woken runs first, so that the rest of its values would come later.
    """
    on_loops = defaultdict(list)
    for handover, value in values:
        if isinstance(handover, _Slept):
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
