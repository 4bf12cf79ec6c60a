"""While the disk or the database is slow: what waits holds no thread, and too many are told."""

import asyncio
import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from rsgi_requests import Protocol, run, scope

from survey.app import rsgi
from survey.core.responses.response import Response


@pytest.fixture
def busy_disk(app, store, open_survey):
    """Nothing is stored until this event is set. The instrument has been read before."""
    app.extensions["submissions"].instruments[open_survey.code] = open_survey.instrument
    writing, go_on = threading.Event(), threading.Event()

    def hold(connection):
        writing.set()
        go_on.wait(20)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(store.database.writer.write, hold)
        assert writing.wait(20)
        yield go_on
        go_on.set()


def responses_of(instrument, number):
    return [Response(instrument.digest, f"{i:032x}", (0, 1, 0)).body() for i in range(number)]


def test_what_is_being_stored_holds_no_thread(served, busy_disk, open_survey):
    """Fifty wait for the disk, for two threads, and a page is answered meanwhile."""

    async def meanwhile():
        waiting = [Protocol([body]) for body in responses_of(open_survey.instrument, 50)]
        tasks = [asyncio.create_task(served.__rsgi__(scope(), each)) for each in waiting]
        await asyncio.sleep(0.05)
        page = Protocol([])
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/s/bcd234"), page), 10)
        assert not any(task.done() for task in tasks)
        busy_disk.set()
        await asyncio.gather(*tasks)
        return page.answer.status, {each.answer.status for each in waiting}

    assert run(meanwhile()) == (200, {201})


def test_health_needs_no_thread(served):
    """Both threads wait for something, and whoever asks is told that the process lives."""
    free = threading.Event()

    async def meanwhile():
        held = [served._pages.threads.submit(free.wait, 20) for _ in range(2)]
        alive = Protocol([])
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/health"), alive), 5)
        assert not any(each.done() for each in held)
        free.set()
        return alive.answer.status

    try:
        assert run(meanwhile()) == 200
    finally:
        free.set()


def test_pages_that_take_long_hold_up_no_response(served, body):
    """Both threads make pages; the response's questionnaire has not been read before."""
    free = threading.Event()

    async def meanwhile():
        held = [served._pages.threads.submit(free.wait, 20) for _ in range(4)]
        response, state = Protocol([body]), Protocol([])
        await asyncio.wait_for(served.__rsgi__(scope(), response), 5)
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/s/bcd234/state"), state), 5)
        assert not any(each.done() for each in held)
        free.set()
        return response.answer.status, state.answer.status

    try:
        assert run(meanwhile()) == (201, 200)
    finally:
        free.set()


def test_threads_that_make_pages_give_way_often(served, monkeypatch):
    monkeypatch.setattr(rsgi, "heed_signals", lambda loop: None)
    usual = sys.getswitchinterval()
    try:
        served.__rsgi_init__(None)
        assert sys.getswitchinterval() == pytest.approx(0.0005)
    finally:
        sys.setswitchinterval(usual)


def test_a_database_that_does_not_answer_stops_no_other(served, store, body, monkeypatch):
    """The instrument is read once, at the first response: that may take long, elsewhere."""
    free, survey = threading.Event(), store.surveys.get
    monkeypatch.setattr(store.surveys, "get", lambda code: free.wait(20) and survey(code))

    async def meanwhile():
        first, other = Protocol([body]), Protocol([])
        task = asyncio.create_task(served.__rsgi__(scope(), first))
        await asyncio.sleep(0.05)
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/"), other), 10)
        assert not task.done()
        free.set()
        await task
        return other.answer.status, first.answer.status

    assert run(meanwhile()) == (200, 201)


def test_whoever_goes_while_it_is_being_stored_leaves_nothing_behind(
    served, store, busy_disk, open_survey
):

    async def go():
        bodies = responses_of(open_survey.instrument, 2)
        tasks = [asyncio.create_task(served.__rsgi__(scope(), Protocol([each]))) for each in bodies]
        await asyncio.sleep(0.05)
        tasks[0].cancel()
        await asyncio.wait(tasks[:1])
        assert served._taking == 1
        busy_disk.set()
        await tasks[1]

    run(go())
    assert store.responses.tally("bcd234").responses == 2
    assert not served._taking


def test_a_server_that_has_stopped_meanwhile_does_not_stop_the_writer(
    served, store, busy_disk, open_survey
):
    first, second = responses_of(open_survey.instrument, 2)

    async def stop():
        asyncio.create_task(served.__rsgi__(scope(), Protocol([first])))
        await asyncio.sleep(0.05)

    run(stop())
    busy_disk.set()
    protocol = Protocol([second])
    run(served.__rsgi__(scope(), protocol))
    assert protocol.answer.status == 201
    assert store.responses.tally("bcd234").responses == 2


