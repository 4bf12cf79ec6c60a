"""survey verify-page: an answer that a browser may read otherwise than Python does is named.

The answers are the release's own, and their bytes are sent as they stand here.
"""

import socketserver
import threading
from collections.abc import Callable
from functools import partial
from http.client import parse_headers
from urllib.parse import urlsplit

import pytest
from live_server import running
from release_client import RELEASE
from werkzeug.test import Client

from survey.cli.client.survey_connection import SurveyConnection
from survey.core.responses.links import survey_link

SCRIPT = RELEASE.files["script"].address
FIRST_LINE = b"HTTP/1.1 200 OK"
LEAK = b";leak()"

# Of an answer's headers, without its length, and its body: the bytes to send.
Form = Callable[[list[bytes], bytes], bytes]


def sent(
    headers: list[bytes], body: bytes, *lengths: bytes, first: bytes = FIRST_LINE, more: bytes = b""
) -> bytes:
    """An answer with these lines for its length, `%d` in them being the body's; `more` follows."""
    said = [each.replace(b"%d", b"%d" % len(body)) for each in lengths]
    return b"\r\n".join([first, *headers, *said, b"Connection: close", b"", body + more])


def lengths(*lines: bytes, **changes: bytes) -> Form:
    return lambda headers, body: sent(headers, body, *lines, **changes)


plain = lengths(b"Content-Length: %d")


class Raw(socketserver.ThreadingTCPServer):
    """Answers as the app does, and for one address in the form that a test chooses."""

    daemon_threads = True
    app: Callable
    altered = SCRIPT
    form: Form = staticmethod(plain)
    stays_open: threading.Event | None = None
    behind_nothing_new = b""  # after the headers that say that nothing has changed


class Handler(socketserver.StreamRequestHandler):
    server: Raw

    def handle(self):
        target = self.rfile.readline().split()[1].decode()
        asked = parse_headers(self.rfile)
        names = ("Accept", "If-None-Match")
        given = {name: value for name, value in asked.items() if name.startswith(names)}
        answer = Client(self.server.app).get(
            target, headers=given, base_url=f"http://{asked['Host']}"
        )
        headers = [
            f"{name}: {value}".encode("latin-1")
            for name, value in answer.headers
            if name != "Content-Length"
        ]
        if answer.status_code == 304:
            first = b"HTTP/1.1 304 NOT MODIFIED"
            self.wfile.write(sent(headers, self.server.behind_nothing_new, first=first))
            return
        altered = urlsplit(target).path == self.server.altered
        form = self.server.form if altered else plain
        self.wfile.write(form(headers, answer.data))
        if self.server.stays_open:
            self.server.stays_open.wait()


@pytest.fixture
def raw(app, open_survey):
    server = Raw(("127.0.0.1", 0), Handler)
    server.app = app.wsgi_app
    with running(server):
        yield server


@pytest.fixture
def verified(raw, survey_command, open_survey):
    """What the command makes of the raw server, in this form."""

    def verify(form: Form):
        raw.form = form
        url = f"http://127.0.0.1:{raw.server_address[1]}/s/bcd234"
        return survey_command("verify-page", survey_link(url, open_survey.instrument.digest))

    return verify


def chunk(content: bytes, size: bytes = b"%x", end: bytes = b"\r\n") -> bytes:
    return size.replace(b"%x", b"%x" % len(content)) + b"\r\n" + content + end


LAST_CHUNK = chunk(b"")


def chunked(*chunks: Callable[[bytes], bytes], last: bytes = LAST_CHUNK) -> Form:
    """Chunks of the body's first 16 bytes and of the others, each written by one of these."""

    def form(headers: list[bytes], body: bytes) -> bytes:
        first, second = chunks
        content = first(body[:16]) + second(body[16:]) + last
        return sent(headers, content, b"Transfer-Encoding: chunked")

    return form


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "form",
    [
        plain,
        lengths(b"content-length:%d\t ", b"X-Empty:", b"X-Name: na\xefve", first=b"HTTP/1.1 200"),
        chunked(chunk, chunk),
        chunked(partial(chunk, size=b"%x;name=value"), partial(chunk, size=b"0%x")),
    ],
)  # fmt: skip
def test_plain_answer_passes(verified, form):
    outcome = verified(form)
    assert (outcome.code, outcome.err) == (0, ""), outcome.out


def test_bytes_behind_the_answer_that_nothing_has_changed_are_named(raw, verified):
    """It has no body, so that they may be read as the answer to the next request."""
    raw.behind_nothing_new = b"HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nleak()"
    outcome = verified(plain)
    assert outcome.code == 1
    assert "does not say plainly where it ends" in outcome.out


def under_score(content: bytes) -> bytes:
    """A size that Python takes for all its digits, and Firefox for the first of them."""
    size = b"%x" % len(content)
    return chunk(content, size[:1] + b"_" + size[1:])


