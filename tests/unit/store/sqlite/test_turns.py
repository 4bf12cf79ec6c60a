"""Readers and the writer take turns, and nobody waits for ever."""

import sqlite3
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from patience import wait_until

from survey.store.sqlite import turns as module
from survey.store.sqlite.turns import CommitGate

MANY = 10_000


@pytest.fixture
def gate() -> CommitGate:
    return CommitGate()


@pytest.fixture
def pool():
    with ThreadPoolExecutor(8) as pool:
        yield pool


def test_readers_read_together(gate, pool):
    together = threading.Barrier(4)

    def read():
        with gate.reading():
            together.wait(20)

    for each in [pool.submit(read) for _ in range(4)]:
        each.result(20)


def test_who_comes_during_a_commit_reads_before_the_next(gate, pool, monkeypatch):
    """Without turns the next commit would begin at once, and the one after it."""
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 20)
    events, read_on = [], threading.Event()

    def read():
        with gate.reading():
            events.append("read")
            read_on.wait(20)

    def write():
        with gate.writing():
            events.append("next commit")

    with gate.writing():
        readers = [pool.submit(read) for _ in range(3)]
        wait_until(lambda: gate._waiting == 3)
        events.append("commit")
    writer = pool.submit(write)
    wait_until(lambda: gate._writing)
    late = pool.submit(read)  # comes while the next commit is wanted: after it
    wait_until(lambda: gate._waiting == 1)
    read_on.set()
    for each in (*readers, writer, late):
        each.result(20)
    assert events == ["commit", "read", "read", "read", "next commit", "read"]


def test_nobody_waits_for_ever(gate, pool, monkeypatch):
    """A reader inside a commit, and a commit inside a reader: each goes ahead at last."""
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 0.02)
    with gate.writing():

        def read():
            with gate.reading():
                return "read"

        assert pool.submit(read).result(20) == "read"
    with gate.reading():

        def write():
            with gate.writing():
                return "written"

        assert pool.submit(write).result(20) == "written"
    assert (gate._reading, gate._waiting, gate._writing) == (0, 0, False)


def test_whoever_fails_gives_the_turn_back(gate):
    for turn in (gate.reading, gate.writing):
        with pytest.raises(ZeroDivisionError), turn():
            raise ZeroDivisionError
    assert (gate._reading, gate._waiting, gate._writing) == (0, 0, False)


def test_no_read_falls_into_a_commit_and_all_get_their_turn(gate, pool, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE_SECONDS", 20)
    state = {"writing": False, "reading": 0, "commits": 0, "met": 0}
    guard, stop = threading.Lock(), threading.Event()

    def write():
        while not stop.is_set():
            with gate.writing():
                state["writing"] = True
                state["met"] += state["reading"]
                state["commits"] += 1
                state["writing"] = False

    def read() -> int:
        for _ in range(MANY // 7):
            with gate.reading():
                with guard:
                    state["reading"] += 1
                state["met"] += state["writing"]
                with guard:
                    state["reading"] -= 1
        return MANY // 7

    writer = pool.submit(write)
    readers = [pool.submit(read) for _ in range(7)]
    assert sum(each.result(60) for each in readers) == MANY // 7 * 7
    stop.set()
    writer.result(20)
    assert state["met"] == 0
    assert state["commits"] > 100


def test_a_connection_that_is_lent_out_while_the_store_is_closed_is_closed_once_it_is_back(store):
    with store.database.reading() as lent:
        store.close()
        assert lent.execute("SELECT count(*) FROM survey").fetchone()[0] == 0
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        lent.execute("SELECT 1")
