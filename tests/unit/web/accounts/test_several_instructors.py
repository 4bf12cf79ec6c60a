"""Several instructors sign in, each for themselves, and nobody learns who there is."""

import re

import pytest
from passwords import PASSWORD

from survey.store import Instructor
from survey.web.accounts import sign_in
from survey.web.accounts.sign_in import make_sign_in_link
from survey.web.http.throttle import MOST_FAILURES, WINDOW_SECONDS

GUESS = "a wrong password"
OTHER = "another long password"
NEW_PASSWORD = {"current": PASSWORD, "password": OTHER, "again": OTHER}


@pytest.fixture
def ada(signed_in_as):
    return signed_in_as("ada")


def try_name(browser, name: str, password: str = PASSWORD, token: str | None = None):
    """Signs in; `token` spares asking for the form again where many attempts are made."""
    form = {"instructor": name, "password": password}
    if token is None:
        return browser.post("/sign-in", form, at="/sign-in")
    return browser.client.post("/sign-in", data={"csrf_token": token, **form})


def plain(answer, name: str) -> str:
    """The page without its token and the name that was typed into it."""
    return re.sub(r'name="csrf_token"[^>]*>', "", answer.text).replace(f'value="{name}"', "")


def test_single_instructor_is_asked_for_a_password_only(stranger, instructor, respondent):
    page = stranger.get("/sign-in").text
    assert 'name="instructor"' not in page
    assert '<input type="text" value="instructor" autocomplete="username" hidden>' in page
    answer = stranger.post("/sign-in", {"password": PASSWORD}, at="/sign-in")
    assert answer.status_code == 302
    assert "You are signed in as" not in stranger.get("/settings").text


def test_second_instructor_makes_the_form_ask_for_the_name(stranger, ada, instructor):
    page = stranger.get("/sign-in").text
    assert re.search(r'<input[^>]*autocomplete="username"[^>]*name="instructor"', page)
    assert "hidden>" not in page.split("</form>")[0].split("csrf_token")[-1]
    answer = stranger.post("/sign-in", {"password": PASSWORD}, at="/sign-in")
    assert answer.status_code == 403
    assert "Please type your name." in answer.text


def test_name_is_asked_for_no_more_when_one_is_left(stranger, ada, store):
    store.instructors.remove("instructor")
    assert 'name="instructor"' not in stranger.get("/sign-in").text
    stranger.post("/sign-in", {"password": PASSWORD}, at="/sign-in")
    assert stranger.get("/surveys").status_code == 200


@pytest.mark.parametrize("typed", ["ada", " Ada ", "ADA"])
def test_name_and_password_sign_in(stranger, ada, typed):
    assert try_name(stranger, typed).status_code == 302
    assert "You are signed in as ada." in stranger.get("/settings").text


def test_password_is_of_one_account(stranger, ada, signed_in_as, store):
    signed_in_as("grace")
    ada.post("/password", NEW_PASSWORD)
    assert try_name(stranger, "grace", OTHER).status_code == 403
    assert try_name(stranger, "ada", PASSWORD).status_code == 403
    assert try_name(stranger, "ada", OTHER).status_code == 302


def test_new_password_signs_out_that_instructor_alone(ada, instructor):
    instructor.post("/password", NEW_PASSWORD)
    assert ada.get("/surveys").status_code == 200
    assert instructor.get("/surveys").status_code == 200


def test_link_is_for_whom_it_was_made(store, stranger, ada):
    link = make_sign_in_link(store, "ada")
    assert 'value="ada" autocomplete="username" hidden' in stranger.get(link).text
    stranger.choose_password(link, OTHER)
    assert "signed in as ada" in stranger.get("/settings").text
    assert store.instructors.get("instructor").password_hash is None


def test_settings_are_each_ones_own(ada, instructor, store):
    ada.post("/settings", {"largest_epsilon": "2"})
    assert store.instructors.get("ada").largest_epsilon == 2
    assert store.instructors.get("instructor").largest_epsilon is None


# "nobody" is not there, "instructor" has no password, "ada" has another one.
NAMES = ["ada", "instructor", "nobody", "x", "n" * 40, "<b>", "ada'--", "ädä"]


def test_refusal_tells_nobody_which_names_there_are(app, ada, stranger):
    answers = [try_name(stranger, name, GUESS) for name in NAMES]
    assert {answer.status_code for answer in answers} == {403}
    assert "This name or this password is wrong." in answers[0].text
    escaped = ["ada", "instructor", "nobody", "x", "n" * 40, "&lt;b&gt;", "ada&#39;--", "ädä"]
    pages = {plain(answer, name) for answer, name in zip(answers, escaped, strict=True)}
    assert len(pages) == 1