def _firefox_reads_more(headers: list[bytes], body: bytes) -> bytes:
    """Python passes over "f\\n" as over any end of a chunk; Firefox reads a chunk of 15 bytes."""
    extension = b"%x;leak()//......" % len(body[16:])
    content = chunk(body[:16], end=b"f\n") + chunk(body[16:], extension) + LAST_CHUNK
    return sent(headers, content, b"Transfer-Encoding: chunked")


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "form",
    [
        lengths(b"Content-Length: +%d", more=LEAK),
        lengths(b"Content-Length: 0%d", more=LEAK),
        lengths(b"Content-Length: %d", more=LEAK),
        lengths(b"Content-Length: %d", more=b"\r\n"),
        lengths(b"Content-Length: %d", b"Content-Length: 9", more=LEAK),
        lengths(b"Content-Length: %d", b"Content-Length: %d"),
        lengths(b"Content-Length: %d, %d"),
        lengths(b"Content-Length: "),
        lengths(),
        lengths(b"Content-Length: %d", b"Transfer-Encoding: identity"),
        lengths(b"Content-Length: %d", b"Transfer-Encoding: gzip, chunked"),
        lambda headers, body: chunked(chunk, chunk)([*headers, b"Content-Length: 9"], body),
        lambda headers, body: chunked(chunk, chunk)(
            [*headers, b"Transfer-Encoding: chunked"], body
        ),
        lambda headers, body: chunked(chunk, chunk)(headers, body).replace(
            b": chunked", b": Chunked"
        ),
        chunked(partial(chunk, size=b"0x%x"), chunk),
        chunked(partial(chunk, size=b"+%x"), chunk),
        chunked(partial(chunk, size=b" %x"), chunk),
        chunked(chunk, under_score),
        chunked(chunk, partial(chunk, end=b"ab")),
        chunked(chunk, partial(chunk, end=b"")),
        chunked(chunk, chunk, last=b""),
        chunked(chunk, chunk, last=b"0\r\n"),
        chunked(chunk, chunk, last=b"0\r\nRefresh: 1;url=/how\r\n\r\n"),
        chunked(chunk, chunk, last=LAST_CHUNK + LEAK),
        chunked(chunk, partial(chunk, size=b"-1"), last=b""),
        _firefox_reads_more,
    ],
)
def test_answer_that_does_not_say_plainly_where_it_ends_is_named(verified, form):
    outcome = verified(form)
    assert outcome.code == 1, outcome.out
    assert f"{SCRIPT} does not say plainly where it ends" in outcome.out


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "first",
    [b"HTTP/1.0 200 OK", b"HTTP/1.9 200 OK", b"HTTP/1.1x 200 OK", b"HTTP/1.1 +200 OK",
     b"HTTP/1.1 2_00 OK", b"HTTP/1.1\t200 OK", b"HTTP/1.1 200 OK\rRefresh: 1; url=/how",
     b"\r\nHTTP/1.1 200 OK", b"ICY 200 OK", b""],
)  # fmt: skip
@pytest.mark.parametrize("length", [b"Content-Length: %d", b"Transfer-Encoding: chunked"])
def test_first_line_that_is_none_of_http_1_1_is_named(verified, first, length):
    body = (lambda body: body) if b"%d" in length else lambda body: chunk(body) + LAST_CHUNK
    outcome = verified(lambda headers, given: sent(headers, body(given), length, first=first))
    assert outcome.code == 1, outcome.out
    assert f"{SCRIPT} does not begin as HTTP/1.1 does" in outcome.out


def test_answer_behind_another_one_is_named(verified):
    first = b"HTTP/1.1 100 Continue\r\nRefresh: 1; url=/how\r\n\r\n" + FIRST_LINE
    outcome = verified(lengths(b"Content-Length: %d", first=first))
    assert outcome.code == 1, outcome.out
    assert f"{SCRIPT} answered 100, not 200." in outcome.out


REFRESH = b"Refresh: 1; url=/how"


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "line",
    [b"garbage", b"X Y: z", b"Refresh : 1; url=/how", b"\xe9: x", b"X\0Y: z", b": z", b"X: a\0b",
     b"X: a\r", b"X: a\x7f", b"X: a\r\n folded", b"X: a\rY: b", b"X: a\nY: b", b" X: a"],
)  # fmt: skip
@pytest.mark.parametrize("more", [[], [REFRESH]])
def test_line_among_the_headers_that_is_none_is_named(verified, line, more):
    """Python may stop at it; a browser goes on, and obeys what follows."""
    outcome = verified(lengths(b"Content-Length: %d", line, *more))
    assert outcome.code == 1, outcome.out
    assert f"{SCRIPT} has a line among its headers that is none: " in outcome.out
    assert (f"{SCRIPT} has the header Refresh, " in outcome.out) == bool(more)


@pytest.mark.parametrize("line", [b"From Refresh: 1", b" Refresh: 1", b"\tRefresh: 1"])
def test_first_header_that_is_none_is_named(verified, line):
    outcome = verified(lengths(b"Content-Length: %d", first=FIRST_LINE + b"\r\n" + line))
    assert outcome.code == 1, outcome.out
    assert f"{SCRIPT} has a line among its headers that is none: " in outcome.out


@pytest.mark.parametrize("end", [b"\r", b"\n"])
def test_header_within_another_one_s_value_does_not_count(verified, end):
    """Python ends a header at a CR: it would find a policy that a browser does not."""

    def form(headers: list[bytes], body: bytes) -> bytes:
        hidden = [
            b"X: a" + end + each if each.startswith(b"Content-Security") else each
            for each in headers
        ]
        return plain(hidden, body)

    outcome = verified(form)
    assert outcome.code == 1, outcome.out
    assert "The header Content-Security-Policy of " in outcome.out


def test_server_that_keeps_the_connection_is_told_in_a_sentence(verified, raw, monkeypatch):
    """Whatever it might still send would be part of no answer that was compared."""
    monkeypatch.setattr(SurveyConnection.__init__, "__defaults__", (1,))  # instead of 15 seconds
    raw.stays_open = threading.Event()
    outcome = verified(plain)
    raw.stays_open.set()
    assert outcome.code == 1
    assert "nor closes the connection" in outcome.err
    assert outcome.err.count("\n") == 1
