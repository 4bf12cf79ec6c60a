"""RSGI requests as Granian makes them, and the replies that it gets."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace


def run(coroutine):
    """Runs the coroutine in a new thread: after browser tests this thread has a loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


class Protocol:
    """Granian's protocol object: gives the body in pieces, and takes the reply."""

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
        assert len(self.answer.headers) == len(headers), headers

    def response_file(self, status, headers, path):
        # Granian opens the file a moment later, and reads it as the client does.
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


def release_downloads(served):
    """Releases all files, as the server does a minute after each download."""
    for file, times in list(served._downloads._given.items()):
        for _ in range(times):
            served._downloads.release(file)


def shut_down(served):
    """Ends the server's threads once they have done what was begun."""
    lines = served._pages, served._public, served._lessons, served._making, served._rendering
    for line in lines:
        line.threads.shutdown()
    served._reading.shutdown()
    served._patience.thread.shutdown()
