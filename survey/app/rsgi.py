"""The app as the server runs it: a request is complete before a thread is given to it.

A few connections that send their bodies slowly, or never, would otherwise hold
every thread, and with them the whole class. Here they wait in the event loop,
where waiting costs nothing, and are answered 408 in the end. A client that
takes a download slowly holds no thread either, and no memory. Lessons of the lab have
threads of their own, so that no class that plays there holds all. What a respondent's client
asks for needs neither those threads nor Flask (survey/app/without_flask.py). /health, which
waits for nothing, is answered by the loop's own thread, and /ready by one that nothing else
holds. While the database does not answer, a request that waits for it is refused within seconds
(survey/app/patience.py).
"""

import asyncio
import sys
import threading
from collections import Counter
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import cache
from types import SimpleNamespace
from typing import IO, Any

from flask import Flask
from werkzeug.exceptions import RequestTimeout

from survey.app.compressed_pages import compressed
from survey.app.downloads import Downloads
from survey.app.patience import Patience
from survey.app.shared_timeout import SharedTimeout
from survey.app.without_flask import WithoutFlask, sent_to
from survey.app.workers import heed_signals
from survey.app.wsgi import WholeAnswer, environ, run
from survey.errors import LabBusy, StoreUnavailable
from survey.exports.catalog import EXPORTS
from survey.web.http.errors import is_wire
from survey.web.http.extensions import REFUSED

BODY_SECONDS = 15  # a response of 4 kB takes a phone less, even where the Wi-Fi is bad
BODILESS = {"GET", "HEAD", "OPTIONS"}

# Requests that wait for a thread or the disk. So many are answered within a second or two;
# any request beyond that is refused at once, and the page sends it again.
MOST_WAITING = 512

# A lesson of the lab may take a second of the processor. Two are answered at a time, by threads of
# their own; a request that waits holds none.
LESSONS_AT_ONCE = 2
MOST_WAITING_FOR_LESSONS = 32

# These few threads, and no others, make files that may take a second.
MADE = tuple(
    f"/{address}"
    for each in EXPORTS
    if each.reports
    for address in (each.own, each.public)
    if address
)
DOWNLOADS_AT_ONCE = 2
MOST_WAITING_FOR_DOWNLOADS = 128

# How long a thread that makes a page keeps Python's lock while others wait for it. A response needs
# the lock a few times, and pages are made by many threads: with Python's own 5 ms it waits long.
TURN_SECONDS = 0.0005

OPENING_SECONDS = 60  # by then Granian has opened the file that it got

Answered = tuple[int, list[tuple[str, str]], bytes | IO[bytes]]


