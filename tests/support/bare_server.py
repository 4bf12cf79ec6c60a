"""A server of a few lines, for what a client does with replies that the app would not give."""

import http.server
from collections.abc import Iterator
from contextlib import contextmanager

from live_server import running


class BareHandler(http.server.BaseHTTPRequestHandler):
    """Answers what a test says, and logs nothing."""

    def body(self) -> bytes:
        return self.rfile.read(int(self.headers["Content-Length"]))

    def answer(self, status: int, content: bytes, **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments):
        """Keeps the test's output clean."""


@contextmanager
def serving_barely(handler: type[BareHandler]) -> Iterator[str]:
    """Yields the address of a survey at a server with this handler."""
    with running(http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)) as port:
        yield f"http://127.0.0.1:{port}/s/bcd234"
