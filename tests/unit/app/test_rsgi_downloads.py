"""A download comes whole or not at all, and holds neither memory nor a thread."""

import asyncio
import errno
import os
import tracemalloc

import pytest
from rsgi_requests import Protocol
from rsgi_requests import run
from rsgi_requests import scope

from survey.app import rsgi
from survey.app.rsgi import CompleteRequests
from survey.errors import StoreUnavailable


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