class CompleteRequests:
    """Serves a WSGI app by RSGI, Granian's own interface (its documentation: docs/spec/RSGI)."""

    def __init__(self, app: Flask, threads: int):
        self._app = app
        self._largest = app.config["MAX_CONTENT_LENGTH"]
        self._counts = app.extensions["request_counts"]
        self._threads = ThreadPoolExecutor(threads, "request")
        self._lessons = ThreadPoolExecutor(LESSONS_AT_ONCE, "lesson")
        self._making = ThreadPoolExecutor(DOWNLOADS_AT_ONCE, "download")
        self._patience = Patience(app.extensions["store"])
        self._downloads = Downloads()
        self._timeout = SharedTimeout(BODY_SECONDS)
        self._waiting = Counter[Executor]()
        self._reading = ThreadPoolExecutor(1, "reading")
        self._clients = WithoutFlask(app, self._reading)
        self._overloaded = cache(self._make_overloaded)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        heed_signals(loop)
        sys.setswitchinterval(TURN_SECONDS)

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        if scope.proto != "http":
            return
        try:
            given = await self._clients.give(scope)
        except StoreUnavailable as error:
            given = self._refused(scope, error)
        if given:
            protocol.response_bytes(*given)
            return
        body = await self._body(scope, protocol)
        # Never refuses /health: otherwise a supervisor would end a process that is only busy.
        alive = scope.path == "/health"
        threads, most, alike = self._line(scope.path)
        if self._waiting[threads] >= most and not alive:
            self._counts.add("overload", 503)
            protocol.response_bytes(*self._overloaded(alike))
            return
        if scope.method == "POST" and body is not None and (posted := sent_to(scope.path)):
            status, headers, content = await self._taken(threads, *posted, scope, body)
        elif alive:
            status, headers, content = self._answer(scope, body)
        else:
            status, headers, content = await self._answered(threads, scope, body)
        if isinstance(content, bytes):
            protocol.response_bytes(status, headers, content)
        else:
            protocol.response_file(status, headers, f"/dev/fd/{content.fileno()}")
            loop = asyncio.get_running_loop()
            loop.call_later(OPENING_SECONDS, self._downloads.release, content)

    def _line(self, path: str) -> tuple[Executor, int, str]:
        """A path's threads, how many requests may wait for them, and a path refused alike."""
        if path.startswith("/lab/"):
            return self._lessons, MOST_WAITING_FOR_LESSONS, "/lab/-"
        alike = "/s/-/responses" if is_wire(path) else "/"
        if path.endswith(MADE):
            return self._making, MOST_WAITING_FOR_DOWNLOADS, alike
        return self._threads, MOST_WAITING, alike

    async def _body(self, scope: Any, protocol: Any) -> bytes | None:
        """The body of this request; None if it has not come in time."""
        if scope.method in BODILESS:
            return b""
        try:
            return await self._timeout.wait(self._read(scope, protocol))
        except TimeoutError:
            return None

    async def _read(self, scope: Any, protocol: Any) -> bytes:
        """The body; if it is too large, only enough of it to show that."""
        if "transfer-encoding" not in scope.headers and self._is_small(scope):
            # A body with a length is never longer, and comes in one turn of the loop.
            body: bytes = await protocol()
            return body
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

    async def _taken(
        self, threads: Executor, code: str, posted: str, scope: Any, body: bytes
    ) -> Answered:
        self._waiting[threads] += 1
        try:
            return await self._clients.take(code, posted, scope, body)
        finally:
            self._waiting[threads] -= 1

    async def _answered(self, threads: Executor, scope: Any, body: bytes | None) -> Answered:
        thread = self._patience.thread if scope.path == "/ready" else threads
        given_up = threading.Event()
        work = thread.submit(self._answer_if_awaited, given_up, scope, body)
        coming = asyncio.wrap_future(work)
        self._waiting[threads] += 1
        coming.add_done_callback(lambda _: self._waiting.subtract([threads]))
        if threads is self._lessons:  # which ask no database
            return await asyncio.shield(coming)
        try:
            return await self._patience.wait(coming)
        except (StoreUnavailable, asyncio.CancelledError) as error:
            given_up.set()
            coming.add_done_callback(self._forget)
            if isinstance(error, StoreUnavailable):
                return self._refused(scope, error)
            raise

    def _answer_if_awaited(
        self, given_up: threading.Event, scope: Any, body: bytes | None
    ) -> Answered:
        """Answers the request, unless its sender already got a refusal."""
        return (503, [], b"") if given_up.is_set() else self._answer(scope, body)

    def _forget(self, coming: asyncio.Future[Answered]) -> None:
        if not coming.cancelled() and not coming.exception():
            _, _, content = coming.result()
            if not isinstance(content, bytes):
                self._downloads.release(content)

    def _answer(self, scope: Any, body: bytes | None) -> Answered:
        described = environ(scope, body or b"")
        if body is None:
            described[REFUSED] = RequestTimeout()
        answer = run(self._app, described)
        if answer.of_known_length:
            return compressed(described, answer.whole())
        try:
            content = self._downloads.of(answer, shared=scope.method == "GET")
        # Nothing has been sent yet: a download comes whole or not at all.
        except Exception as error:
            return run(self._app, environ(scope, b"") | {REFUSED: error}).whole()
        return answer.status, answer.headers, content

    def _refused(self, scope: Any, error: StoreUnavailable) -> WholeAnswer:
        """The reply to an error; it needs no database, and so does not look who is signed in."""
        described = environ(scope, b"") | {"REQUEST_METHOD": "GET", REFUSED: error}
        described.pop("HTTP_COOKIE", None)
        return run(self._app, described).whole()

    def _make_overloaded(self, path: str) -> WholeAnswer:
        """Builds the reply for an overloaded server once, in advance."""
        asked = SimpleNamespace(
            method="GET", path=path, query_string="", scheme="http",
            http_version="1.1", server="localhost:0", client="localhost:0",
            headers={"host": "localhost"},
        )  # fmt: skip
        crowded = StoreUnavailable("Too many are sending at once. Please try again.")
        refusal = LabBusy() if path.startswith("/lab/") else crowded
        return run(self._app, environ(asked, b"") | {REFUSED: refusal}).whole()
