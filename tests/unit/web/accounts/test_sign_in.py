"""Signing in: links, passwords, throttling, sessions."""

import re

import pytest
from file_contents import rows_in
from passwords import PASSWORD
from werkzeug.security import generate_password_hash

from survey.web.accounts import sign_in
from survey.web.accounts.sign_in import make_sign_in_link
from survey.web.http.throttle import MOST_FAILURES, WINDOW_SECONDS

SIGNED_OUT = '<p class="notice" role="status">You are signed out.</p>\n'


def try_password(client, password):
    return client.post("/sign-in", {"password": password}, at="/sign-in")


def test_sign_in_link_works_once(stranger, store):
    link = make_sign_in_link(store)
    assert stranger.choose_password(link).status_code == 302
    assert stranger.get("/surveys").status_code == 200
    again = stranger.get(link)
    assert again.status_code == 403
    assert "Ask the person who invited you for a new one." in again.text
    assert "survey sign-in-link" in again.text


def test_newer_link_replaces_the_older(stranger, store):
    older = make_sign_in_link(store)
    make_sign_in_link(store)
    assert stranger.get(older).status_code == 403


def test_database_holds_only_hashes(store, config, stranger):
    link = make_sign_in_link(store)
    stranger.choose_password(link)
    kept = rows_in(config.database).encode()
    assert PASSWORD.encode() not in kept
    assert link.rsplit("/", 1)[1].encode() not in kept
    with stranger.client.session_transaction() as session:
        assert session["sign_in"].encode() not in kept


def test_password_is_hashed_at_its_full_cost(stranger, store, monkeypatch):
    """Other tests hash cheaply: quick_apps.py."""
    monkeypatch.setattr(sign_in, "generate_password_hash", generate_password_hash)
    stranger.choose_password(make_sign_in_link(store))
    assert store.instructors.get("instructor").password_hash.startswith("scrypt:32768:8:1$")


@pytest.mark.parametrize(
    ("password", "again", "sentence"),
    [("short", "short", "at least 10 characters"), ("", "", "choose a password"),
     ("long enough one", "long enough two", "differ"), ("x" * 1001, "x" * 1001, "at least 10")],
)  # fmt: skip
def test_unusable_password_is_refused_in_a_sentence(stranger, store, password, again, sentence):
    link = make_sign_in_link(store)
    answer = stranger.post(link, {"password": password, "again": again}, at=link)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert stranger.get("/surveys").status_code == 302


def test_password_signs_in_and_a_wrong_one_does_not(instructor, stranger):
    assert try_password(stranger, "a wrong password").status_code == 403
    assert try_password(stranger, PASSWORD).status_code == 302
    assert stranger.get("/surveys").status_code == 200


def test_no_password_is_set_yet(stranger):
    assert try_password(stranger, "anything at all").status_code == 403


def test_eleventh_guess_within_the_window_is_throttled(clock, instructor, stranger):
    for _ in range(MOST_FAILURES):
        assert try_password(stranger, "a wrong password").status_code == 403
    throttled = try_password(stranger, PASSWORD)
    assert throttled.status_code == 429
    assert int(throttled.headers["Retry-After"]) <= WINDOW_SECONDS + 1
    clock[0] += WINDOW_SECONDS + 1
    assert try_password(stranger, PASSWORD).status_code == 302


def test_whoever_guesses_does_not_lock_the_instructor_out(clock, instructor, stranger):
    instructor.post("/sign-out")
    for _ in range(MOST_FAILURES + 5):
        try_password(stranger, "a wrong password")
    assert try_password(stranger, PASSWORD).status_code == 429
    assert try_password(instructor, PASSWORD).status_code == 302  # by the device cookie


def test_forged_device_cookie_gets_no_allowance_of_its_own(app, clock, instructor, stranger):
    name = f"{app.config['SESSION_COOKIE_NAME']}_device"
    for number in range(MOST_FAILURES):
        stranger.client.set_cookie(name, f"forged{number}", path="/sign-in")
        try_password(stranger, "a wrong password")
    assert try_password(stranger, PASSWORD).status_code == 429


@pytest.mark.parametrize(
    ("asked", "sent_to"),
    [("/surveys/bcd234", "/surveys/bcd234"), ("//evil.example", "/surveys"),
     ("https://evil.example", "/surveys"), ("/\\evil.example", "/surveys"), ("", "/surveys"),
     ("/\n/evil.example", "/surveys"), ("javascript:alert(1)", "/surveys"),
     ("/\t/evil.example", "/surveys")],
)  # fmt: skip
def test_after_sign_in_only_a_path_of_this_site_is_opened(instructor, stranger, asked, sent_to):
    answer = stranger.client.post(
        "/sign-in",
        query_string={"next": asked},
        data={"csrf_token": stranger.token("/sign-in"), "password": PASSWORD},
    )
    assert answer.headers["Location"] == sent_to


def test_link_opened_by_a_preview_of_a_messenger_still_works(stranger, respondent, store):
    link = make_sign_in_link(store)
    assert respondent.get(link).status_code == 200
    assert respondent.head(link).status_code == 200
    assert stranger.choose_password(link).status_code == 302


def test_sign_in_page_says_nothing_of_whether_a_password_is_set(app, store, stranger):
    answers = [try_password(stranger, "a wrong password").text]
    stranger.choose_password(make_sign_in_link(store))
    stranger.post("/sign-out")
    answers.append(try_password(stranger, "a wrong password").text)
    plain = [re.sub(r'value="[^"]*"', "", answer) for answer in answers]
    assert plain[0] == plain[1].replace(SIGNED_OUT, "")


@pytest.mark.parametrize("length", [9, 10, 1000, 1001])
def test_password_rules_are_exact_at_their_edges(stranger, store, length):
    answer = stranger.choose_password(make_sign_in_link(store), "é" * length)
    assert (answer.status_code == 302) == (10 <= length <= 1000)


def test_password_is_taken_exactly_as_it_is_typed(stranger, store):
    password = " Ünïque " + "x" * 80 + "Y "
    stranger.choose_password(make_sign_in_link(store), password)
    for other in (password.strip(), password.lower(), password[:72], password[:-1], password + " "):
        assert try_password(stranger, other).status_code == 403, other
    assert try_password(stranger, password).status_code == 302
