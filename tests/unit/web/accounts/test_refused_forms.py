"""No refused form of an instructor loses what was typed: it comes back, through a sign-in, too."""

import html
import json
import re

import pytest
from instruments import make_instrument
from passwords import PASSWORD
from routes import routes

from survey.errors import StoreUnavailable
from survey.store import State, Survey
from survey.store.models import INSTRUCTOR
from survey.web.accounts.refused_form import CARRIED, RefusedForm
from survey.web.http.audiences import needs_sign_in

TEXT = "Wort für Wort,\r\n<b>zwei Zeilen</b> 中文 & \u200f“عربي”"
FORM = {"title": TEXT, "questions-0-text": "Did you?", "draft": "", "pasted": "one\r\ntwo"}
SENT = {"Origin": "http://localhost"}


@pytest.fixture
def draft(store):
    store.surveys.add(Survey("bcd234", make_instrument()))


def posts(app) -> list[str]:
    """Every address to which an instructor's page sends a form, but those of passwords."""
    with app.app_context():
        return [
            each.path for each in routes(app)
            if each.method == "POST" and needs_sign_in(each.endpoint)
        ]  # fmt: skip


def sent_again(page: str) -> tuple[str, list[tuple[str, str]]]:
    """Where the page's form sends what it carries, and what that is."""
    found = re.search(r'<form method="post" action="([^"]+)" data-again>(.*?)</form>', page, re.S)
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', found[2])
    said = [(html.unescape(name), html.unescape(value)) for name, value in fields]
    return html.unescape(found[1]), [each for each in said if each[0] != "csrf_token"]


def carried_in(page: str) -> str:
    return html.unescape(re.search(rf'name="{CARRIED}" value="([^"]*)"', page)[1])


def token_in(page: str) -> str:
    return re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)[1]


def test_each_unsafe_route_gives_back_a_form_of_another_session(app, draft, instructor):
    asked = posts(app)
    assert "/surveys/bcd234/close" in asked
    for path in asked:
        answer = instructor.client.post(path, data=FORM, headers=SENT)
        assert answer.status_code == 400, path
        assert sent_again(answer.text) == (path, list(FORM.items()))
        assert "&lt;b&gt;zwei Zeilen&lt;/b&gt;" in answer.text


def test_a_form_for_a_survey_that_is_gone_gives_back_what_was_typed(draft, instructor, store):
    store.surveys.delete("bcd234")
    for path in ("/surveys/bcd234/edit", "/surveys/bcd234/people", "/surveys/bcd234/limits"):
        token = {"csrf_token": instructor.token("/surveys/new")}
        answer = instructor.client.post(path, data=FORM | token, headers=SENT)
        assert answer.status_code == 404
        assert "&lt;b&gt;zwei Zeilen&lt;/b&gt;" in answer.text
        assert "Did you?" in answer.text


def test_each_unsafe_route_gives_back_a_form_beside_the_sign_in(app, draft, stranger, instructor):
    for path in posts(app):
        for known in (True, False):  # the session's token, or none
            token = {"csrf_token": stranger.token("/sign-in")} if known else {}
            answer = stranger.client.post(path, data={**FORM, **token}, headers=SENT)
            assert answer.status_code == (403 if known else 400), path
            assert 'name="password"' in answer.text
            assert json.loads(carried_in(answer.text))[:2] == [path, [*map(list, FORM.items())]]
    assert len(posts(app)) >= 20


def test_whoever_signs_in_beside_it_sends_the_same_again(app, store, instructor):
    """Cookies are lost while somebody types."""
    browser = app.test_client()
    fields = {"largest_epsilon": "3.30"}
    refused = browser.post("/settings?lang=en", data=fields, headers=SENT)
    form = {"csrf_token": token_in(refused.text), CARRIED: carried_in(refused.text)}
    wrong = browser.post("/sign-in", data={**form, "password": "wrong"}, headers=SENT)
    assert wrong.status_code == 403
    form = {"csrf_token": token_in(wrong.text), CARRIED: carried_in(wrong.text)}
    page = browser.post("/sign-in", data={**form, "password": PASSWORD}, headers=SENT)
    assert page.status_code == 200
    assert "3.30" in page.text
    address, again = sent_again(page.text)
    assert (address, dict(again)) == ("/settings?lang=en", fields)
    again = {**dict(again), "csrf_token": token_in(page.text)}
    saved = browser.post(address, data=again, headers=SENT)
    assert saved.status_code == 302
    assert store.instructors.get(INSTRUCTOR).largest_epsilon == 3.3


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://localhost", "Sec-Fetch-Site": "same-site"},
        {"Referer": "https://evil.example/http://localhost/"},
    ],
)
def test_form_of_another_site_is_not_offered_to_be_sent(draft, instructor, stranger, headers):
    for client in (instructor.client, stranger.client):
        for path in ("/surveys/new", "/surveys/bcd234/delete", "/settings"):
            answer = client.post(path, data=FORM, headers=headers)
            assert answer.status_code == 400
            assert "data-again" not in answer.text
            assert CARRIED not in answer.text
            assert "Did you?" not in answer.text


