"""The app as the server runs it: a request is complete before a thread is given to it.

A few connections that send their bodies slowly, or never, would otherwise hold
every thread, and with them the whole class. Here they wait in the event loop,
where waiting costs nothing, and are answered 408 in the end. Whoever takes a
download slowly holds no thread either, and no memory. A submission is answered
by the loop's own thread, which goes on while the response is being stored; so
is /health, which waits for nothing.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from tempfile import TemporaryFile
from types import SimpleNamespace
from typing import IO
from typing import Any

from flask import Flask
from werkzeug.exceptions import RequestTimeout

from survey.app.wsgi import Answer
from survey.app.wsgi import environ
from survey.app.wsgi import run
from survey.errors import StoreUnavailable
from survey.store.waiting import call_giving_way
from survey.web.errors import REFUSED
from survey.web.errors import is_wire

BODY_SECONDS = 15  # a response of 4 kB takes a phone less, even where the Wi-Fi is bad
BODILESS = {"GET", "HEAD", "OPTIONS"}

# Requests that wait for a thread or the disk. So many are answered within a second or two;
# whoever comes beyond that is told at once to come again, and the page does.
MOST_WAITING = 512

LARGEST_IN_MEMORY = 256 * 1024  # bytes of a download; beyond that it is sent from a file
OPENING_SECONDS = 60  # in which Granian has long opened the file that it is given


class CompleteRequests:
    """Serves a WSGI app by RSGI, Granian's own interface (its documentation: docs/spec/RSGI)."""

    def __init__(self, app: Flask, threads: int):
        self._app = app
        self._largest = app.config["MAX_CONTENT_LENGTH"]
        self._counts = app.extensions["request_counts"]
        self._threads = ThreadPoolExecutor(threads, "request")
        self._waiting = 0
        self._overloaded = cache(self._make_overloaded)

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        if scope.proto != "http":
            return
        body = await self._body(scope, protocol)
        # Whoever asks whether the process lives would end it if it were only busy: never refused.
        alive = scope.path == "/health"
        if self._waiting >= MOST_WAITING and not alive:
            self._counts.add("overload", 503)
            protocol.response_bytes(*self._overloaded(is_wire(scope.path)))
            return
        loop = asyncio.get_running_loop()
        self._waiting += 1
        try:
            if alive or (scope.method == "POST" and is_wire(scope.path)):
                answered = call_giving_way(self._threads, self._answer, scope, body)
            else:
                answered = loop.run_in_executor(self._threads, self._answer, scope, body)
            status, headers, content = await answered
        finally:
            self._waiting -= 1
        if isinstance(content, bytes):
            protocol.response_bytes(status, headers, content)
        else:
            protocol.response_file(status, headers, f"/dev/fd/{content.fileno()}")
            loop.call_later(OPENING_SECONDS, content.close)

    async def _body(self, scope: Any, protocol: Any) -> bytes | None:
        """The body that this request has; None if it has not come in time."""
        if scope.method in BODILESS:
            return b""
        try:
            async with asyncio.timeout(BODY_SECONDS):
                return await self._read(scope, protocol)
        except TimeoutError:
            return None

    async def _read(self, scope: Any, protocol: Any) -> bytes:
        """The body, or as much of it as shows that it is too large."""
        if "transfer-encoding" not in scope.headers and self._is_small(scope):
            return await protocol()  # no more than its length comes, and in one turn of the loop
        pieces, size = [], 0
        async for piece in protocol:
            pieces.append(bytes(piece))
            size += len(piece)
            if size > self._largest:
                break
        return b"".join(pieces)

    def _is_small(self, scope: Any) -> bool:
        length = scope.headers.get("content-length", "")
        return length.isdecimal() and len(length) < 12 and int(length) <= self._largest

    def _answer(
        self, scope: Any, body: bytes | None
    ) -> tuple[int, list[tuple[str, str]], bytes | IO[bytes]]:
        described = environ(scope, body or b"")
        if body is None:
            described[REFUSED] = RequestTimeout()
        answer = run(self._app, described)
        if answer.of_known_length:
            return answer.status, answer.headers, answer.whole()
        try:
            content = download(answer)
        # Nothing has been sent yet: a download comes whole or not at all.
        except Exception as error:
            answer = run(self._app, environ(scope, b"") | {REFUSED: error})
            return answer.status, answer.headers, answer.whole()
        return answer.status, answer.headers, content

    def _make_overloaded(self, wire: bool) -> tuple[int, list[tuple[str, str]], bytes]:
        """What is said when too many wait: by the app, but once and not when it is busy."""
        asked = SimpleNamespace(
            method="GET", path="/s/-/responses" if wire else "/", query_string="", scheme="http",
            http_version="1.1", server="localhost:0", client="localhost:0",
            headers={"host": "localhost"},
        )  # fmt: skip
        refusal = StoreUnavailable("Too many are sending at once. Please try again.")
        answer = run(self._app, environ(asked, b"") | {REFUSED: refusal})
        return answer.status, answer.headers, answer.whole()


def download(answer: Answer) -> bytes | IO[bytes]:
    """All of an answer that is made piece by piece: a file without a name if it is large."""
    try:
        file = TemporaryFile()  # noqa: SIM115 - closed when it has been sent
        try:
            file.writelines(answer.pieces)
            size = file.tell()
            file.seek(0)
            if size > LARGEST_IN_MEMORY:
                return file
            with file:
                return file.read()
        except BaseException:
            file.close()
            raise
    except OSError as error:
        raise StoreUnavailable(
            f"The download could not be prepared: {error.strerror}. Free some space and try again."
        ) from error
    finally:
        answer.close()
