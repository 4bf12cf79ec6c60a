"""Takes responses on the thread of the server's event loop, without Flask.

Parsing and checking one takes less than handing it to another thread would; while it is
being stored, the loop goes on. It answers byte for byte as Flask's route does
(tests/unit/app/test_both_ways_in.py).
"""

from collections.abc import Iterable
from concurrent.futures import Executor
from re import compile as pattern
from typing import Any

from flask import Flask

from survey.app.wsgi import environ
from survey.errors import HostUnknown
from survey.web.http.audiences import Audience
from survey.web.http.cross_origin import ANY_ORIGIN
from survey.web.http.networks import behind_proxies, network_of
from survey.web.http.security_headers import NO_STORE, headers_of_all, is_known
from survey.wire.problems import problem_of
from survey.wire.submission import Arrived, refusal
from survey.wire.ways import InLoop

_PATH = pattern(r"/s/([^/]+)/responses")


def code_in(path: str) -> str | None:
    """The code in a path that takes responses."""
    match = _PATH.fullmatch(path)
    return match[1] if match else None


class ResponsesWithoutThreads:
    """Takes the responses of a Flask app's surveys; `threads` read what is not known yet."""

    def __init__(self, app: Flask, threads: Executor):
        self._submissions = app.extensions["submissions"]
        self._counts = app.extensions["request_counts"]
        self._hosts = app.config["KNOWN_HOSTS"]
        self._way = InLoop(app.extensions["store"], threads)
        self._note_proxies = behind_proxies(_nothing, app.config["PROXIES"])
        of_each = (ANY_ORIGIN, ("Cache-Control", NO_STORE))
        self._headers = {
            scheme: _lower((*headers_of_all(secure).items(), *of_each))
            for scheme, secure in (("http", False), ("https", True))
        }

    async def take(
        self, code: str, scope: Any, body: bytes
    ) -> tuple[int, list[tuple[str, str]], bytes]:
        described = environ(scope, body)
        self._note_proxies(described, _STARTS_NOTHING)
        if is_known(described.get("HTTP_HOST", ""), self._hosts):
            arrived = Arrived(
                code,
                described.get("CONTENT_TYPE", ""),
                described.get("HTTP_CONTENT_ENCODING", ""),
                body,
                network_of(described) or "",
            )
            answer = await self._submissions.take(arrived, self._way)
        else:
            answer = refusal(problem_of(HostUnknown()))
        self._counts.add(Audience.RESPONDENT, answer.status)
        length = ("Content-Length", str(len(answer.body)))
        headers = _lower((*answer.headers, length)) + self._headers[described["wsgi.url_scheme"]]
        return answer.status, headers, answer.body


def _lower(headers: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name.lower(), value) for name, value in headers]


def _nothing(described: Any, start_response: Any) -> tuple[()]:
    """A WSGI app that answers nothing."""
    return ()


_STARTS_NOTHING: Any = None
