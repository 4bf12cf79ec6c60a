"""One try serves all who ask, not more than one every few seconds, and none beside a commit."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from survey.errors import StoreUnavailable
from survey.store.sql import database
from survey.store.sql.database import Readiness

FULL = "The disk is full. Free some space and try again."


class Disk:
    """Writes nothing, at a time of its own, and counts how often."""

    def __init__(self):
        self.now, self.writes, self.full = 100.0, 0, False

    def write_nothing(self):
        self.writes += 1
        if self.full:
            raise StoreUnavailable(FULL)


@pytest.fixture
def disk():
    return Disk()


@pytest.fixture
def ready(disk):
    return Readiness(disk.write_nothing, lambda: disk.now)


def test_a_write_proves_it_for_some_seconds(disk, ready):
    for _ in range(20):
        ready.check()
    assert disk.writes == 1
    disk.now += database.PROVED_SECONDS
    ready.check()
    assert disk.writes == 2


def test_what_was_stored_lately_is_the_proof(disk, ready):
    ready.note_stored()
    disk.now += database.PROVED_SECONDS - 0.1
    ready.check()
    assert disk.writes == 0
    disk.now += 0.1
    ready.check()
    assert disk.writes == 1


def test_a_failure_is_told_to_all_who_ask_until_the_next_try(disk, ready):
    disk.full = True
    for _ in range(5):
        with pytest.raises(StoreUnavailable, match="disk is full"):
            ready.check()
    assert disk.writes == 1
    disk.full = False
    disk.now += database.PAUSE_SECONDS
    ready.check()
    assert disk.writes == 2


def test_what_is_stored_after_a_failure_is_the_proof(disk, ready):
    disk.full = True
    with pytest.raises(StoreUnavailable):
        ready.check()
    ready.note_stored()
    ready.check()


class Stuck:
    """A disk that does not answer until it is let go."""

    def __init__(self):
        self.writes, self.go_on = 0, threading.Event()

    def write_nothing(self):
        self.writes += 1
        assert self.go_on.wait(20)


@pytest.fixture
def stuck(monkeypatch):
    monkeypatch.setattr(database, "ANSWER_SECONDS", 0.1)
    stuck = Stuck()
    yield stuck
    stuck.go_on.set()


def test_all_who_ask_share_one_try_and_are_told_in_time(stuck):
    ready = Readiness(stuck.write_nothing)

    def asked(_):
        with pytest.raises(StoreUnavailable, match="does not answer"):
            ready.check()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(asked, range(32)))
    assert stuck.writes == 1


def test_once_the_disk_answers_the_same_try_proves_it(stuck):
    ready = Readiness(stuck.write_nothing)
    with pytest.raises(StoreUnavailable):
        ready.check()
    stuck.go_on.set()
    ready._tried.result(20)
    ready.check()
    assert stuck.writes == 1


def test_rewriting_the_bytes_is_no_fault(stuck):
    ready = Readiness(stuck.write_nothing)
    with ready.wiping():
        ready.check()
        assert stuck.writes == 0
    with pytest.raises(StoreUnavailable):
        ready.check()
    with ready.wiping():  # begun after the try
        ready.check()


def test_rewriting_that_never_ends_is_one(stuck):
    now = 100.0
    ready = Readiness(stuck.write_nothing, lambda: now)
    with ready.wiping():
        now += database.LONGEST_WIPING_SECONDS
        with pytest.raises(StoreUnavailable, match="does not answer"):
            ready.check()


def test_what_was_proved_before_a_refusal_is_no_proof(disk, ready):
    ready.check()
    disk.full = True
    ready.check()  # within some seconds
    ready.note_refused()
    with pytest.raises(StoreUnavailable, match="disk is full"):
        ready.check()


def test_refusals_begin_no_second_try_within_seconds(disk, ready):
    disk.full = True
    for _ in range(5):
        ready.note_refused()
        with pytest.raises(StoreUnavailable):
            ready.check()
    assert disk.writes == 1
