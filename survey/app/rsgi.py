"""The app as the server runs it: a request is complete before a thread is given to it.

A few connections that send their bodies slowly, or never, would otherwise hold
every thread, and with them the whole class. Here they wait in the event loop,
where waiting costs nothing, and are answered 408 in the end.
"""

import asyncio
import io
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from flask import Flask
from werkzeug.test import run_wsgi_app

from survey.web.errors import INCOMPLETE

BODY_SECONDS = 15  # a response of 4 kB takes a phone less, even where the Wi-Fi is bad
BODILESS = {"GET", "HEAD", "OPTIONS"}


class CompleteRequests:
    """Serves a WSGI app by RSGI, Granian's own interface (its documentation: docs/spec/RSGI)."""

    def __init__(self, app: Flask, threads: int):
        self._app = app
        self._largest = app.config["MAX_CONTENT_LENGTH"]
        self._threads = ThreadPoolExecutor(threads, "request")

    async def __rsgi__(self, scope: Any, protocol: Any) -> None:
        if scope.proto != "http":
            return
        body: bytes | None = b""
        if scope.method not in BODILESS:
            try:
                async with asyncio.timeout(BODY_SECONDS):
                    body = await self._body(protocol)
            except TimeoutError:
                body = None
        loop = asyncio.get_running_loop()
        protocol.response_bytes(
            *await loop.run_in_executor(self._threads, self._answer, scope, body)
        )

    async def _body(self, protocol: Any) -> bytes:
        """The body, or as much of it as shows that it is too large."""
        pieces, size = [], 0
        async for piece in protocol:
            pieces.append(bytes(piece))
            size += len(piece)
            if size > self._largest:
                break
        return b"".join(pieces)

    def _answer(self, scope: Any, body: bytes | None) -> tuple[int, list[tuple[str, str]], bytes]:
        pieces, status, headers = run_wsgi_app(self._app, environ(scope, body), buffered=True)
        named = [(name.lower(), value) for name, value in headers]
        return int(status.split()[0]), named, b"".join(pieces)


def environ(scope: Any, body: bytes | None) -> dict[str, Any]:
    """The request as WSGI describes it (PEP 3333); None is a body that did not come in time."""
    server, _, port = scope.server.rpartition(":")
    described: dict[str, Any] = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "REMOTE_ADDR": scope.client.rpartition(":")[0],
        "CONTENT_LENGTH": str(len(body or b"")),
        INCOMPLETE: body is None,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.input": io.BytesIO(body or b""),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope.headers.items():
        key = name.upper().replace("-", "_")
        # The body is whole by now, whatever the headers say of how it came.
        if key in {"CONTENT_LENGTH", "TRANSFER_ENCODING"}:
            continue
        key = key if key == "CONTENT_TYPE" else f"HTTP_{key}"
        described[key] = f"{described[key]},{value}" if key in described else value
    return described
