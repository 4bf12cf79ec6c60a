"""A request is complete before a thread is given to it, and is told if it does not come in time."""

import asyncio
import json

import pytest
from flask import request
from rsgi_requests import Protocol, run, scope

from survey.app import LARGEST_BODY, rsgi
from survey.app.wsgi import environ


def test_body_that_comes_in_pieces_is_stored_whole(ask, store, body):
    answer = ask(scope(), Protocol([body[:7], b"", body[7:]]))
    assert answer.status == 201
    assert json.loads(answer.body)["stored"] == "new"
    assert list(store.responses.all("bcd234")) == [("3f" * 16, (0, 1, 0))]


def test_length_that_the_client_states_is_not_believed(ask, body):
    for length in ("0", "7", "999999"):
        headers = [("content-length", length), ("transfer-encoding", "chunked")]
        assert ask(scope(headers=headers), Protocol([body])).status in {200, 201}


@pytest.fixture
def impatient(monkeypatch):
    """Servers that are made from now on wait for a body as long as a test does."""
    monkeypatch.setattr(rsgi, "BODY_SECONDS", 0.05)


def test_body_that_never_ends_is_told_and_stores_nothing(impatient, ask, store, body):
    answer = ask(scope(), Protocol([body[:-1]], forever=True))
    assert answer.status == 408
    assert json.loads(answer.body)["detail"].startswith("The request did not arrive in time")
    assert "content-security-policy" in answer.headers
    assert store.responses.tally("bcd234").responses == 0


def test_slow_bodies_hold_no_thread(served, body):
    """Fifty that never end, for two threads, and one that does: it is answered meanwhile."""

    async def meanwhile():
        slow = [
            asyncio.create_task(served.__rsgi__(scope(), Protocol([b"{"], forever=True)))
            for _ in range(50)
        ]
        await asyncio.sleep(0)
        protocol = Protocol([body])
        await asyncio.wait_for(served.__rsgi__(scope(), protocol), 10)
        assert not any(task.done() for task in slow)
        for task in slow:
            task.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        return protocol.answer

    assert run(meanwhile()).status == 201


def test_of_a_body_without_end_only_so_much_is_read(ask):
    protocol = Protocol([b" " * 65_536] * 1000)
    assert ask(scope(), protocol).status == 413
    assert protocol.read <= LARGEST_BODY + 65_536


def test_what_the_app_learns_of_the_request(app, served, ask):
    seen = {}

    @app.before_request
    def note():
        seen.update(request.environ)
        seen["path"], seen["args"] = request.path, dict(request.args)

    headers = [("x-twice", "a"), ("x-twice", "b"), ("accept", "text/html")]
    answer = ask(scope("GET", "/join/é", "a=1&b=%C3%A9", headers), Protocol([]))
    assert answer.status == 404
    assert (seen["path"], seen["args"]) == ("/join/é", {"a": "1", "b": "é"})
    assert seen["HTTP_X_TWICE"] == "a,b"
    assert (seen["SERVER_NAME"], seen["SERVER_PORT"]) == ("127.0.0.1", "8000")
    assert seen["REMOTE_ADDR"] == "192.0.2.7"


@pytest.mark.parametrize("path", ["/", "/s/bcd234", "/lab/attempts", "/s/bcd234/responses"])
def test_query_that_is_not_percent_encoded_is_read(ask, path):
    queried = scope("GET", path, "lang=dé&x=１\N{GRINNING FACE}", [("accept", "text/html")])
    plain = scope("GET", path, "", [("accept", "text/html")])
    assert ask(queried, Protocol([])).status == ask(plain, Protocol([])).status


@pytest.mark.parametrize("name", ["X_Forwarded_For", "X-Forwarded_Host", "Content_Type"])
def test_header_with_an_underscore_does_not_pass_for_the_proxys(name):
    headers = [("x-forwarded-for", "192.0.2.0"), (name, "203.0.113.9")]
    described = environ(scope(headers=headers), b"")
    assert described["HTTP_X_FORWARDED_FOR"] == "192.0.2.0"
    assert "203.0.113.9" not in str(described)


def test_head_has_no_body(ask):
    answer = ask(scope("HEAD", "/"), Protocol([]))
    assert (answer.status, answer.body) == (200, b"")


def test_other_protocols_are_left_alone(ask):
    assert ask(scope(proto="ws"), Protocol([])) is None


@pytest.mark.parametrize("length", ["133", None])
def test_body_of_a_known_length_and_of_none_are_the_same(ask, body, length):
    headers = [("content-length", length)] if length else []
    assert ask(scope(headers=headers), Protocol([body[:9], body[9:]])).status == 201
