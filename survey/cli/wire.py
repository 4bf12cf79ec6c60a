"""A respondent's side of the wire, in Python: fetch the instrument, deliver a response."""

import http.client
import json
import secrets
import time
from collections.abc import Callable
from urllib.parse import urlsplit

from survey.core.instrument import Instrument
from survey.core.instrument import from_canonical_json
from survey.errors import InstrumentInvalid
from survey.errors import ServerUnreachable

TIMEOUT_SECONDS = 15
LONGEST_WAIT_SECONDS = 30
LARGEST_ANSWER = 1_000_000  # bytes read of any server's answer


class Connection:
    """A keep-alive connection to the server of one survey's URL (…/s/CODE)."""

    def __init__(self, url: str):
        parts = urlsplit(url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query:
            raise ServerUnreachable(
                f"{url} is not a survey's address, such as http://host:8000/s/abc234."
            )
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        try:
            self._http = kind(parts.hostname, parts.port, timeout=TIMEOUT_SECONDS)
        except ValueError:
            raise ServerUnreachable(f"{url} has no valid port.") from None
        self._path = parts.path.rstrip("/")
        self._place = f"{parts.scheme}://{parts.netloc}"

    def instrument(self) -> Instrument:
        """The published instrument; its digest is computed here, from its content."""
        status, _, body = self._request("GET", "/instrument.json")
        if status != 200:
            raise ServerUnreachable(_detail(body) or f"{self._place} answered {status}.")
        try:
            return from_canonical_json(body.decode())
        except (ValueError, KeyError, TypeError, AttributeError, InstrumentInvalid):
            raise ServerUnreachable(
                f"What {self._place} sent is not a questionnaire that this version knows."
            ) from None

    def post(self, body: bytes) -> tuple[int, float, str]:
        """One attempt to deliver: the status, seconds to wait if asked to, the sentence."""
        status, headers, answer = self._request("POST", "/responses", body)
        retry_after = headers.get("Retry-After") or ""
        return status, float(retry_after) if retry_after.isdigit() else 0.0, _detail(answer)

    def close(self) -> None:
        self._http.close()

    def _request(self, method: str, path: str, body: bytes | None = None):
        headers = {"Accept": "application/json"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            self._http.request(method, self._path + path, body, headers)
            response = self._http.getresponse()
            return response.status, response.headers, response.read(LARGEST_ANSWER)
        except (OSError, http.client.HTTPException) as error:
            self._http.close()
            reason = getattr(error, "strerror", None) or type(error).__name__
            raise ServerUnreachable(f"{self._place} cannot be reached: {reason}.") from error


def deliver(
    connection: Connection,
    body: bytes,
    attempts: int,
    sleep: Callable[[float], None] = time.sleep,
) -> int:
    """Posts the same bytes until they are stored; returns the status, 200 or 201.

    Raises ServerUnreachable if the server refuses them or the attempts run out.
    """
    for attempt in range(attempts):
        wait, sentence = 0.0, ""
        try:
            status, wait, sentence = connection.post(body)
        except ServerUnreachable as error:
            sentence = error.message
        else:
            if status in {200, 201}:
                return status
            if status < 500 and status != 429:
                raise ServerUnreachable(
                    f"Not saved. {sentence or f'The server answered {status}.'}"
                )
        if attempt + 1 < attempts:
            longest = min(2.0**attempt, LONGEST_WAIT_SECONDS)
            # At random between half and all of it, so that many do not retry in step.
            sleep(max(wait, longest * (1000 + secrets.randbelow(1001)) / 2000))
    raise ServerUnreachable(f"Not saved yet. {sentence}")


def _detail(body: bytes) -> str:
    """The sentence of a problem document, or nothing."""
    try:
        return str(json.loads(body)["detail"])
    except (ValueError, KeyError, TypeError):
        return ""