def test_too_many_that_wait_are_told_at_once_to_come_again(served, busy_disk, body, monkeypatch):
    """Four wait for the disk, which is the bound here: the rest are shed, and pages are not."""
    monkeypatch.setattr(rsgi, "MOST_WAITING", 4)

    async def rush():
        served_ones = [Protocol([body]) for _ in range(4)]
        tasks = [asyncio.create_task(served.__rsgi__(scope(), each)) for each in served_ones]
        await asyncio.sleep(0.05)
        shed = [Protocol([body]) for _ in range(20)]
        for protocol in shed:
            await asyncio.wait_for(served.__rsgi__(scope(), protocol), 5)
        page, client = Protocol([]), Protocol([])
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/how"), page), 5)
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/s/bcd234"), client), 5)
        alive, ready = Protocol([]), Protocol([])
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/health"), alive), 5)
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/ready"), ready), 5)
        # It lives, and a supervisor that ended it would lose those who wait; but no more may come.
        assert (alive.answer.status, ready.answer.status) == (200, 503)
        busy_disk.set()
        await asyncio.gather(*tasks)
        later = Protocol([body])
        await served.__rsgi__(scope(), later)
        return served_ones, shed, page, client, later

    served_ones, shed, page, client, later = run(rush())
    assert {each.answer.status for each in served_ones} == {200, 201}
    assert {each.answer.status for each in shed} == {503}
    # 20 responses and /ready; who asks whether it lives is not shed.
    assert served._app.extensions["request_counts"].faults["overload"] == 21
    for each in shed:
        assert int(each.answer.headers["retry-after"]) > 0
        assert each.answer.headers["content-type"] == "application/problem+json"
        assert json.loads(each.answer.body)["detail"].startswith("Too many are sending at once")
    assert page.answer.status == 200
    # What a client reads holds no thread, and keeps nobody from the disk.
    assert client.answer.status == 200
    assert later.answer.status == 200


def test_lessons_hold_no_thread_of_a_respondents_and_are_bounded(app, served, monkeypatch):
    """Twenty ask for lessons that do not end while a respondent's page is answered."""
    free = threading.Event()

    class Worker:
        def outcome(self, lesson, settings):
            assert free.wait(20)
            return lesson.outcome(settings)

    monkeypatch.setattr("survey.web.learning.lab.lesson_worker", Worker)
    served._lessons.most = 15

    async def meanwhile():
        lessons = [Protocol([]) for _ in range(20)]
        asked = scope("GET", "/lab/linkage")
        tasks = [asyncio.create_task(served.__rsgi__(asked, each)) for each in lessons]
        page = Protocol([])
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/s/bcd234"), page), 10)
        refused = [each.answer for each in lessons if each.answer]
        free.set()
        await asyncio.gather(*tasks)
        return page.answer, refused, [each.answer.status for each in lessons]

    page, refused, statuses = run(meanwhile())
    assert page.status == 200
    assert sorted(statuses) == [200] * 15 + [503] * 5
    assert [each.status for each in refused] == [503] * 5
    assert "Many are trying the lab" in refused[0].body.decode()
    assert int(refused[0].headers["retry-after"]) > 0


def test_one_network_that_asks_for_too_much_is_told_and_no_other(served):
    """Both threads are held, and four requests of a network wait."""
    free, served._pages.most = threading.Event(), 4

    async def meanwhile():
        held = [served._pages.threads.submit(free.wait, 20) for _ in range(2)]
        waiting = [Protocol([]) for _ in range(4)]
        tasks = [
            asyncio.create_task(served.__rsgi__(scope("GET", "/how"), each)) for each in waiting
        ]
        await asyncio.sleep(0)
        shed, other = Protocol([]), Protocol([])
        await served.__rsgi__(scope("GET", "/how"), shed)
        elsewhere = scope("GET", "/how")
        elsewhere.client = "198.51.100.3:4000"
        tasks.append(asyncio.create_task(served.__rsgi__(elsewhere, other)))
        await asyncio.sleep(0)
        assert not any(each.done() for each in held)
        free.set()
        await asyncio.gather(*tasks)
        return shed.answer, other.answer, {each.answer.status for each in waiting}

    try:
        shed, other, waiting = run(meanwhile())
    finally:
        free.set()
    assert (shed.status, other.status, waiting) == (503, 200, {200})
    assert shed.headers["content-type"].startswith("text/html")
    assert "content-security-policy" in shed.headers
    assert int(shed.headers["retry-after"]) > 0
