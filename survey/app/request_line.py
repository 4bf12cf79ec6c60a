"""Requests that wait for threads, and get them network by network in turn.

Somebody who asks for a thousand pages at once so holds up their own network, and no other: half of
the threads are left for the others.
"""

import asyncio
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

# So many networks may fill their part of a line before others find it full.
NETWORKS = 2

Work = Callable[[], Any]


class RequestLine:
    """So many threads, of which one network has at most half.

    Of one network at most `most` requests wait or are answered.

    For use on the thread of an event loop alone.
    """

    def __init__(self, name: str, threads: int, most: int):
        self.threads = ThreadPoolExecutor(threads, name)
        self._free = threads
        self._share = max(1, threads // 2)
        self._running = Counter[str]()
        self.most = most
        self._here = Counter[str]()
        self._waiting: OrderedDict[str, deque[tuple[Work, asyncio.Future[Any]]]] = OrderedDict()

    def is_full(self, network: str) -> bool:
        """Whether one more request of this network would be too many."""
        return self._here[network] >= self.most or self.length >= NETWORKS * self.most

    @property
    def length(self) -> int:
        """How many requests wait or are answered."""
        return self._here.total()

    @contextmanager
    def place(self, network: str) -> Iterator[None]:
        """Counts a request that waits for something else than these threads."""
        self._here[network] += 1
        try:
            yield
        finally:
            _decrease(self._here, network)

    def submit(self, network: str, work: Work) -> asyncio.Future[Any]:
        """The coming result of `work`, on one of the threads."""
        coming: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._here[network] += 1
        self._waiting.setdefault(network, deque()).append((work, coming))
        self._begin()
        return coming

    def _begin(self) -> None:
        """Gives free threads to the first of each network, that which has waited longest first."""
        while self._free and (network := self._next()) is not None:
            queue = self._waiting.pop(network)
            work, coming = queue.popleft()
            if queue:
                self._waiting[network] = queue  # behind the others
            self._free -= 1
            self._running[network] += 1
            running = asyncio.get_running_loop().run_in_executor(self.threads, work)
            running.add_done_callback(partial(self._end, network, coming))

    def _next(self) -> str | None:
        """The network that has waited longest, of those that do not have their share of threads."""
        return next((each for each in self._waiting if self._running[each] < self._share), None)

    def _end(self, network: str, coming: asyncio.Future[Any], ran: asyncio.Future[Any]) -> None:
        self._free += 1
        _decrease(self._running, network)
        _decrease(self._here, network)
        if not coming.cancelled():
            if error := ran.exception():
                coming.set_exception(error)
            else:
                coming.set_result(ran.result())
        self._begin()


def _decrease(counts: Counter[str], network: str) -> None:
    """One less; a network that has none is not kept."""
    counts[network] -= 1
    if not counts[network]:
        del counts[network]
