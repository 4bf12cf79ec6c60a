"""Taking a response: the bytes of a body to the bytes of a reply, without a web server."""

import json
import logging
from dataclasses import replace

import pytest
from instruments import make_instrument

from survey.core.responses.response import LARGEST_RESPONSE, Response
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.errors import StoreUnavailable, TokenRejected, TokenThrottled
from survey.store import State, Survey
from survey.wire.acknowledgement import signer_of
from survey.wire.keys import SigningKey
from survey.wire.submission import JSON_TYPE, Submission, Submissions
from survey.wire.ways import OnThread, at_once

CODE, KEY, SECRET = "bcd234", SigningKey("01" * 32), "a secret"
NETWORK = "192.0.2.0/24"


class Door:
    """Takes responses for a store; `wrong` are the networks of the wrong tokens."""

    def __init__(self, store):
        self.wrong: list[str] = []
        self.way = OnThread(store)
        self.submissions = Submissions(SECRET, KEY, self.wrong.append)

    def take(self, body: bytes, **changed):
        arrived = Submission(CODE, JSON_TYPE, "", body, NETWORK)
        return at_once(self.submissions.take(replace(arrived, **changed), self.way))

    def look_up(self, token, **changed):
        arrived = Submission(CODE, JSON_TYPE, "", json.dumps({"token": token}).encode(), NETWORK)
        return at_once(self.submissions.look_up(replace(arrived, **changed), self.way))


@pytest.fixture
def door(store, open_survey) -> Door:
    return Door(store)


@pytest.fixture
def response(instrument) -> Response:
    return Response(instrument.digest, "0123456789abcdef" * 2, (1, 0, 1))


def test_a_new_one_is_201_and_a_retry_200_with_the_same_signature(door, store, response):
    first, again = door.take(response.body()), door.take(response.body())
    assert (first.status, again.status) == (201, 200)
    assert first.headers == again.headers == (("Content-Type", "application/json"),)
    said = json.loads(first.body)
    assert said["stored"] == "new"
    assert json.loads(again.body) == said | {"stored": "already"}
    assert signer_of(said, CODE, response) == KEY.public
    assert store.responses.tally(CODE).responses == 1


def test_nothing_is_acknowledged_that_could_not_be_stored(door, store, response, monkeypatch):
    def fail(*_):
        raise StoreUnavailable("The disk is full.")

    monkeypatch.setattr(store.responses, "add", fail)
    reply = door.take(response.body())
    assert reply.status == 503
    assert ("Retry-After", "5") in reply.headers
    assert KEY.public.hex.encode() not in reply.body


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", " Application/JSON "])
def test_json_by_any_of_its_names_is_taken(door, response, content_type):
    assert door.take(response.body(), content_type=content_type).status == 201


@pytest.mark.parametrize(
    "changed",
    [{"content_type": ""}, {"content_type": "text/plain"}, {"content_type": "text/json"},
     {"content_type": "application/x-www-form-urlencoded"}, {"content_encoding": "gzip"}],
)  # fmt: skip
def test_what_another_sites_form_can_send_is_refused(door, store, response, changed):
    assert door.take(response.body(), **changed).status == 415
    assert store.responses.tally(CODE).responses == 0


@pytest.mark.parametrize(("size", "status"), [(LARGEST_RESPONSE, 201), (LARGEST_RESPONSE + 1, 413)])
def test_one_byte_too_many_is_refused(door, response, size, status):
    assert door.take(response.body().ljust(size)).status == status


def test_another_questionnaire_is_refused(door, store, response):
    other = replace(response, instrument=make_instrument("1/10").digest)
    reply = door.take(other.body())
    assert (reply.status, json.loads(reply.body)["field"]) == (409, "instrument")
    assert store.responses.tally(CODE).responses == 0


@pytest.mark.parametrize("reports", [(1, 0), (1, 0, 2), (1, 0, -1)])
def test_reports_that_do_not_fit_are_refused(door, store, response, reports):
    assert door.take(replace(response, reports=reports).body()).status == 422
    assert store.responses.tally(CODE).responses == 0


def test_a_backups_questionnaire_takes_the_place_of_the_remembered_one(door, store, response):
    """The database was replaced while the server ran."""
    assert door.take(response.body()).status == 201
    other = make_instrument("1/3", "1/3", "1/10")
    store.surveys.delete(CODE)
    store.surveys.add(Survey(CODE, other, State.OPEN))
    assert door.take(replace(response, instrument=other.digest).body()).status == 201
    assert door.take(response.body()).status == 409


def test_a_remembered_questionnaire_is_not_read_again(door, store, response, monkeypatch):
    assert door.take(response.body()).status == 201
    monkeypatch.setattr(store.surveys, "get", None)
    assert door.take(replace(response, response_id="f" * 32).body()).status == 201


