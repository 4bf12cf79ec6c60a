"""Answers a respondent's client on the thread of the server's event loop, without Flask.

Parsing and checking a response, or finding a file, takes less than handing it to another thread
would; while the database is asked, the loop goes on. It answers byte for byte as Flask's routes
do (tests/unit/app/test_both_ways_in.py), and within seconds if the database does not answer. The
response is then still stored later, and a retry is acknowledged.
"""

from collections.abc import Iterable
from concurrent.futures import Executor
from re import compile as pattern
from typing import Any

from flask import Flask
from werkzeug.wrappers import Request

from survey.app.shared_timeout import SharedTimeout
from survey.app.wsgi import WholeAnswer, environ
from survey.client_build.files import FOLDER, SINGLE_FILE
from survey.errors import HostUnknown, StoreUnavailable
from survey.store.sql.database import NO_ANSWER
from survey.web.http.audiences import Audience
from survey.web.http.networks import behind_proxies, network_of
from survey.web.http.security_headers import NO_STORE, for_any_origin, headers_of_all, is_for_us
from survey.web.respondent.reading import Readings
from survey.web.respondent.served_client_files import client_of
from survey.wire.problems import problem_of
from survey.wire.submission import Reply, Submission, refusal
from survey.wire.ways import InLoop

PATIENCE_SECONDS = 5  # seconds to wait for the database

_SENT = pattern(r"/s/([^/]+)/(responses|token)")
_READ = ("/s/", FOLDER, SINGLE_FILE)  # the beginnings of the paths that a client reads

Described = dict[str, Any]


def sent_to(path: str) -> tuple[str, str] | None:
    """The code in a path to which a client posts, and what it posts there."""
    match = _SENT.fullmatch(path)
    return (match[1], match[2]) if match else None


class WithoutFlask:
    """Replies to clients of a Flask app's surveys; the `thread` is for calls of the database.

    No page is made on it, so none holds up a response.
    """

    def __init__(self, app: Flask, thread: Executor):
        self._submissions = app.extensions["submissions"]
        self._counts = app.extensions["request_counts"]
        self._config = app.config
        self._way = InLoop(app.extensions["store"], thread)
        self._readings = Readings(client_of(app), self._way, app.extensions["reached"])
        self._timeout = SharedTimeout(PATIENCE_SECONDS)
        self._note_proxies = behind_proxies(_nothing, app.config["PROXIES"])
        self._headers = {
            scheme: {"cache-control": NO_STORE, **_lower(headers_of_all(secure).items())}
            for scheme, secure in (("http", False), ("https", True))
        }

    def network(self, scope: Any) -> str:
        """The network of the request's sender, or "" if proxies do not name it."""
        return network_of(self._described(scope, b"")) or ""

    async def take(self, code: str, posted: str, scope: Any, body: bytes) -> WholeAnswer:
        """The answer to a response for the survey with this code, or to a token of it."""
        described = self._described(scope, body)
        if is_for_us(described, self._config):
            arrived = Submission(
                code,
                described.get("CONTENT_TYPE", ""),
                described.get("HTTP_CONTENT_ENCODING", ""),
                body,
                network_of(described) or "",
            )
            answers = {"responses": self._submissions.take, "token": self._submissions.look_up}
            try:
                answer = await self._timeout.wait(answers[posted](arrived, self._way))
            except TimeoutError:
                answer = refusal(problem_of(StoreUnavailable(NO_ANSWER)))
        else:
            answer = refusal(problem_of(HostUnknown()))
        waits = "Retry-After" in dict(answer.headers)
        return self._answered(described, answer, *for_any_origin(waits=waits))

    async def give(self, scope: Any) -> WholeAnswer | None:
        """Replies to a client that reads; None if Flask must reply, as to most errors.

        Raises StoreUnavailable itself, because Flask would ask the database again.
        """
        if scope.method not in {"GET", "HEAD"} or not scope.path.startswith(_READ):
            return None
        described = self._described(scope, b"")
        if not is_for_us(described, self._config):
            return None
        try:
            answer = await self._timeout.wait(self._readings.answer(Request(described)))
        except TimeoutError:
            raise StoreUnavailable(NO_ANSWER) from None
        except StoreUnavailable:
            raise
        except Exception:
            return None
        return self._answered(described, answer) if answer else None

    def _described(self, scope: Any, body: bytes) -> Described:
        described = environ(scope, body)
        self._note_proxies(described, _STARTS_NOTHING)
        return described

    def _answered(self, described: Described, answer: Reply, *more: tuple[str, str]) -> WholeAnswer:
        self._counts.add(Audience.RESPONDENT, answer.status)
        headers = self._headers[described["wsgi.url_scheme"]] | _lower((*answer.headers, *more))
        if answer.status != 304:
            headers["content-length"] = str(len(answer.body))
        body = b"" if described["REQUEST_METHOD"] == "HEAD" else answer.body
        return answer.status, list(headers.items()), body


def _lower(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers}


def _nothing(described: Any, start_response: Any) -> tuple[()]:
    """A WSGI app that answers nothing."""
    return ()


_STARTS_NOTHING: Any = None
