"""Public pages that nobody has read yet are rendered by two threads, and nobody else waits."""

import asyncio
import threading

import pytest
from rsgi_requests import Protocol, run, scope

from survey.core.responses.response import Response
from survey.store import State
from survey.web.results import public_page

KEPT = "/s/bcd234/results"
MISSING = [f"{KEPT}?confidence={each}&together={t}" for each in (90, 99) for t in (0, 1)]
OTHERS = ["/sign-in", "/s/bcd234/coin", "/how", "/", "/docs"]


@pytest.fixture
def rendering(served, store, open_survey, monkeypatch):
    """Public results, one page of which is kept; the others are held until `free` is set."""
    for number in range(12):
        response = Response(open_survey.instrument.digest, f"{number:032x}", (0, 1, 0))
        store.responses.add("bcd234", response)
    store.surveys.set_sharing("bcd234", True, 5)
    store.surveys.set_state("bcd234", State.CLOSED)
    assert run(answers(served, [KEPT])) == [200]
    render, free, begun = public_page.render_template, threading.Event(), []

    def held(*values, **more):
        begun.append(threading.current_thread().name)
        assert free.wait(20)
        return render(*values, **more)

    monkeypatch.setattr(public_page, "render_template", held)
    yield free, begun
    free.set()


def get(path: str, client: str = "192.0.2.7:51000"):
    asked = scope("GET", path.partition("?")[0], path.partition("?")[2])
    asked.client = client
    return asked


async def answers(served, paths, client: str = "192.0.2.7:51000"):
    protocols = [Protocol([]) for _ in paths]
    await asyncio.gather(
        *(served.__rsgi__(get(path, client), each)
          for path, each in zip(paths, protocols, strict=True))
    )  # fmt: skip
    return [each.answer.status for each in protocols]


def test_pages_without_end_hold_up_nobody_else(served, rendering):
    """64 connections ask for pages that are not there; the server has two threads for others."""
    free, begun = rendering

    async def meanwhile():
        asked = [each for each in MISSING for _ in range(16)]
        attack = asyncio.create_task(answers(served, asked))
        while not begun:
            await asyncio.sleep(0)
        for client in ("192.0.2.7:1", "198.51.100.3:1"):
            found = await asyncio.wait_for(answers(served, [KEPT, f"{KEPT}?x=1"], client), 10)
            assert found == [200, 200]
            assert set(await asyncio.wait_for(answers(served, OTHERS, client), 10)) == {200}
        assert not attack.done()
        free.set()
        return set(await attack)

    assert run(meanwhile()) == {200}
    assert len(begun) == len(MISSING)  # once for all who ask
    assert {each.rpartition("_")[0] for each in begun} == {"rendering"}


def test_another_networks_page_is_rendered_next(served, rendering):
    free, begun = rendering
    order = []

    async def note(path, client):
        await answers(served, [path], client)
        order.append((path, client))

    async def meanwhile():
        here, elsewhere = "192.0.2.7:1", "198.51.100.3:1"
        pages = [f"{each}&lang={tag}" for each in MISSING for tag in ("ar", "es", "fr")]
        tasks = [asyncio.create_task(note(each, here)) for each in pages]
        while not begun:
            await asyncio.sleep(0)
        other = f"{KEPT}?lang=de"
        tasks.append(asyncio.create_task(note(other, elsewhere)))
        while served._rendering.length < 2 * len(tasks):  # each waits, and has its turn to come
            await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*tasks)

    run(meanwhile())
    assert [client for _, client in order].index("198.51.100.3:1") < 4  # of 13


def test_who_goes_while_a_page_is_rendered_leaves_it_to_the_others(served, rendering):
    free, begun = rendering

    async def meanwhile():
        gone, stays = (asyncio.create_task(answers(served, MISSING[:1])) for _ in range(2))
        while not begun or served._rendering.length < 3:
            await asyncio.sleep(0)
        gone.cancel()
        await asyncio.wait({gone})
        free.set()
        return await stays

    assert run(meanwhile()) == [200]
    assert not served._rendered


def test_a_page_that_cannot_be_rendered_is_told_to_each(served, rendering, monkeypatch):
    free, _ = rendering

    def fail(*values, **more):
        raise ValueError("no figures")

    monkeypatch.setattr(public_page, "render_template", fail)
    assert run(answers(served, MISSING[:1] * 3)) == [500, 500, 500]
    assert not served._rendered and not served._rendering.length
