"""The respondent's side of the wire: servers that are something else, and waits."""

import json

import pytest
from dripping import dripping

from survey.cli.client import survey_connection
from survey.cli.client.delivery import deliver
from survey.core.responses.response import Response
from survey.errors import ServerUnreachable
from survey.wire.acknowledgement import acknowledgement
from survey.wire.keys import SigningKey


def document(**changes) -> bytes:
    question = {"gamma": "1/4", "kind": "yes/no", "text": "Q?"} | changes.pop("question", {})
    whole = {"class_size": 9, "format": "deniable-instrument/1", "introduction": "",
             "questions": [question], "title": "T"}  # fmt: skip
    return json.dumps(whole | changes, sort_keys=True, separators=(",", ":")).encode()


def test_the_document_of_these_tests_is_an_instrument(scripted):
    scripted.content = document()
    assert survey_connection.SurveyConnection(scripted.url).instrument().title == "T"
    scripted.content = document(demo=True)
    assert survey_connection.SurveyConnection(scripted.url).instrument().demo


@pytest.mark.parametrize(
    "content",
    [
        b"", b"<!doctype html>", b"[]", b"null", b"3", b"\xff", b"{}", b"[" * 100_000,
        document(format="deniable-instrument/9"), document(question={"kind": "choice"}),
        document(question={"gamma": "1/2"}), document(title="\x1b[2J"), document(questions=[]),
        b" " + document(), document(title=" T "),
        document(demo=False),
    ],
)  # fmt: skip
def test_what_is_no_questionnaire_is_refused_before_anything_is_asked(
    survey_command, scripted, state, typing, content
):
    scripted.content = content
    typing()
    outcome = survey_command("answer", scripted.url)
    assert outcome.code == 1
    assert outcome.out == ""
    assert "is not a questionnaire that this version knows" in outcome.err
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize(
    "address",
    ["http://[::1/s/x", "http://127.0.0.1:1/s/ünï", "http://127.0.0.1:1/s/a b", "http://ü..x/s/a",
     "http://name:word@127.0.0.1:1/s/x", "http://127.0.0.1:1/s/x?y=1", "http://127.0.0.1:0x/s/x",
     "https://127.0.0.1:1/s/x", "file:///etc/passwd", "//127.0.0.1/s/x", " ", ""],
)  # fmt: skip
def test_address_that_cannot_be_reached_is_one_sentence(survey_command, state, address):
    outcome = survey_command("answer", address)
    assert outcome.code == 1
    assert outcome.err.startswith("Error: ")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("asked", ["\xb2", "-1", "1.5", "soon", "Fri, 31 Dec 1999 23:59:59 GMT"])
def test_a_wait_that_is_no_number_is_passed_over(scripted, asked):
    scripted.retry_after = asked
    waits: list[float] = []
    with pytest.raises(ServerUnreachable, match="Not saved yet"):
        deliver(survey_connection.SurveyConnection(scripted.url), b"{}", 3, waits.append)
    assert len(waits) == 2
    assert max(waits) <= 2


def test_a_wait_of_hours_is_not_slept_through(scripted):
    scripted.retry_after = "86400"
    waits: list[float] = []
    with pytest.raises(ServerUnreachable, match="Not saved yet"):
        deliver(survey_connection.SurveyConnection(scripted.url), b"{}", 3, waits.append)
    assert (waits, scripted.posts) == ([], 1)


@pytest.mark.parametrize("status", [400, 403, 409, 410, 413, 415, 422])
def test_a_refusal_is_not_tried_again(scripted, status):
    scripted.status = status
    with pytest.raises(ServerUnreachable, match=f"Not saved. The server answered {status}"):
        deliver(survey_connection.SurveyConnection(scripted.url), b"{}", 3, pytest.fail)
    assert scripted.posts == 1


RESPONSE = Response("d1" * 32, "5e" * 16, (1, 0))
SENT = RESPONSE.body()
KEY, OTHER_KEY = SigningKey("01" * 32), SigningKey("02" * 32)
SIGNED = acknowledgement(KEY, "bcd234", RESPONSE, new=False)


