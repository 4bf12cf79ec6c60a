"""A download comes whole or not at all, and holds neither memory nor a thread."""

import asyncio
import errno
import os
import threading
import tracemalloc
from concurrent.futures import ThreadPoolExecutor

import pytest
from opened_again import force_state
from routes import add_route
from rsgi_requests import Protocol, release_downloads, run, scope, shut_down

from survey.app import downloads, rsgi
from survey.app.rsgi import CompleteRequests
from survey.app.wsgi import Answer
from survey.core.responses.response import Response
from survey.errors import StoreUnavailable
from survey.store import State
from survey.web.respondent.served_client_files import client_of


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
    client_of(app)  # built once a process, of which a download needs nothing

    def download(made) -> Protocol:
        add_route(app, "/download", lambda: app.response_class(made))
        protocol = Protocol([])
        served = CompleteRequests(app, threads=2)

        async def ask():
            await served.__rsgi__(scope("GET", "/download"), protocol)
            await asyncio.sleep(0.01)  # the server lets go of the file

        run(ask())
        shut_down(served)
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

    monkeypatch.setattr(downloads, "TemporaryFile", no_space)
    protocol = download(Made(1000))
    assert protocol.answer.status == 503
    assert b"No space left on device. Free some space" in protocol.answer.body


@pytest.fixture
def large_survey(store, open_survey, monkeypatch):
    """Closed, its results public, and its reports more than are sent from memory."""
    monkeypatch.setattr(downloads, "LARGEST_IN_MEMORY", 100)
    for number in range(10):
        reports = Response(open_survey.instrument.digest, f"{number:032x}", (0, 1, 0))
        store.responses.add("bcd234", reports, None)
    store.surveys.set_sharing("bcd234", True, 1)
    store.surveys.set_state("bcd234", State.CLOSED)


def read_slowly(served, path, readers) -> list[Protocol]:
    """What each of them is answered, each with its file opened and not yet read."""
    protocols = [Protocol([]) for _ in range(readers)]

    async def ask():
        asked = scope("GET", path)
        await asyncio.gather(*(served.__rsgi__(asked, each) for each in protocols))

    run(ask())
    return protocols


def files_of(protocols) -> set[int]:
    return {os.fstat(each.file.fileno()).st_ino for each in protocols}


@pytest.mark.parametrize("file", ["reports.json", "reports.csv"])
def test_slow_readers_of_one_state_share_a_file(served, large_survey, file):
    protocols = read_slowly(served, f"/s/bcd234/{file}", 30)
    assert len(files_of(protocols)) == 1
    contents = set()
    for each in protocols:
        with each.file as opened:
            contents.add(opened.read())
    (content,) = contents
    assert f"{9:032x}".encode() in content


def test_another_state_is_another_file(served, store, large_survey):
    before = read_slowly(served, "/s/bcd234/reports.json", 2)
    other = read_slowly(served, "/s/bcd234/reports.json", 1)
    force_state(store, "bcd234", "open")
    instrument = store.surveys.get("bcd234").instrument
    for first in "bcdef":
        store.responses.add("bcd234", Response(instrument.digest, first * 32, (1, 1, 1)), None)
    force_state(store, "bcd234", "closed")
    after = read_slowly(served, "/s/bcd234/reports.json", 2)
    assert files_of(before) == files_of(other)
    assert len(files_of(before + after)) == 2
    for each in before + other:
        with each.file as opened:
            assert b"f" * 32 not in opened.read()
    for each in after:
        with each.file as opened:
            assert b"f" * 32 in opened.read()


def test_no_further_file_while_readers_hold_many(served, store, large_survey, monkeypatch):
    monkeypatch.setattr(downloads, "MOST_HELD", 1)
    (first,) = read_slowly(served, "/s/bcd234/reports.json", 1)
    (same,) = read_slowly(served, "/s/bcd234/reports.json", 1)
    (refused,) = read_slowly(served, "/s/bcd234/reports.csv", 1)
    assert [each.answer.status for each in (first, same, refused)] == [200, 200, 503]
    assert "retry-after" in refused.answer.headers
    for each in (first, same):
        each.file.close()
    release_downloads(served)
    (later,) = read_slowly(served, "/s/bcd234/reports.csv", 1)
    with later.file as opened:
        assert later.answer.status == 200
        assert opened.read(1)


def test_a_crowd_that_downloads_holds_no_thread_of_a_respondents(app, served, large_survey):
    """More ask for downloads than there are threads, and the first is not made yet."""
    free = threading.Event()
    make = served._downloads.of

    def held(answer, shared):
        assert free.wait(20)
        return make(answer, shared)

    served._downloads.of = held

    async def meanwhile():
        readers = [Protocol([]) for _ in range(20)]
        asked = scope("GET", "/s/bcd234/reports.json")
        tasks = [asyncio.create_task(served.__rsgi__(asked, each)) for each in readers]
        page = Protocol([])
        await asyncio.wait_for(served.__rsgi__(scope("GET", "/s/bcd234"), page), 10)
        assert not any(task.done() for task in tasks)
        free.set()
        await asyncio.gather(*tasks)
        return page.answer.status, readers

    status, readers = run(meanwhile())
    for each in readers:
        each.file.close()
    assert status == 200


def test_other_downloads_go_on_while_a_long_one_is_made(monkeypatch):
    """The loop releases a file, and a file of another state is made, while one takes its time."""
    monkeypatch.setattr(downloads, "LARGEST_IN_MEMORY", 0)
    free, begun = threading.Event(), threading.Event()

    def waits():
        begun.set()
        assert free.wait(20)
        yield b"x"

    files = downloads.Downloads()
    sent = files.of(Answer(200, [("etag", "sent")], [b"x"], lambda: None), shared=True)
    with ThreadPoolExecutor() as threads:
        long = Answer(200, [("etag", "long")], waits(), lambda: None)
        made = [threads.submit(files.of, long, shared=True)]
        assert begun.wait(20)
        same = Answer(200, [("etag", "long")], [b"made twice"], lambda: None)
        made.append(threads.submit(files.of, same, shared=True))
        other = Answer(200, [("etag", "other")], [b"x"], lambda: None)
        threads.submit(files.of, other, shared=True).result(20).close()
        threads.submit(files.release, sent).result(20)
        assert not any(each.done() for each in made)
        free.set()
        file, also = (each.result(20) for each in made)
    assert file is also
    with file:
        assert file.read() == b"x"