@pytest.mark.parametrize("state", [State.DRAFT, State.CLOSED])
def test_only_an_open_survey_takes_any(door, store, response, state):
    if state is State.DRAFT:
        store.surveys.delete(CODE)
        store.surveys.add(Survey(CODE, make_instrument("1/4", "1/3", "1/10")))
    else:
        store.surveys.set_state(CODE, state)
    assert door.take(response.body()).status == (404 if state is State.DRAFT else 410)


@pytest.fixture
def token(store, open_survey) -> str:
    token, other = draw_tokens(2)  # with the last one the survey would close
    store.surveys.add_tokens(CODE, [hash_token(SECRET, each) for each in (token, other)])
    return token


def test_a_token_counts_once_and_its_retry_again(door, response, token):
    sent = replace(response, token=token)
    assert [door.take(sent.body()).status for _ in range(2)] == [201, 200]
    assert door.take(replace(sent, response_id="f" * 32).body()).status == 403
    assert door.wrong == [NETWORK]


def test_a_wrong_token_is_counted_against_its_network_and_a_missing_one_is_not(
    door, response, token
):
    assert door.take(response.body()).status == 403
    assert door.wrong == []
    assert door.take(replace(response, token="wrong").body()).status == 403
    assert door.wrong == [NETWORK]


def test_too_many_wrong_tokens_are_said_instead(door, response, token):
    def refuse(network: str) -> None:
        raise TokenThrottled("Too many.", 60)

    door.submissions.count_wrong_token = refuse
    reply = door.take(replace(response, token="wrong").body())
    assert reply.status == 429
    assert ("Retry-After", "60") in reply.headers


def test_what_has_been_checked_is_stored_by_the_same_rules(door, store, response, token):
    def stored(sent: Response) -> bool:
        return at_once(door.submissions.store(CODE, sent, NETWORK, door.way))

    assert stored(replace(response, token=token)) is True
    assert stored(replace(response, token=token)) is False
    with pytest.raises(TokenRejected):
        stored(replace(response, response_id="f" * 32, token="wrong"))
    assert door.wrong == [NETWORK]


def test_a_mistake_is_a_problem_and_its_log_holds_nothing_that_was_sent(
    door, store, response, monkeypatch, caplog
):
    def fail(code, response, token_hash):
        raise KeyError(response.response_id)

    monkeypatch.setattr(store.responses, "add", fail)
    with caplog.at_level(logging.ERROR):
        reply = door.take(response.body())
    assert reply.status == 500
    assert ("Content-Type", "application/problem+json") in reply.headers
    assert "KeyError in taking a response" in caplog.text
    assert response.response_id not in caplog.text


def test_a_token_is_looked_up_and_only_wrong_ones_count(door, store, response):
    mine, spent = draw_tokens(2)
    store.surveys.add_tokens(CODE, [hash_token(SECRET, each) for each in (mine, spent)])
    assert door.take(replace(response, token=spent).body()).status == 201
    before = store.responses.tally(CODE)
    said = {}
    for name, token in (("mine", f" {mine.upper()}"), ("spent", spent), ("unknown", "x" * 30)):
        reply = door.look_up(token)
        assert (reply.status, reply.headers) == (200, (("Content-Type", "application/json"),))
        said[name] = json.loads(reply.body)
    assert said == {
        "mine": {"known": True, "spent": False},
        "spent": {"known": True, "spent": True},
        "unknown": {"known": False, "spent": False},
    }
    assert door.wrong == [NETWORK] * 2
    assert store.responses.tally(CODE) == before
    assert store.surveys.tokens(CODE)[hash_token(SECRET, mine)] is False


def test_a_token_of_a_survey_that_is_not_open_is_not_looked_up(door, store):
    """Once it is closed, nobody who holds a slip learns whether its owner has answered."""
    (token,) = draw_tokens(1)
    store.surveys.add_tokens(CODE, [hash_token(SECRET, token)])
    assert door.look_up(token, code="nosuch").status == 404
    store.surveys.set_state(CODE, State.CLOSED)
    assert door.look_up(token).status == 410
    assert door.wrong == []


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({"content_type": "text/plain"}, 415),
        ({"body": b"{}"}, 422),
        ({"body": b'{"token":1}'}, 422),
        ({"body": b'{"token":"a","answer":1}'}, 422),
        ({"body": b"["}, 422),
        ({"body": bytes(LARGEST_RESPONSE + 1)}, 413),
    ],
)
def test_what_is_no_token_is_refused(door, changed, status):
    reply = door.look_up("a", **changed)
    assert reply.status == status
    assert reply.headers == (("Content-Type", "application/problem+json"),)


def test_too_many_wrong_tokens_of_a_network_are_refused(door):
    def refuse(network):
        raise TokenThrottled("Too many.", 60, "token")

    door.submissions.count_wrong_token = refuse
    reply = door.look_up("x" * 30)
    assert (reply.status, dict(reply.headers)["Retry-After"]) == (429, "60")
