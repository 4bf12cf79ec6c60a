"""The ways into the store: a class that opens a survey at once reads it a few times, as it is now.

And a thread that has nothing else to do waits until all is done.
"""

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from rsgi_requests import run

from survey.core.responses.response import Response
from survey.errors import StoreUnavailable, SurveyNotFound
from survey.store import State, Survey
from survey.wire.ways import InLoop, OnThread, at_once

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
        others = []
        for _ in range(PHONES):
            others.append(asyncio.create_task(way.survey("bcd234")))
            await asyncio.sleep(0)  # each comes by itself, while the first is being read
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


@pytest.mark.parametrize("state", [State.DRAFT, State.OPEN, State.CLOSED])
def test_a_draft_is_not_found_as_if_it_did_not_exist(store, instrument, state):
    store.surveys.add(Survey("bcd234", instrument, state))
    if state is State.DRAFT:
        with pytest.raises(SurveyNotFound):
            at_once(OnThread(store).survey("bcd234"))
    else:
        assert at_once(OnThread(store).survey("bcd234")).state is state


def test_a_thread_waits_until_a_response_is_stored(store, open_survey):
    response = Response(open_survey.instrument.digest, "0" * 32, (1, 0, 1))
    way = OnThread(store)
    assert [at_once(way.add("bcd234", response, None)) for _ in range(2)] == [True, False]
    assert store.responses.tally("bcd234").responses == 1


def test_what_gives_way_where_nothing_else_goes_on_is_a_mistake():
    ended = []

    async def work():
        try:
            await asyncio.sleep(0)
        finally:
            ended.append(True)

    with pytest.raises(RuntimeError, match="where no event loop runs"):
        at_once(work())
    assert ended == [True]
