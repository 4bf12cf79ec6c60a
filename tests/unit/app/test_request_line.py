"""A line gives its threads to one network after another, however many requests each has."""

import asyncio
import threading
from contextlib import contextmanager

import pytest
from rsgi_requests import run

from survey.app.request_line import RequestLine


@contextmanager
def line_of(threads: int, most: int = 100):
    line = RequestLine("line", threads, most)
    try:
        yield line
    finally:
        line.threads.shutdown()


def test_networks_take_turns():
    """A thousand requests of one network; another network's first comes behind one of them."""
    done = []

    async def ask(line):
        free = threading.Event()
        first = line.submit("a", free.wait)  # holds the one thread
        coming = [line.submit("a", lambda i=i: done.append(f"a{i}")) for i in range(1000)]
        coming += [line.submit("b", lambda i=i: done.append(f"b{i}")) for i in range(2)]
        coming.append(line.submit("c", lambda: done.append("c0")))
        free.set()
        await asyncio.gather(first, *coming)

    with line_of(1, most=2000) as line:
        run(ask(line))
        assert line.length == 0
    assert done[:6] == ["a0", "b0", "c0", "a1", "b1", "a2"]
    assert len(done) == 1003


def test_all_threads_are_used_and_half_of_them_by_one_network():
    together, here = threading.Barrier(4), threading.Semaphore(0)

    async def ask(line):
        begun = [line.submit("a", lambda: here.release() or together.wait(60)) for _ in range(4)]
        assert here.acquire(timeout=60) and here.acquire(timeout=60)
        assert not here.acquire(blocking=False)
        begun += [line.submit("b", lambda: together.wait(60)) for _ in range(4)]
        await asyncio.gather(*begun)

    with line_of(4) as line:
        run(ask(line))


def test_results_and_errors_reach_who_waits():
    async def ask(line):
        assert await line.submit("a", lambda: 3) == 3
        with pytest.raises(ZeroDivisionError):
            await line.submit("a", lambda: 1 // 0)
        assert line.length == 0

    with line_of(1) as line:
        run(ask(line))


def test_who_goes_leaves_the_line():
    async def ask(line):
        free = threading.Event()
        held, gone = line.submit("a", free.wait), line.submit("a", lambda: 1)
        gone.cancel()
        free.set()
        await held
        assert await line.submit("a", lambda: 2) == 2
        assert line.length == 0

    with line_of(1) as line:
        run(ask(line))


def test_each_network_has_its_place_and_all_together_have_a_limit():
    async def ask(line):
        with line.place("a"), line.place("a"):
            assert line.is_full("a") and not line.is_full("b")
            with line.place("b"), line.place("b"):
                assert line.is_full("c")
        assert not line.is_full("a")

    with line_of(1, most=2) as line:
        run(ask(line))