def test_refusal_costs_the_same_for_every_name(ada, stranger, monkeypatch):
    """One hash of the same kind each, so that no clock tells the names."""
    checked, check = [], sign_in.check_password_hash
    monkeypatch.setattr(
        sign_in,
        "check_password_hash",
        lambda stored, password: (
            checked.append(stored.split("$")[0]),
            check(stored, password),
        )[1],
    )
    for name in NAMES:
        try_name(stranger, name, GUESS)
    assert len(checked) == len(NAMES)
    assert len(set(checked)) == 1


def test_throttle_is_the_same_for_every_name(clock, ada, stranger):
    token = stranger.token("/sign-in")
    for name in ("ada", "nobody"):
        statuses = [
            try_name(stranger, name, GUESS, token).status_code for _ in range(MOST_FAILURES + 1)
        ]
        assert statuses == [403] * MOST_FAILURES + [429], name


def test_guesses_count_for_one_account(clock, ada, signed_in_as, stranger):
    signed_in_as("grace")
    token = stranger.token("/sign-in")
    for _ in range(MOST_FAILURES):
        try_name(stranger, "ada", GUESS, token)
    assert try_name(stranger, "ada", PASSWORD, token).status_code == 429
    assert try_name(stranger, "Ada", PASSWORD, token).status_code == 429
    assert try_name(stranger, "grace").status_code == 302


def test_many_other_names_do_not_make_room_for_more_guesses(clock, ada, stranger, monkeypatch):
    """Whoever tries 20,000 names in between has no eleventh guess at the first."""
    token = stranger.token("/sign-in")
    for _ in range(MOST_FAILURES):
        try_name(stranger, "ada", GUESS, token)
    throttle = stranger.client.application.extensions["sign_in_throttle"]
    with stranger.client.application.test_request_context():
        keys = {sign_in.guesser(f"name{number}") for number in range(20_000)}
        ours = sign_in.guesser("ada")
    for key in keys - {ours}:
        throttle.attempt(key)
    assert 2000 < len(keys) <= 4096
    assert try_name(stranger, "ada", PASSWORD, token).status_code == 429


def test_own_device_is_not_locked_out_by_strangers_guesses(clock, ada, stranger):
    token = stranger.token("/sign-in")
    for _ in range(MOST_FAILURES + 3):
        try_name(stranger, "ada", GUESS, token)
    ada.post("/sign-out")
    assert try_name(ada, "ada").status_code == 302


def test_device_of_one_account_has_no_allowance_for_another(clock, ada, signed_in_as, stranger):
    """Grace guesses at Ada's password from a browser of her own: as a stranger."""
    grace = signed_in_as("grace")
    grace.post("/sign-out")
    token = stranger.token("/sign-in")
    for _ in range(MOST_FAILURES):
        try_name(stranger, "ada", GUESS, token)
    assert try_name(grace, "ada", PASSWORD).status_code == 429
    assert try_name(grace, "grace", PASSWORD).status_code == 302
    clock[0] += WINDOW_SECONDS + 1
    grace.post("/sign-out")
    assert try_name(grace, "ada", PASSWORD).status_code == 302


def test_device_is_limited_too(clock, ada):
    ada.post("/sign-out")
    token = ada.token("/sign-in")
    for _ in range(MOST_FAILURES):
        assert try_name(ada, "ada", GUESS, token).status_code == 403
    assert try_name(ada, "ada", PASSWORD, token).status_code == 429


def test_page_saved_by_an_instructor_removed_meanwhile_brings_nobody_back(ada, store, monkeypatch):
    known = store.instructors.get("ada")
    token = ada.token("/password")
    store.instructors.remove("ada")
    # As if the request had been let in just before.
    monkeypatch.setattr(store.instructors, "signed_in", lambda token_hash: known)
    for path, form in (
        ("/settings", {"largest_epsilon": "2"}),
        ("/password", NEW_PASSWORD),
        ("/surveys/new", {"title": "T", "class_size": "9", "questions-0-kind": "yes/no",
                          "questions-0-text": "Q?", "questions-0-gamma": "1/4", "save": ""}),
    ):  # fmt: skip
        answer = ada.client.post(path, data={"csrf_token": token, **form})
        assert answer.status_code == 403, path
        assert "no instructor named ada" in answer.text
    assert store.instructors.all() == [Instructor("instructor")]
    assert store.surveys.all() == []
