"""Sessions: new at sign-in, dead at sign-out, and their cookies shut to others."""

import contextlib
import dataclasses
import re
import urllib.parse
import urllib.request

import pytest
from live_server import serving
from passwords import PASSWORD
from patience import PATIENCE

from survey.app import create_app
from survey.app.configuration import Config
from survey.web.accounts.sign_in import make_sign_in_link
from survey.web.http.sessions import UNUSED_DAYS
from survey.web.http.throttle import MOST_FAILURES


def test_session_changes_at_sign_in(instructor, stranger):
    stranger.get("/sign-in")
    with stranger.client.session_transaction() as session:
        planted = dict(session)
    stranger.post("/sign-in", {"password": PASSWORD}, at="/sign-in")
    with stranger.client.session_transaction() as session:
        assert session.get("csrf_token") != planted["csrf_token"]
        assert session["sign_in"]


def copied_browser(app, instructor):
    """Another browser with a stolen copy of the session cookie."""
    thief = app.test_client()
    name = app.config["SESSION_COOKIE_NAME"]
    thief.set_cookie(name, instructor.client.get_cookie(name).value)
    assert thief.get("/surveys").status_code == 200
    return thief


def test_copied_session_is_dead_after_sign_out(app, instructor):
    thief = copied_browser(app, instructor)
    assert instructor.post("/sign-out").status_code == 302
    assert thief.get("/surveys").status_code == 302


def test_copied_session_is_dead_after_a_password_change(app, instructor):
    thief = copied_browser(app, instructor)
    new = {
        "current": PASSWORD, "password": "another long password", "again": "another long password"
    }  # fmt: skip
    assert instructor.post("/password", new).status_code == 302
    assert instructor.get("/surveys").status_code == 200
    assert thief.get("/surveys").status_code == 302


def test_copied_session_is_dead_after_a_new_link_is_used(app, store, instructor, stranger):
    thief = copied_browser(app, instructor)
    stranger.choose_password(make_sign_in_link(store))
    assert thief.get("/surveys").status_code == 302


@pytest.fixture
def pass_days(app, monkeypatch):
    """Lets this many days pass."""
    days = app.extensions["day_count"]

    def pass_days(number: int) -> None:
        later = days.today() + number
        monkeypatch.setattr(days, "today", lambda: later)

    return pass_days


def test_a_sign_in_ends_once_it_was_unused_for_more_than_30_days(instructor, pass_days):
    for _ in range(3):
        pass_days(UNUSED_DAYS)
        assert instructor.get("/surveys").status_code == 200
    pass_days(UNUSED_DAYS + 1)
    assert instructor.get("/surveys").location.startswith("/sign-in")
    assert "Sign out" not in instructor.get("/how").text
    instructor.post("/sign-in", {"password": PASSWORD}, at="/sign-in")
    assert instructor.get("/surveys").status_code == 200


def test_a_copy_that_lies_unused_ends_though_the_sign_in_is_used(app, instructor, pass_days):
    thief = copied_browser(app, instructor)
    for _ in range(2):
        pass_days(20)
        assert instructor.get("/surveys").status_code == 200
    assert thief.get("/surveys").status_code == 302


def test_the_cookie_is_sent_again_once_a_day(instructor, pass_days):
    instructor.get("/surveys")  # gives the session a token of its forms
    assert "Set-Cookie" not in instructor.get("/surveys").headers
    pass_days(1)
    assert "Set-Cookie" in instructor.get("/surveys").headers
    assert "Set-Cookie" not in instructor.get("/surveys").headers


@pytest.mark.parametrize(("kind", "path"), [("", "/"), ("_device", "/sign-in")])
def test_cookies_are_shut_to_scripts_and_other_sites(app, stranger, store, kind, path):
    stranger.choose_password(make_sign_in_link(store))
    cookie = stranger.client.get_cookie(app.config["SESSION_COOKIE_NAME"] + kind, path=path)
    assert cookie.http_only
    assert cookie.same_site == "Lax"
    assert not cookie.secure  # http on a laptop: a Secure cookie would not come back


def test_cookies_are_secure_where_the_site_is(config, store):
    site = "https://survey.example.org"
    app = create_app(dataclasses.replace(config, public_url=site), store)
    client = app.test_client()
    link = make_sign_in_link(store)
    page = client.get(link, base_url=site)
    token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page.text)[1]
    form = {"csrf_token": token, "password": PASSWORD, "again": PASSWORD}
    answer = client.post(link, data=form, base_url=site, headers={"Referer": f"{site}{link}"})
    assert answer.status_code == 302
    cookies = page.headers.getlist("Set-Cookie") + answer.headers.getlist("Set-Cookie")
    name = app.config["SESSION_COOKIE_NAME"]
    assert {cookie.split("=")[0] for cookie in cookies} == {name, f"{name}_device"}
    for cookie in cookies:
        assert {"Secure", "HttpOnly", "SameSite=Lax"} <= set(cookie.split("; ")), cookie


@pytest.mark.parametrize("current", ["", "a wrong password"])
def test_new_password_needs_the_former_one(instructor, store, current):
    """Whoever finds a browser signed in does not take the account over."""
    before = store.instructors.get("instructor")
    new = {"current": current, "password": "another long password"}
    answer = instructor.post("/password", new | {"again": new["password"]})
    assert answer.status_code == 422
    assert ("This password is wrong." if current else "current password") in answer.text
    assert store.instructors.get("instructor") == before


def test_former_password_cannot_be_guessed_by_a_browser_that_is_signed_in(instructor, store):
    before = store.instructors.get("instructor")
    token = instructor.token("/password")
    form = {"csrf_token": token, "password": "another long password"}
    form |= {"again": form["password"]}
    statuses = [
        instructor.client.post("/password", data=form | {"current": f"guess {n}"}).status_code
        for n in range(MOST_FAILURES)
    ]
    assert statuses == [422] * MOST_FAILURES
    answer = instructor.client.post("/password", data=form | {"current": PASSWORD})
    assert answer.status_code == 429
    assert store.instructors.get("instructor") == before


def test_two_instances_on_one_host_keep_their_own_sign_ins(tmp_path):
    """A browser sends all cookies of a host to each of its ports."""
    open_url = urllib.request.build_opener(urllib.request.HTTPCookieProcessor()).open
    with contextlib.ExitStack() as running:
        addresses = []
        for name in ("first", "second"):
            app = create_app(Config(tmp_path / name))
            running.callback(app.extensions["store"].close)
            addresses.append(running.enter_context(serving(app)))
            link = addresses[-1] + make_sign_in_link(app.extensions["store"])
            with open_url(link, timeout=PATIENCE) as page:
                token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page.read().decode())[1]
            form = {"csrf_token": token, "password": PASSWORD, "again": PASSWORD}
            open_url(link, urllib.parse.urlencode(form).encode(), timeout=PATIENCE).close()
        for address in addresses:
            with open_url(f"{address}/surveys", timeout=PATIENCE) as page:
                assert page.url == f"{address}/surveys"
