"""A class of respondents, each with a connection of their own, as their browsers have."""

import http.client
import re
import secrets
from collections.abc import Callable, Iterator

from load_client import http_request

from survey.core.responses.response import Response

LOADED = re.compile(r'(?:src|href|answers" data-script)="(/(?:static|client)/[^"]+\.(?:js|css))"')


def submission(code: str, digest: str, items: int) -> Callable[[], bytes]:
    """A function that returns the request of a new response at each call."""
    marker = "0" * 32
    response = Response(digest, marker, (0, 1) * (items // 2) + (0,) * (items % 2))
    before, after = http_request("POST", f"/s/{code}/responses", response.body()).split(
        marker.encode()
    )
    return lambda: before + secrets.token_hex(16).encode() + after


def files_of_page(port: int, path: str) -> list[str]:
    """The paths of everything that a page loads, with all that its modules import.

    The client loads its second script and two documents by itself; the page of release 0.1.0
    contained them.
    """
    found: list[str] = []
    unread = [path]
    while unread:
        here = unread.pop()
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
        connection.request("GET", here)
        text = connection.getresponse().read().decode()
        connection.close()
        loaded = LOADED.findall(text)
        folder = here.rpartition("/")[0]
        loaded += [f"{folder}/{name}" for name in re.findall(r'from "\./([\w.]+)"', text)]
        new = [each for each in dict.fromkeys(loaded) if each not in found]
        found += new
        unread += new
    if any(each.startswith("/client/") for each in found):
        found += [f"{path}/instrument.json", f"{path}/state"]
    return found


def visits(port: int, code: str, digest: str, items: int, respondents: int, seconds: float):
    """(start, requests) of each respondent: the page, its files, and the response."""
    page = f"/s/{code}"
    reading = [http_request("GET", each) for each in [page, *files_of_page(port, page)]]
    send = submission(code, digest, items)

    def visit() -> Iterator[bytes]:
        yield from reading
        yield send()

    return [(seconds * number / respondents, visit()) for number in range(respondents)]