@pytest.mark.parametrize(
    ("status", "content"),
    [
        (200, b"<!doctype html>Please sign in"), (200, b""), (302, b""), (201, b"[]"), (200, b"{}"),
        (201, json.dumps(SIGNED)[:-1].encode()),
        *((200, json.dumps(SIGNED | change).encode()) for change in (
            {"response_id": "5f" * 16}, {"stored": []}, {"stored": "no"}, {"stored": None})),
    ],
)  # fmt: skip
def test_only_an_answer_that_names_the_response_as_stored_counts(scripted, status, content):
    """A network that wants its users to sign in answers anything with a page of its own."""
    scripted.status, scripted.content = status, content
    with pytest.raises(ServerUnreachable, match="Not saved yet.* is not a server of surveys"):
        deliver(survey_connection.SurveyConnection(scripted.url), SENT, 3, lambda seconds: None)
    assert scripted.posts == 3
    scripted.status, scripted.content = 200, json.dumps(SIGNED).encode()
    stored = deliver(survey_connection.SurveyConnection(scripted.url), SENT, 1)
    assert (stored.status, stored.key, stored.signature) == (200, KEY.public, SIGNED["signature"])


@pytest.mark.parametrize(
    "change",
    [{"key": OTHER_KEY.public.hex}, {"key": "zz"}, {"key": None}, {"signature": "00" * 64},
     {"signature": ""}, {"signature": 7},
     acknowledgement(KEY, "bcd234", Response("d1" * 32, "5e" * 16, (0, 0)), new=True),
     acknowledgement(KEY, "bcd235", RESPONSE, new=True)],
)  # fmt: skip
def test_an_acknowledgement_that_is_signed_wrongly_does_not_count(scripted, change):
    scripted.status, scripted.content = 201, json.dumps(SIGNED | change).encode()
    with pytest.raises(ServerUnreachable, match="did not sign this"):
        deliver(survey_connection.SurveyConnection(scripted.url), SENT, 1)


def test_another_key_than_the_link_names_does_not_count(scripted):
    said = acknowledgement(OTHER_KEY, "bcd234", RESPONSE, new=True)
    scripted.status, scripted.content = 201, json.dumps(said).encode()
    connection, named = survey_connection.SurveyConnection(scripted.url), KEY.public.fingerprint
    with pytest.raises(ServerUnreachable, match=f"your link names {named}"):
        deliver(connection, SENT, 1, fingerprint=named)
    scripted.content = json.dumps(SIGNED).encode()
    assert deliver(connection, SENT, 1, fingerprint=named).key == KEY.public


def test_a_server_that_found_the_request_slow_is_asked_again(scripted):
    scripted.status = 408
    with pytest.raises(ServerUnreachable, match="Not saved yet. The server answered 408"):
        deliver(survey_connection.SurveyConnection(scripted.url), SENT, 3, lambda seconds: None)
    assert scripted.posts == 3


def test_a_servers_sentence_cannot_steer_the_terminal(scripted):
    scripted.status = 422
    scripted.content = json.dumps({"detail": "\x1b[31mred\r\nline\x07" + "x" * 5000}).encode()
    with pytest.raises(ServerUnreachable) as refused:
        deliver(survey_connection.SurveyConnection(scripted.url), b"{}", 1)
    assert refused.value.message.isprintable()
    assert len(refused.value.message) < 400


@pytest.mark.parametrize("path", ["", "/", "/s", "/s/", "/surveys/bcd234"])
@pytest.mark.parametrize(
    "command", [["verify-page"], ["answer"], ["simulate", "--respondents", "5", "--truth", "0.3"]]
)
def test_an_address_without_a_survey_is_said_and_not_asked_for(
    survey_command, scripted, command, path
):
    server = scripted.url.removesuffix("/s/bcd234")
    name, *options = command
    outcome = survey_command(name, server + path, *options)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith(f"Error: {server}")
    assert "is not a survey's address, such as http://host:8000/s/abc234." in outcome.err


def test_a_server_that_drips_bytes_is_not_waited_for(survey_command, state, monkeypatch):
    """And another request does not wait for the first one's connection."""
    with dripping() as origin:
        connection = survey_connection.SurveyConnection(f"{origin}/s/bcd234", 0.5)
        for _ in range(2):
            with pytest.raises(ServerUnreachable, match="a whole reply within 0.5 seconds"):
                connection.instrument()
        short = survey_connection.SurveyConnection.__init__
        monkeypatch.setattr(short, "__defaults__", (0.5,))
        outcome = survey_command("answer", f"{origin}/s/bcd234")
    assert (outcome.code, outcome.out) == (1, "")
    assert "has not sent a whole reply" in outcome.err
