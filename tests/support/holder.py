"""Somebody who holds the client as one file for others: a server of one page."""

import time
from dataclasses import dataclass, field

from release_client import RELEASE

from survey.web.http.security_headers import headers_of_single_file

PAGE = "/deniable.html"


@dataclass
class Holder:
    """Serves `content` at /deniable.html, with these headers; records each request in `asked`."""

    content: bytes = RELEASE.single_file.content
    headers: dict[str, str] = field(
        default_factory=lambda: {
            "Content-Type": "text/html; charset=utf-8",
            **headers_of_single_file(RELEASE.single_file_policy),
        }
    )
    asked: list[tuple[float, str, str]] = field(default_factory=list)

    def __call__(self, environ, start_response):
        path = environ["PATH_INFO"]
        self.asked.append((time.monotonic(), environ["REQUEST_METHOD"], environ["REQUEST_URI"]))
        if path != PAGE:
            start_response("404 Not Found", [("Content-Length", "0")])
            return [b""]
        start_response("200 OK", [*self.headers.items()])
        return [self.content]
