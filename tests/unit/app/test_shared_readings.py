"""A class that opens a survey at once reads it from the database a few times, and as it is now."""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from rsgi_requests import run

from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store import State
from survey.wire.ways import InLoop

PHONES = 50


@pytest.fixture
def slow(store, monkeypatch):
    """Each reading of a survey is noted, and ends when this event is set."""
    get, go_on = store.surveys.get, threading.Event()
    go_on.read = []

    def wait(code):
        survey = get(code)
        go_on.read.append(code)
        assert go_on.wait(20)
        return survey

    monkeypatch.setattr(store.surveys, "get", wait)
    return go_on


def through_the_loop(store, work):
    async def with_a_way():
        with ThreadPoolExecutor(4) as threads:
            return await work(InLoop(store, threads))

    return run(with_a_way())


async def until(condition):
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.001)


def test_one_reading_serves_all_who_ask_before_it_begins(store, open_survey, slow):
    async def ask(way):
        first = asyncio.create_task(way.survey("bcd234"))
        await until(lambda: slow.read)
        others = [asyncio.create_task(way.survey("bcd234")) for _ in range(PHONES)]
        unknown = asyncio.create_task(way.survey("nosuch"))
        await asyncio.sleep(0)
        slow.set()
        with pytest.raises(SurveyNotFound):
            await unknown
        return await asyncio.gather(first, *others)

    surveys = through_the_loop(store, ask)
    assert {each.code for each in surveys} == {"bcd234"}
    assert slow.read == ["bcd234", "bcd234"]  # of an unknown one nothing is read to the end


def test_whoever_asks_after_a_change_learns_of_it(store, open_survey, slow):
    async def ask(way):
        before = asyncio.create_task(way.survey("bcd234"))
        await until(lambda: slow.read)  # as it was
        await asyncio.to_thread(store.surveys.set_state, "bcd234", State.CLOSED)
        after = asyncio.create_task(way.survey("bcd234"))
        await asyncio.sleep(0)
        slow.set()
        return (await before).state, (await after).state

    assert through_the_loop(store, ask) == (State.OPEN, State.CLOSED)


def test_whoever_goes_takes_it_from_nobody(store, open_survey, slow):
    async def ask(way):
        going, staying = (asyncio.create_task(way.survey("bcd234")) for _ in range(2))
        await asyncio.sleep(0)
        going.cancel()
        slow.set()
        return (await staying).code

    assert through_the_loop(store, ask) == "bcd234"


def test_a_fault_is_told_to_all_and_the_next_is_read_anew(store, open_survey, monkeypatch):
    get, faults = store.surveys.get, [StoreUnavailable("The disk is full.")]

    def fail_once(code):
        if faults:
            raise faults.pop()
        return get(code)

    monkeypatch.setattr(store.surveys, "get", fail_once)

    async def ask(way):
        both = await asyncio.gather(
            way.survey("bcd234"), way.survey("bcd234"), return_exceptions=True
        )
        return both, await way.survey("bcd234")

    both, later = through_the_loop(store, ask)
    assert [str(each) for each in both] == ["The disk is full."] * 2
    assert later.code == "bcd234"
