"""A request is complete before a thread is given to it, and is told if it does not come in time."""

import asyncio
import errno
import json
import os
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from flask import request

from survey.app import LARGEST_BODY
from survey.app import rsgi
from survey.app.rsgi import CompleteRequests
from survey.core.response import Response
from survey.errors import StoreUnavailable


def run(coroutine):
    """In a thread of its own: where browser tests have run, this one has a loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


class Protocol:
    """What Granian hands over: the body in pieces, and a place for the answer."""

    def __init__(self, pieces, forever=False):
        self.pieces, self.forever, self.read = pieces, forever, 0
        self.answer = None

    async def __call__(self):
        return b"".join([piece async for piece in self])

    async def __aiter__(self):
        for piece in self.pieces:
            self.read += len(piece)
            yield piece
        if self.forever:
            await asyncio.Event().wait()

    def response_bytes(self, status, headers, body):
        self.answer = SimpleNamespace(status=status, headers=dict(headers), body=body)

    def response_file(self, status, headers, path):
        # Granian opens the file a moment later, and reads it as it is taken.
        self.file = open(path, "rb")  # noqa: SIM115
        self.answer = SimpleNamespace(status=status, headers=dict(headers), body=None)


class Headers(list):
    def items(self):
        return self

    def get(self, name, default=None):
        return dict(self).get(name, default)

    def __contains__(self, name):
        return name in dict(self)


def scope(method="POST", path="/s/bcd234/responses", query="", headers=(), proto="http"):
    named = Headers([("host", "localhost"), ("content-type", "application/json"), *headers])
    return SimpleNamespace(
        proto=proto, method=method, path=path, query_string=query, headers=named, scheme="http",
        server="127.0.0.1:8000", client="192.0.2.7:51000", http_version="1.1",
    )  # fmt: skip


@pytest.fixture
def served(app, open_survey):
    served = CompleteRequests(app, threads=2)
    yield served
    served._threads.shutdown()


@pytest.fixture
def ask(served):
    def ask(asked, protocol):
        run(served.__rsgi__(asked, protocol))
        return protocol.answer

    return ask


@pytest.fixture
def body(open_survey) -> bytes:
    return Response(open_survey.instrument.digest, "3f" * 16, (0, 1, 0)).body()


def test_body_that_comes_in_pieces_is_stored_whole(ask, store, body):
    answer = ask(scope(), Protocol([body[:7], b"", body[7:]]))
    assert answer.status == 201
    assert json.loads(answer.body)["stored"] == "new"
    assert list(store.responses("bcd234")) == [("3f" * 16, (0, 1, 0))]


def test_length_that_the_client_states_is_not_believed(ask, body):
    for length in ("0", "7", "999999"):
        headers = [("content-length", length), ("transfer-encoding", "chunked")]
        assert ask(scope(headers=headers), Protocol([body])).status in {200, 201}


def test_body_that_never_ends_is_told_and_stores_nothing(ask, store, body, monkeypatch):
    monkeypatch.setattr(rsgi, "BODY_SECONDS", 0.05)
    answer = ask(scope(), Protocol([body[:-1]], forever=True))
    assert answer.status == 408
    assert json.loads(answer.body)["detail"].startswith("The request did not arrive in time")
    assert "content-security-policy" in answer.headers
    assert store.tally("bcd234").responses == 0


def test_slow_bodies_hold_no_thread(served, body):
    """Fifty that never end, for two threads, and one that does: it is answered meanwhile."""

    async def meanwhile():
        slow = [
            asyncio.create_task(served.__rsgi__(scope(), Protocol([b"{"], forever=True)))
            for _ in range(50)
        ]
        await asyncio.sleep(0)
        protocol = Protocol([body])
        await asyncio.wait_for(served.__rsgi__(scope(), protocol), 10)
        assert not any(task.done() for task in slow)
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        return protocol.answer

    assert run(meanwhile()).status == 201


def test_of_a_body_without_end_only_so_much_is_read(ask):
    protocol = Protocol([b" " * 65_536] * 1000)
    assert ask(scope(), protocol).status == 413
    assert protocol.read <= LARGEST_BODY + 65_536


def test_what_the_app_learns_of_the_request(app, served, ask):
    seen = {}

    @app.before_request
    def note():
        seen.update(request.environ)
        seen["path"], seen["args"] = request.path, dict(request.args)

    headers = [("x-twice", "a"), ("x-twice", "b"), ("accept", "text/html")]
    answer = ask(scope("GET", "/s/é", "a=1&b=%C3%A9", headers), Protocol([]))
    assert answer.status == 404
    assert (seen["path"], seen["args"]) == ("/s/é", {"a": "1", "b": "é"})
    assert seen["HTTP_X_TWICE"] == "a,b"
    assert (seen["SERVER_NAME"], seen["SERVER_PORT"]) == ("127.0.0.1", "8000")
    assert seen["REMOTE_ADDR"] == "192.0.2.7"


def test_head_has_no_body(ask):
    answer = ask(scope("HEAD", "/"), Protocol([]))
    assert (answer.status, answer.body) == (200, b"")


def test_other_protocols_are_left_alone(ask):
    assert ask(scope(proto="ws"), Protocol([])) is None


@pytest.mark.parametrize("length", ["133", None])
def test_body_of_a_known_length_and_of_none_are_the_same(ask, body, length):
    headers = [("content-length", length)] if length else []
    assert ask(scope(headers=headers), Protocol([body[:9], body[9:]])).status == 201


class Made:
    """A download in pieces of 64 kB, which may fail half-way."""

    def __init__(self, pieces, fails_at=None):
        self.left, self.fails_at, self.closed = pieces, fails_at, False

    def __iter__(self):
        return self

    def __next__(self):
        if self.left == self.fails_at:
            raise StoreUnavailable("The database file is damaged. Restore it from a backup.")
        if not self.left:
            raise StopIteration
        self.left -= 1
        return b"x" * 65_536

    def close(self):
        self.closed = True


@pytest.fixture
def download(app, monkeypatch):
    """Asks for a download made of these pieces."""
    monkeypatch.setattr(rsgi, "OPENING_SECONDS", 0)

    def download(made) -> Protocol:
        app.add_url_rule("/download", "download", lambda: app.response_class(made))
        protocol = Protocol([])
        served = CompleteRequests(app, threads=2)

        async def ask():
            await served.__rsgi__(scope("GET", "/download"), protocol)
            await asyncio.sleep(0.01)  # the server lets go of the file

        run(ask())
        served._threads.shutdown()
        return protocol

    return download


def test_large_download_is_sent_from_a_file_that_has_no_name(download):
    made = Made(1000)
    tracemalloc.start()
    protocol = download(made)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    with protocol.file as file:
        assert os.fstat(file.fileno()).st_nlink == 0
        assert os.fstat(file.fileno()).st_size == 1000 * 65_536
        assert file.read(4) == b"xxxx"
    assert made.closed
    assert most < 16 * 65_536


def test_small_download_is_sent_at_once(download):
    made = Made(2)
    assert download(made).answer.body == b"x" * 131_072
    assert made.closed


def test_download_that_fails_half_way_is_refused_whole(download):
    made = Made(1000, fails_at=500)
    protocol = download(made)
    assert protocol.answer.status == 503
    assert b"The database file is damaged" in protocol.answer.body
    assert "retry-after" in protocol.answer.headers
    assert made.closed


def test_download_without_space_is_refused_in_a_sentence(download, monkeypatch):
    def no_space():
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(rsgi, "TemporaryFile", no_space)
    protocol = download(Made(1000))
    assert protocol.answer.status == 503
    assert b"No space left on device. Free some space" in protocol.answer.body


@pytest.fixture
def busy_disk(app, store, open_survey):
    """Nothing is stored until this event is set. The instrument has been read before."""
    app.extensions["published_instruments"].of(open_survey.code)
    writing, go_on = threading.Event(), threading.Event()

    def hold(connection):
        writing.set()
        go_on.wait(20)

    with ThreadPoolExecutor(1) as pool:
        pool.submit(store._writer.write, hold)
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
        held = [served._threads.submit(free.wait, 20) for _ in range(2)]
        alive = Protocol([])
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/health"), alive), 5)
        assert not any(each.done() for each in held)
        free.set()
        return alive.answer.status

    try:
        assert run(meanwhile()) == 200
    finally:
        free.set()


def test_a_database_that_does_not_answer_stops_no_other(served, store, body, monkeypatch):
    """The instrument is read once, at the first response: that may take long, elsewhere."""
    free, survey = threading.Event(), store.survey
    monkeypatch.setattr(store, "survey", lambda code: free.wait(20) and survey(code))

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
    app, served, store, busy_disk, open_survey
):
    ended = []
    app.teardown_request(ended.append)

    async def go():
        bodies = responses_of(open_survey.instrument, 2)
        tasks = [asyncio.create_task(served.__rsgi__(scope(), Protocol([each]))) for each in bodies]
        await asyncio.sleep(0.05)
        tasks[0].cancel()
        await asyncio.wait(tasks[:1])
        assert len(ended) == 1
        busy_disk.set()
        await tasks[1]

    run(go())
    assert store.tally("bcd234").responses == 2
    assert served._waiting == 0


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
    assert store.tally("bcd234").responses == 2


def test_too_many_that_wait_are_told_at_once_to_come_again(served, busy_disk, body, monkeypatch):
    """Four wait for the disk, which is the bound here: the rest are shed."""
    monkeypatch.setattr(rsgi, "MOST_WAITING", 4)

    async def rush():
        served_ones = [Protocol([body]) for _ in range(4)]
        tasks = [asyncio.create_task(served.__rsgi__(scope(), each)) for each in served_ones]
        await asyncio.sleep(0.05)
        shed = [Protocol([body]) for _ in range(20)]
        for protocol in shed:
            await asyncio.wait_for(served.__rsgi__(scope(), protocol), 5)
        page = Protocol([])
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/s/bcd234"), page), 5)
        alive, ready = Protocol([]), Protocol([])
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/health"), alive), 5)
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/ready"), ready), 5)
        # It lives, and a supervisor that ended it would lose those who wait; but no more may come.
        assert (alive.answer.status, ready.answer.status) == (200, 503)
        busy_disk.set()
        await asyncio.gather(*tasks)
        later = Protocol([body])
        await served.__rsgi__(scope(), later)
        return served_ones, shed, page, later

    served_ones, shed, page, later = run(rush())
    assert {each.answer.status for each in served_ones} == {200, 201}
    assert {each.answer.status for each in shed} == {503}
    # 20 responses, a page and /ready; who asks whether it lives is not shed.
    assert served._app.extensions["request_counts"].faults["overload"] == 22
    for each in shed:
        assert int(each.answer.headers["retry-after"]) > 0
        assert each.answer.headers["content-type"] == "application/problem+json"
        assert json.loads(each.answer.body)["detail"].startswith("Too many are sending at once")
    assert page.answer.status == 503
    assert page.answer.headers["content-type"].startswith("text/html")
    assert "content-security-policy" in page.answer.headers
    assert later.answer.status == 200
