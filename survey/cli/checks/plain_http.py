"""Reads a reply in one plain form of HTTP/1.1 (RFC 9112), which every browser reads alike.

http.client guesses what a reply means that is not plain: it takes "+5" for a length and any two
bytes for the end of a chunk, ends a header at a CR, and all of them at a line that is none.
Browsers guess otherwise, and then obey headers and run bytes that nobody compared.
"""

import re
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPMessage, RemoteDisconnected

from survey.cli.client.survey_connection import (
    ASKS_FOR_JSON,
    LARGEST_REPLY,
    ServerReply,
    SurveyConnection,
)

_FIRST_LINE = re.compile(rb"HTTP/1\.1 ([1-5][0-9]{2})(?: [\t -~\x80-\xff]*)?")
_HEADER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t ]*+([\t -~\x80-\xff]*)")
# Browsers ignore everything after the semicolon.
_SIZE_OF_CHUNK = re.compile(rb"([0-9A-Fa-f]{1,8})(?:;[\t -~]*)?\r\n")


class PlainConnection(SurveyConnection):
    """Opens a new connection to a survey's server for each request, and guesses nothing."""

    _late = " It neither sends more nor closes the connection, as it was asked to."

    def get(self, path: str, headers: Mapping[str, str] = ASKS_FOR_JSON) -> ServerReply:
        """The reply at a whole path; its `faults` name everything that is not plain HTTP."""
        # So all bytes before the end belong to the reply, and are checked.
        return super().get(path, {**headers, "Connection": "close"})

    def _received(self, used: HTTPConnection) -> ServerReply:
        try:
            with used.sock.makefile("rb") as stream:
                received = stream.read(LARGEST_REPLY)
        finally:
            used.close()
        if not received:
            raise RemoteDisconnected("")
        return plain_reply(received)


def plain_reply(received: bytes) -> ServerReply:
    """The reply in all bytes that came before the connection was closed.

    The status is 0 where none can be read. Where the end of the body is not said plainly, all that
    follows the headers is the body.
    """
    head, _, rest = received.partition(b"\r\n\r\n")
    first_line, _, lines = head.partition(b"\r\n")
    headers = HTTPMessage()
    faults = []
    first = _FIRST_LINE.fullmatch(first_line)
    if first is None:
        faults.append(f"does not begin as HTTP/1.1 does: {_shown(first_line)}.")
    for line in lines.split(b"\r\n"):
        if header := _HEADER.fullmatch(line):
            headers[header[1].decode()] = header[2].rstrip(b"\t ").decode("latin-1")
        else:
            faults.append(f"has a line among its headers that is none: {_shown(line)}.")
    # The reply 304 (unchanged) ends with its headers, whatever length they state.
    body = (None if rest else b"") if first and first[1] == b"304" else _body(headers, rest)
    if body is None:
        faults.append("does not say plainly where it ends: a browser may read other bytes in it.")
        body = rest
    return ServerReply(int(first[1]) if first else 0, headers, body, tuple(faults))


def _body(headers: HTTPMessage, rest: bytes) -> bytes | None:
    """The body after the headers; None unless one header states its end, and it ends there."""
    lengths = headers.get_all("Content-Length", [])
    codings = headers.get_all("Transfer-Encoding", [])
    if lengths == [str(len(rest))] and not codings:
        return rest
    # A proxy that compresses a reply sends it in chunks.
    return _joined(rest) if codings == ["chunked"] and not lengths else None


def _joined(chunks: bytes) -> bytes | None:
    """The bytes in the chunks; None unless an empty chunk ends them, and nothing follows it."""
    joined: list[bytes] = []
    place = 0
    while size := _SIZE_OF_CHUNK.match(chunks, place):
        end = size.end() + int(size[1], 16)
        chunk = chunks[size.end() : end]
        place = end + len(b"\r\n")
        if chunks[end:place] != b"\r\n":
            return None
        if not chunk:
            return b"".join(joined) if place == len(chunks) else None
        joined.append(chunk)
    return None


def _shown(line: bytes) -> str:
    """The beginning of a line, for a sentence."""
    return repr(line[:60].decode("latin-1"))
