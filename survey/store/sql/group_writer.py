"""One writer that commits all waiting items in one transaction.

Items of the same work share one transaction, and each caller is answered after
the commit that made its item durable: one flush to disk serves everyone who
waited for it.
"""

import asyncio
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from itertools import groupby
from operator import attrgetter
from typing import Any, Generic, TypeVar

from survey.errors import StoreUnavailable


class ThreadHandover:
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


class LoopHandover:
    """A value for which a call on the running event loop waits."""

    __slots__ = ("future", "loop")

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.future: asyncio.Future[Any] = self.loop.create_future()


Handover = ThreadHandover | LoopHandover


def give(values: Iterable[tuple[Handover, Any]]) -> None:
    """Hands the values over, and wakes each loop once for all of its own.

    A loop that was woken for a single value would run at once, and get the others late.
    """
    on_loops = defaultdict(list)
    for handover, value in values:
        if isinstance(handover, ThreadHandover):
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


Connection = TypeVar("Connection")

# Does these items in one transaction, which it begins and commits, and returns for each its
# result or the exception for its caller. An exception that it raises itself undoes them all.
Work = Callable[[Connection, Sequence[Any]], Sequence[Any]]

MOST_WAITING = 10_000  # jobs; beyond that the server sheds load
LARGEST_GROUP = 500  # jobs per transaction, so that the first does not wait long

# While many send at once, two groups take turns: one is written while the other is answered and
# sends again. So a commit waits for half as many items as the last two had together, for at most
# half of the last one's time. Otherwise a few items would be written while all others wait.
PAUSE = 0.5
LONGEST_PAUSE_SECONDS = 0.005


class WorkItem:
    """An item of work that waits for a commit, and the handover of its result."""

    __slots__ = ("handover", "item", "work")

    def __init__(self, work: Work[Any], item: Any, handover: Handover):
        self.work, self.item, self.handover = work, item, handover


class GroupWriter(Generic[Connection]):
    """Does one piece of work after another on a thread of its own.

    `connected` lends a connection, and undoes a transaction that was begun over it but not
    committed.
    """

    def __init__(self, connected: Callable[[], AbstractContextManager[Connection]]):
        self._connected = connected
        self._waiting: queue.SimpleQueue[WorkItem] = queue.SimpleQueue()
        self._enough = threading.Event()  # items wait for a commit
        self._wanted = MOST_WAITING
        self._committing = threading.Lock()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def write_together(self, work: Work[Connection], item: Any) -> Any:
        """Does the work for this item and those that wait with it; returns once it is durable."""
        handover = ThreadHandover()
        self._put(work, item, handover)
        return _result(handover.take())

    def write_together_awaited(self, work: Work[Connection], item: Any) -> Awaitable[Any]:
        """Begins `write_together` for a call on an event loop; the loop goes on meanwhile."""
        handover = LoopHandover()
        self._put(work, item, handover)
        return _result_of(handover.future)

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Commits nothing during the block; new items wait."""
        with self._committing:
            yield

    def close(self) -> None:
        """Does the work that waits, then stops."""
        self._stopping.set()
        self.wake()
        self._thread.join()

    def wake(self) -> None:
        """Lets the thread look at once what is due."""
        self._waiting.put(WorkItem(_nothing, None, ThreadHandover()))

    def _put(self, work: Work[Connection], item: Any, handover: Handover) -> None:
        if self._waiting.qsize() >= MOST_WAITING:
            raise StoreUnavailable("Too many are sending at once. Please try again.")
        self._waiting.put(WorkItem(work, item, handover))
        if self._waiting.qsize() >= self._wanted:
            self._enough.set()

    def _run(self) -> None:
        took, last, before = 0.0, 0, 0
        while not (self._stopping.is_set() and self._waiting.empty()):
            try:
                group = [self._waiting.get(timeout=self._rest())]
            except queue.Empty:
                continue  # something else is due
            self._await_others((last + before) // 2 - 1, PAUSE * took)
            with self._committing:
                while len(group) < LARGEST_GROUP and not self._waiting.empty():
                    group.append(self._waiting.get_nowait())
                begun = time.perf_counter()
                for work, together in groupby(group, attrgetter("work")):
                    self._do(work, list(together))
            took = time.perf_counter() - begun
            before, last = last, len(group)

    def _rest(self) -> float | None:
        """Does what is due between two groups; returns the seconds until more is, or None."""
        return None

    def _await_others(self, number: int, seconds: float) -> None:
        self._enough.clear()
        self._wanted = number
        # Looked up afterwards, so that nobody waits for items that came in between.
        if self._waiting.qsize() < number:
            self._enough.wait(min(seconds, LONGEST_PAUSE_SECONDS))
        self._wanted = MOST_WAITING

    def _do(self, work: Work[Connection], together: list[WorkItem]) -> None:
        try:
            with self._connected() as connection:
                outcomes = work(connection, [waiting.item for waiting in together])
        except Exception as error:
            outcomes = [error] * len(together)
        give(zip((waiting.handover for waiting in together), outcomes, strict=True))


def _result(outcome: Any) -> Any:
    if isinstance(outcome, Exception):
        raise outcome
    return outcome


async def _result_of(coming: Awaitable[Any]) -> Any:
    return _result(await coming)


def _nothing(connection: object, items: Sequence[None]) -> Sequence[None]:
    return items