def test_sign_in_form_of_another_site_carries_nothing(draft, instructor, stranger):
    form = {CARRIED: RefusedForm("/surveys/bcd234/close", (("a", "b"),)).to_json()}
    answer = stranger.client.post(
        "/sign-in",
        data={**form, "password": PASSWORD, "csrf_token": stranger.token("/sign-in")},
        headers={"Origin": "https://evil.example"},
    )
    assert answer.status_code == 302


@pytest.mark.parametrize(
    "carried",
    ["", "{", "[]", "[1, 2, 3]", '["//evil.example", [["a", "b"]], false]', "[" * 100_000,
     '["javascript:alert(1)", [["a", "b"]], false]', '["/\\\\evil.example", [["a", "b"]], 0]',
     '["/x", [["a"]], 0]', '["/x", 7, 0]', "null", '["/\\ud800", [["a", "b"]], 0]'],
)  # fmt: skip
def test_what_is_no_carried_form_is_left_out(instructor, stranger, carried):
    form = {CARRIED: carried, "password": PASSWORD, "csrf_token": stranger.token("/sign-in")}
    answer = stranger.client.post("/sign-in", data=form, headers=SENT)
    assert answer.status_code == 302
    assert answer.headers["Location"] == "/surveys"


def test_half_a_character_is_no_fault(instructor, stranger):
    form = {CARRIED: '["/settings", [["a\\ud800", "b\\udfff"]], 0]', "password": PASSWORD}
    form["csrf_token"] = stranger.token("/sign-in")
    answer = stranger.client.post("/sign-in", data=form, headers=SENT)
    assert sent_again(answer.text) == ("/settings", [("a?", "b?")])


def test_no_password_is_given_back(instructor, stranger):
    secret = "correct horse battery"
    form = {"current": PASSWORD, "password": secret, "again": secret}
    for client in (instructor.client, stranger.client):
        answer = client.post("/password", data=form, headers=SENT)
        assert answer.status_code == 400
        assert secret not in answer.text
        assert PASSWORD not in answer.text
    signing_in = stranger.client.post(
        "/sign-in", data={"password": secret, "instructor": "ada"}, headers=SENT
    )
    assert signing_in.status_code == 400
    assert "opened in another session" in signing_in.text
    assert 'name="password"' in signing_in.text
    assert secret not in signing_in.text


def test_frozen_survey_gives_back_what_was_typed(store, draft, instructor):
    """It was published in another window."""
    store.surveys.set_state("bcd234", State.OPEN)
    typed = FORM | {"title-original": "Exams"}
    for path in ("/surveys/bcd234/edit", "/surveys/bcd234/translations/de"):
        answer = instructor.post(path, typed, headers=SENT)
        assert answer.status_code == 409
        assert "A published survey never changes" in answer.text
        assert html.escape("Wort für Wort", quote=False) in answer.text
        assert "data-again" not in answer.text  # to send it again would be refused again


def test_full_disk_gives_back_what_was_typed(store, draft, instructor, monkeypatch):
    def fail(*_):
        raise StoreUnavailable("The disk is full.")

    monkeypatch.setattr(type(store.instructors), "save", fail)
    answer = instructor.post("/settings", {"largest_epsilon": "3.30"}, headers=SENT)
    assert answer.status_code == 503
    assert "The disk is full." in answer.text
    assert re.search('name="largest_epsilon"[^>]* value="3.30"', answer.text)


def test_body_that_is_too_large_is_refused_as_before(app, instructor):
    answer = instructor.client.post(
        "/surveys/new", data={"title": "x" * (app.config["MAX_CONTENT_LENGTH"] + 1)}, headers=SENT
    )
    assert answer.status_code == 413


def test_programs_get_a_problem_document(draft, instructor):
    answer = instructor.client.post(
        "/surveys/new", data=FORM, headers={**SENT, "Accept": "application/json"}
    )
    assert (answer.status_code, answer.content_type) == (400, "application/problem+json")


def test_a_chosen_file_has_to_be_chosen_again(draft, instructor):
    with open(__file__, "rb") as file:
        form = {"pasted": "one\r\ntwo", "file": (file, "own.txt")}
        answer = instructor.client.post("/surveys/new/import", data=form, headers=SENT)
    assert sent_again(answer.text)[1] == [("pasted", "one\r\ntwo")]
    assert "choose your file again" in answer.text


def test_planner_comes_back_filled_in_after_the_sign_in(instructor, stranger):
    asked = "/plan?respondents=&margin=7.5&gamma=1%2F4&confidence=95"
    led = stranger.get(asked).headers["Location"]
    form = {"password": PASSWORD, "csrf_token": stranger.token(led)}
    answer = stranger.client.post(led, data=form, headers=SENT, follow_redirects=True)
    assert answer.request.query_string.decode() == asked.partition("?")[2]
    assert 'value="7.5"' in answer.text
