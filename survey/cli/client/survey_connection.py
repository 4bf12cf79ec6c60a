"""A respondent's side of the wire, in Python: a connection to one survey."""

import http.client
import json
import socket
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from survey.cli.client.time_limit import within
from survey.core.instrument.digest_forms import short_form
from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import from_canonical_json
from survey.core.responses import tokens
from survey.core.responses.links import mended_link
from survey.errors import InstrumentInvalid, ResponseConflict, ResponseRefused, ServerUnreachable

REPLY_SECONDS = 15  # from the request to the last byte of the reply
LONGEST_SENTENCE = 300
LARGEST_REPLY = 4_000_000  # bytes read from a server; an instrument in 8 languages fits
ASKS_FOR_JSON = {"Accept": "application/json"}
NOTHING_DONE = "Nothing was asked or sent."


@dataclass(frozen=True)
class ServerReply:
    """A server's reply of any status; redirects are not followed.

    `faults` are the faults of its form, as ends of sentences, if the connection checks it.
    """

    status: int
    headers: http.client.HTTPMessage
    body: bytes
    faults: tuple[str, ...] = ()


class SurveyConnection:
    """A keep-alive connection to the server of one survey's URL (…/s/CODE).

    Each reply must be whole within so many `seconds`.
    """

    _late = ""  # one more sentence on a reply that did not end

    def __init__(self, url: str, seconds: float = REPLY_SECONDS):
        try:
            parts = urlsplit(mended_link(url))
            host, port = parts.hostname, parts.port
        except ValueError:
            raise _not_an_address(url) from None
        if parts.scheme not in {"http", "https"} or not host or parts.username:
            raise _not_an_address(url)
        # The server judges the rest of the path; a blank would end the request line.
        if not parts.path.isascii() or " " in parts.path:
            raise _not_an_address(url)
        secure = parts.scheme == "https"
        kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        self._seconds = seconds
        self._connected = partial(kind, host, port, timeout=seconds)
        try:
            self._http: http.client.HTTPConnection = self._connected()
        except http.client.InvalidURL:  # for example, a blank in the host
            raise _not_an_address(url) from None
        self.path = parts.path.rstrip("/")  # the survey's: /s/CODE
        shown_host = f"[{host}]" if ":" in host else host
        shown_port = "" if port in {None, 443 if secure else 80} else f":{port}"
        # The server's address in one spelling.
        self.place = f"{parts.scheme}://{shown_host}{shown_port}"

    @property
    def code(self) -> str:
        """The survey's join code."""
        return self.path.rpartition("/")[2]

    @property
    def address(self) -> str:
        """The survey's URL in one spelling, however it was typed."""
        return self.place + self.path

    def instrument(self, digest: str | None = None) -> Instrument:
        """The published instrument; the client computes its digest from its content.

        Raises ResponseConflict if that is not the given digest.
        """
        check_path(self)
        reply = self.get(f"{self.path}/instrument.json")
        if reply.status != 200:
            raise _unanswered(self.place, reply)
        instrument = known_instrument(reply.body)
        if instrument is None:
            raise ServerUnreachable(
                f"What {self.place} sent is not a questionnaire that this version knows."
            )
        if digest not in {None, instrument.digest}:
            raise ResponseConflict(
                f"{self.place} sent another questionnaire ({short_form(instrument.digest)}) than "
                f"the one that your link names ({short_form(digest)}). Nothing was asked or sent. "
                "Please tell the person who gave you the link."
            )
        return instrument

    def check_takes(self, token: str | None) -> None:
        """Raises ResponseRefused if the survey would take no response with this token.

        It is asked before anything is drawn. Raises ServerUnreachable if no server says so.
        """
        reply = self.get(f"{self.path}/state")
        state = document_of(reply.body)
        if not isinstance(state.get("open"), bool):
            raise _unanswered(self.place, reply)
        if not state["open"]:
            closed = "closed for now" if state.get("closes") else "closed"
            raise ResponseRefused(f"This survey is {closed}. {NOTHING_DONE}")
        if state.get("token") is True:
            self._check_token(token)

    def _check_token(self, token: str | None) -> None:
        if token is None:
            raise ResponseRefused(f"{tokens.MISSING} {NOTHING_DONE}")
        reply = self._post("token", json.dumps({"token": token}).encode())
        said = document_of(reply.body)
        if said.get("known") is False or said.get("spent") is True:
            refusal = tokens.SPENT if said.get("spent") else tokens.UNKNOWN
            raise ResponseRefused(f"{refusal} {NOTHING_DONE}")
        if said.get("known") is not True:
            raise _unanswered(self.place, reply)

    def get(self, path: str, headers: Mapping[str, str] = ASKS_FOR_JSON) -> ServerReply:
        """The server's reply at a whole path, such as /s/CODE/instrument.json."""
        return self._request("GET", path, headers)

    def post(self, body: bytes) -> tuple[int, float, dict[str, Any]]:
        """Tries once to deliver; returns status, seconds to wait, and the reply's JSON object."""
        reply = self._post("responses", body)
        asked = reply.headers.get("Retry-After") or ""
        wait = float(asked) if asked.isascii() and asked.isdigit() else 0.0
        return reply.status, wait, document_of(reply.body)

    def _post(self, name: str, body: bytes) -> ServerReply:
        kind = {"Content-Type": "application/json"}
        return self._request("POST", f"{self.path}/{name}", ASKS_FOR_JSON | kind, body)

    def close(self) -> None:
        self._http.close()

    def _request(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> ServerReply:
        used = self._http

        def exchange() -> ServerReply:
            try:
                used.request(method, path, body, dict(headers))
                return self._received(used)
            except BaseException:
                used.close()
                raise

        try:
            return within(self._seconds, exchange)
        except TimeoutError:
            self._http = self._connected()
            with suppress(OSError, AttributeError):  # not connected yet
                used.sock.shutdown(socket.SHUT_RDWR)  # which ends the late thread, too
            raise ServerUnreachable(
                f"{self.place} has not sent a whole reply within {self._seconds:g} seconds."
                f"{self._late}"
            ) from None
        # UnicodeError: an impossible host name.
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise ServerUnreachable(f"{self.place} cannot be reached: {reason}.") from error

    def _received(self, used: http.client.HTTPConnection) -> ServerReply:
        response = used.getresponse()
        body = response.read(LARGEST_REPLY)
        if response.length:  # bytes that did not come, or are too many
            raise http.client.IncompleteRead(body)
        return ServerReply(response.status, response.headers, body)


def known_instrument(body: bytes) -> Instrument | None:
    """The instrument with these bytes as canonical JSON; None if there is none.

    An unknown format or kind of question would give other canonical bytes, and the server
    would refuse the response only after every question was asked.
    """
    try:
        instrument = from_canonical_json(body.decode())
    except (ValueError, KeyError, TypeError, AttributeError, InstrumentInvalid, RecursionError):
        return None
    return instrument if instrument.canonical_json.encode() == body else None


def check_path(connection: SurveyConnection) -> None:
    """Raises ServerUnreachable if the path names no survey, as that of the server alone."""
    if not connection.path.partition("/s/")[2]:
        raise _not_an_address(connection.address)


def _unanswered(place: str, reply: ServerReply) -> ServerUnreachable:
    detail = detail_of(document_of(reply.body))
    return ServerUnreachable(detail or f"{place} answered {reply.status}.")


def _not_an_address(url: str) -> ServerUnreachable:
    return ServerUnreachable(f"{url} is not a survey's address, such as http://host:8000/s/abc234.")


def document_of(body: bytes) -> dict[str, Any]:
    """Returns the JSON object in a body, or an empty one if there is none."""
    try:
        document = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


def detail_of(problem: dict[str, Any]) -> str:
    """The sentence of a problem document, or ""; safe to print in a terminal."""
    sentence = str(problem.get("detail", ""))[:LONGEST_SENTENCE]
    return "".join(each if each.isprintable() else " " for each in sentence)
