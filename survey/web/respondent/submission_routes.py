"""Hands requests of Flask's routes to survey.wire: the clients' routes, and coin mode."""

from collections.abc import Coroutine
from typing import Any

from flask import Response as FlaskResponse
from flask import request
from werkzeug.exceptions import RequestEntityTooLarge

from survey.core.responses.response import LARGEST_RESPONSE, Response
from survey.web.http.extensions import store, submissions
from survey.web.http.networks import network
from survey.wire.submission import Reply, Submission
from survey.wire.ways import OnThread, at_once


def answer_request(code: str) -> FlaskResponse:
    """The wire's reply to the current request, which brings a response."""
    return _replied(submissions().take(_arrived(code), OnThread(store())))


def answer_token(code: str) -> FlaskResponse:
    """The wire's reply to the current request, which brings a token."""
    return _replied(submissions().look_up(_arrived(code), OnThread(store())))


def _arrived(code: str) -> Submission:
    return Submission(
        code,
        request.headers.get("Content-Type", ""),
        request.headers.get("Content-Encoding", ""),
        _body(),
        network() or "",
    )


def _replied(replying: Coroutine[Any, Any, Reply]) -> FlaskResponse:
    reply = at_once(replying)
    return FlaskResponse(reply.body, reply.status, reply.headers)


def take(code: str, response: Response) -> bool:
    """Stores a checked response; returns and raises the same as Submissions.store."""
    return at_once(submissions().store(code, response, network() or "", OnThread(store())))


def _body() -> bytes:
    """The body, or enough of it to show that it is too large."""
    # One byte more than the limit: Werkzeug silently cuts a chunked body there.
    request.max_content_length = LARGEST_RESPONSE + 1
    try:
        return request.get_data()
    except RequestEntityTooLarge:
        return bytes(LARGEST_RESPONSE + 1)
