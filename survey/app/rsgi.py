"""The app as the server runs it: a request is complete before a thread is given to it.

A few connections that send their bodies slowly, or never, would otherwise hold
every thread, and with them the whole class. Here they wait in the event loop,
where waiting costs nothing, and are answered 408 in the end. A client that
takes a download slowly holds no thread either, and no memory. Lessons of the lab have
threads of their own, so that no class that plays there holds all. Public results that nobody has
read yet have threads of their own, too, and a page that is kept waits for none of them. Networks
take turns (survey/app/request_line.py). What a respondent's client
asks for needs neither those threads nor Flask (survey/app/without_flask.py). /health, which
waits for nothing, is answered by the loop's own thread, and /ready by one that nothing else
holds. While the database does not answer, a request that waits for it is refused within seconds
(survey/app/patience.py).
"""

import asyncio
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from re import compile as pattern
from types import SimpleNamespace
from typing import IO, Any

from flask import Flask
from werkzeug.exceptions import RequestTimeout

from survey.app.compressed_pages import compressed
from survey.app.downloads import Downloads
from survey.app.patience import Patience
from survey.app.request_line import RequestLine
from survey.app.shared_timeout import SharedTimeout
from survey.app.without_flask import WithoutFlask, sent_to
from survey.app.workers import heed_signals
from survey.app.wsgi import WholeAnswer, environ, run
from survey.errors import LabBusy, StoreUnavailable
from survey.exports.catalog import EXPORTS
from survey.web.http.errors import is_wire
from survey.web.http.extensions import REFUSED
from survey.web.http.shared_pages import RENDERED_AT_ONCE, RENDERS_NONE, MissingPage

BODY_SECONDS = 15  # a response of 4 kB takes a phone less, even where the Wi-Fi is bad
BODILESS = {"GET", "HEAD", "OPTIONS"}

# Requests of one network that wait for a thread, or of all networks that wait for the disk. So many
# are answered within a second or two; any request beyond that is refused at once, and the page
# sends it again.
MOST_WAITING = 512

# A lesson of the lab may take a second of the processor. Two are answered at a time, by threads of
# their own; a request that waits holds none.
LESSONS_AT_ONCE = 2
MOST_WAITING_FOR_LESSONS = 32
LESSON = "/lab"  # ends the address of a survey's own lesson

# Public results, which anybody may ask for without end. A kept page takes a few milliseconds of the
# processor: more threads would answer no more of them, and take turns from all others.
RESULTS = pattern(r"/s/[^/]+/(results|reports)\b")
PUBLIC_AT_ONCE = 2

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
Made = Answered | MissingPage


