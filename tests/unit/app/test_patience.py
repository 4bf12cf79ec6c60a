"""Whoever waits for a database that does not answer is told so in time, and nothing is lost."""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from rsgi_requests import Protocol, run, scope

from survey.app import patience
from survey.app.shared_timeout import SharedTimeout
from survey.store.sql import database

LONG = 20


class Disk:
    """Stores nothing, and the database tells nothing of a survey, until it is let go."""

    def __init__(self, store):
        self.go_on, self.held, self._read = threading.Event(), threading.Event(), store.surveys.get

    def hold(self, connection):
        self.held.set()
        self.go_on.wait(LONG)

    def survey(self, code):
        self.go_on.wait(LONG)
        return self._read(code)


@pytest.fixture
def stuck(served, store, open_survey, monkeypatch):
    """The server's disk, which does not answer; it is as patient as a test can wait."""
    disk = Disk(store)
    served._app.extensions["submissions"].instruments[open_survey.code] = open_survey.instrument
    monkeypatch.setattr(database, "ANSWER_SECONDS", 0.1)
    monkeypatch.setattr(patience, "ASKED_AFTER_SECONDS", 0.05)
    monkeypatch.setattr(store.surveys, "get", disk.survey)
    served._clients._timeout = SharedTimeout(0.1)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(store.database.writer.write, disk.hold)
        assert disk.held.wait(LONG)
        yield disk
        disk.go_on.set()


async def answered(served, asked, pieces=()):
    protocol = Protocol(list(pieces))
    await asyncio.wait_for(served.__rsgi__(asked, protocol), LONG)
    return protocol.answer


def test_a_response_that_waits_too_long_is_refused_and_its_retry_is_stored_once(
    served, store, stuck, body
):
    async def twice():
        refused = await answered(served, scope(), [body])
        stuck.go_on.set()
        served._clients._timeout = SharedTimeout(LONG)
        return refused, await answered(served, scope(), [body])

    refused, again = run(twice())
    assert refused.status == 503
    assert int(refused.headers["retry-after"]) > 0
    assert refused.headers["content-type"] == "application/problem+json"
    assert refused.headers["access-control-allow-origin"] == "*"
    assert json.loads(refused.body)["detail"] == database.NO_ANSWER
    assert again.status == 200  # it was stored meanwhile
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.parametrize("path", ["/s/bcd234", "/s/bcd234/state", "/s/bcd234/instrument.json"])
def test_what_a_client_reads_is_refused_without_a_thread(served, stuck, path):
    """All threads are held, one of them by the reading itself."""

    async def read():
        for _ in range(4):
            served._pages.threads.submit(stuck.go_on.wait, LONG)
        return [await answered(served, scope("GET", path)) for _ in range(2)]

    first, second = run(read())
    stuck.go_on.set()
    assert (first.status, second.status) == (503, 503)
    page = path == "/s/bcd234"
    kind = "text/html; charset=utf-8" if page else "application/problem+json"
    assert first.headers["content-type"] == kind
    assert int(first.headers["retry-after"]) > 0
    assert "access-control-allow-origin" in first.headers or page


def test_a_page_that_waits_is_refused_and_what_had_not_begun_is_never_done(
    served, store, stuck, monkeypatch
):
    """Three for two threads: the third would be done behind its sender's back."""
    asked, read = [], store.surveys.get
    monkeypatch.setattr(store.surveys, "get", lambda code: asked.append(code) or read(code))
    coins = [scope("GET", "/s/bcd234/coin") for _ in range(3)]
    for number, each in enumerate(coins):
        each.client = f"192.0.2.{number}:51000"  # of one network only half would be answered

    async def ask():
        answers = await asyncio.gather(*(answered(served, each) for each in coins))
        ready = await answered(served, scope("GET", "/ready"))
        assert served._pages.length == 3  # for threads, which are held
        stuck.go_on.set()
        while served._pages.length:
            await asyncio.sleep(0.01)
        served._pages.threads.submit(asked.append, "last").result()
        return answers, ready

    answers, ready = run(ask())
    assert [each.status for each in answers] == [503] * 3
    assert answers[0].headers["content-type"].startswith("text/html")
    assert ready.status == 503
    assert asked == ["bcd234", "bcd234", "last"]


def test_a_page_that_takes_long_while_the_database_stores_is_waited_for(
    served, store, stuck, monkeypatch
):
    """As closing a survey does, which rewrites the database."""
    checked = threading.Event()

    def check_ready():
        checked.set()

    monkeypatch.setattr(store.maintenance, "check_ready", check_ready)

    async def ask():
        task = asyncio.create_task(answered(served, scope("GET", "/s/bcd234/coin")))
        while not checked.is_set():
            await asyncio.sleep(0.01)
        stuck.go_on.set()
        return await task

    assert run(ask()).status == 200
