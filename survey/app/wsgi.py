"""Calls a WSGI app (PEP 3333) for a request that RSGI describes."""

import io
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any
from wsgiref.types import WSGIApplication

from survey.web.http.security_headers import LISTENER

WholeAnswer = tuple[int, list[tuple[str, str]], bytes]  # status, headers and body


@dataclass(frozen=True)
class Answer:
    """The app's answer; call `close` once no more pieces are wanted."""

    status: int
    headers: list[tuple[str, str]]
    pieces: Iterator[bytes]
    close: Callable[[], None]

    @property
    def of_known_length(self) -> bool:
        """Whether the whole answer exists already; a download is made piece by piece."""
        return any(name == "content-length" for name, _ in self.headers)

    def whole(self) -> WholeAnswer:
        """Status, headers and all pieces joined; closes the answer."""
        try:
            return self.status, self.headers, b"".join(self.pieces)
        finally:
            self.close()


def run(app: WSGIApplication, described: dict[str, Any]) -> Answer:
    """Calls the app; its answer has final status and headers, and at most one piece is made yet."""
    begun: list[tuple[str, list[tuple[str, str]]]] = []
    written: list[bytes] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], object]:
        # Nothing has been sent yet, so an error's answer may replace the first one.
        begun[:] = [(status, headers)]
        return written.append

    returned = app(described, start_response)
    close = getattr(returned, "close", _nothing)
    pieces = iter(returned)
    try:
        first = next(pieces, b"")  # an app may begin its answer as late as here
    except BaseException:
        close()
        raise
    status, headers = begun[0]
    named = [(name.lower(), value) for name, value in headers]
    return Answer(int(status[:3]), named, chain(written, (first,), pieces), close)


def _nothing() -> None:
    """The `close` of an answer that needs no closing."""


def environ(scope: Any, body: bytes) -> dict[str, Any]:
    """The WSGI environment of an RSGI request with this whole body."""
    server, _, port = scope.server.rpartition(":")
    described: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        # WSGI reads both as Latin-1, though a browser or a program may send them in UTF-8.
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode().decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        LISTENER: server,
        "REMOTE_ADDR": scope.client.rpartition(":")[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        if "_" in name:  # WSGI would take it for the name with hyphens, which a proxy may vouch for
            continue
        key = name.upper().replace("-", "_")
        # The body is whole by now, however these headers say that it came.
        if key in {"CONTENT_LENGTH", "TRANSFER_ENCODING"}:
            continue
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        described[key] = f"{described[key]},{value}" if key in described else value
    return described