class CompleteRequests:
    """Serves a WSGI app by RSGI, Granian's own interface (its documentation: docs/spec/RSGI)."""

    def __init__(self, app: Flask, threads: int):
        self._app = app
        self._largest = app.config["MAX_CONTENT_LENGTH"]
        self._counts = app.extensions["request_counts"]
        self._pages = RequestLine("request", threads, MOST_WAITING)
        self._lessons = RequestLine("lesson", LESSONS_AT_ONCE, MOST_WAITING_FOR_LESSONS)
        self._making = RequestLine("download", DOWNLOADS_AT_ONCE, MOST_WAITING_FOR_DOWNLOADS)
        self._public = RequestLine("public", PUBLIC_AT_ONCE, MOST_WAITING)
        self._rendering = RequestLine("rendering", RENDERED_AT_ONCE, MOST_WAITING)
        self._rendered: dict[str, asyncio.Future[Made]] = {}  # what is rendered now, by its state
        self._taking = 0  # responses that wait for the disk
        self._patience = Patience(app.extensions["store"])
        self._downloads = Downloads()
        self._timeout = SharedTimeout(BODY_SECONDS)
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
        posted = sent_to(scope.path) if scope.method == "POST" and body is not None else None
        line, alike = self._line(scope.path)
        network = "" if posted else self._clients.network(scope)
        if posted or scope.path == "/ready":  # no network has a limit of its own on responses
            full = self._taking >= MOST_WAITING
        else:
            full = line.is_full(network) or self._rendering.is_full(network)
        if full and not alive:
            self._counts.add("overload", 503)
            protocol.response_bytes(*self._overloaded(alike))
            return
        if alive:
            answer = self._answer(scope, body)
        elif posted:
            answer = await self._taken(*posted, scope, body or b"")
        else:
            answer = await self._answered(line, network, scope, body)
        status, headers, content = answer
        if isinstance(content, bytes):
            protocol.response_bytes(status, headers, content)
        else:
            protocol.response_file(status, headers, f"/dev/fd/{content.fileno()}")
            loop = asyncio.get_running_loop()
            loop.call_later(OPENING_SECONDS, self._downloads.release, content)

    def _line(self, path: str) -> tuple[RequestLine, str]:
        """A path's line, and a path refused alike."""
        if path.startswith("/lab/") or (path.startswith("/s/") and path.endswith(LESSON)):
            return self._lessons, "/lab/-"
        alike = "/s/-/responses" if is_wire(path) else "/"
        if path.endswith(MADE):
            return self._making, alike
        return (self._public if RESULTS.match(path) else self._pages), alike

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

    async def _taken(self, code: str, posted: str, scope: Any, body: bytes) -> Answered:
        self._taking += 1
        try:
            return await self._clients.take(code, posted, scope, body)
        finally:
            self._taking -= 1

    async def _answered(
        self, line: RequestLine, network: str, scope: Any, body: bytes | None
    ) -> Answered:
        """The answer; a page that readers share is rendered once for all who wait for it."""
        made = await self._made(line, network, scope, body)
        if not isinstance(made, MissingPage):
            return made
        with self._rendering.place(network):
            while isinstance(made, MissingPage):
                if coming := self._rendered.get(made.state):
                    await asyncio.wait({coming})
                    made = await self._made(line, network, scope, body)
                else:
                    made = await self._render(made.state, network, scope)
        return made

    async def _render(self, state: str, network: str, scope: Any) -> Made:
        rendering = asyncio.ensure_future(self._made(self._rendering, network, scope, b""))
        self._rendered[state] = rendering
        try:
            return await rendering
        finally:
            del self._rendered[state]

    async def _made(self, line: RequestLine, network: str, scope: Any, body: bytes | None) -> Made:
        """What a thread of this line makes; a refusal if the database does not answer."""
        given_up = threading.Event()
        work = partial(self._make_if_awaited, given_up, scope, body, line is self._public)
        if scope.path == "/ready":
            coming = asyncio.wrap_future(self._patience.thread.submit(work))
        else:
            coming = line.submit(network, work)
        if scope.path.startswith("/lab/"):  # which needs no database
            return await asyncio.shield(coming)
        try:
            return await self._patience.wait(coming)
        except (StoreUnavailable, asyncio.CancelledError) as error:
            given_up.set()
            coming.add_done_callback(self._forget)
            if isinstance(error, StoreUnavailable):
                return self._refused(scope, error)
            raise

    def _make_if_awaited(
        self, given_up: threading.Event, scope: Any, body: bytes | None, renders_none: bool
    ) -> Made:
        """Answers the request, unless its sender already got a refusal."""
        if given_up.is_set():
            return 503, [], b""
        try:
            return self._answer(scope, body, renders_none)
        except MissingPage as missing:
            return missing

    def _forget(self, coming: asyncio.Future[Made]) -> None:
        if not coming.cancelled() and not coming.exception():
            made = coming.result()
            if not isinstance(made, MissingPage) and not isinstance(made[2], bytes):
                self._downloads.release(made[2])

    def _answer(self, scope: Any, body: bytes | None, renders_none: bool = False) -> Answered:
        described = environ(scope, body or b"")
        described[RENDERS_NONE] = renders_none
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
