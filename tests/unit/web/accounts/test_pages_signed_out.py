"""Whoever has not signed in sees respondents' pages, and nothing of the instructor's."""

import pytest
from file_contents import rows_in
from flask.sessions import SecureCookieSessionInterface
from instruments import make_instrument
from routes import PUBLIC, add_route, routes

from survey.store import State, Survey

SECRET_TITLE = "Title that only the instructor knows"


@pytest.fixture
def draft(store):
    """A draft at the address that every route is asked with."""
    store.surveys.add(Survey("bcd234", make_instrument(title=SECRET_TITLE)))


def let_in(app, client, token: str) -> list[str]:
    """Routes that answer anything but "sign in first"."""
    found = []
    for route in routes(app):
        if route.endpoint in PUBLIC:
            continue
        answer = client.open(
            route.path, method=route.method, data={"csrf_token": token}, buffered=True
        )
        location = answer.headers.get("Location", "")
        if answer.status_code != 302 or not location.startswith("/sign-in"):
            found.append(route.endpoint)
        assert SECRET_TITLE not in answer.text
        assert "Did you cheat" not in answer.text
    return found


def test_every_instructor_route_asks_to_sign_in_and_does_nothing(app, config, draft, stranger):
    before = rows_in(config.database)
    assert let_in(app, stranger.client, stranger.token("/sign-in")) == []
    assert rows_in(config.database) == before


def test_the_check_catches_a_route_that_is_open_to_all(app, draft, stranger):
    leak = add_route(app, "/leak", lambda: "a page")
    assert set(let_in(app, stranger.client, stranger.token("/sign-in"))) == {leak}


def test_the_check_asks_enough(app):
    asked = {route.endpoint for route in routes(app)}
    assert asked >= PUBLIC
    assert asked - PUBLIC >= {"dashboard.page", "lifecycle.delete"}


@pytest.mark.parametrize(
    "session",
    [{"sign_in": "made up"}, {"sign_in": ""}, {"_user_id": "instructor"}],
)
def test_session_that_the_server_does_not_know_lets_nobody_in(app, draft, respondent, session):
    with respondent.session_transaction() as planted:
        planted.update(session)
    respondent.get("/sign-in")
    assert respondent.get("/surveys").status_code == 302
    assert let_in_without_token(app, respondent) == []


def let_in_without_token(app, client) -> list[str]:
    return [
        route.endpoint
        for route in routes(app)
        if route.method == "GET"
        and route.endpoint not in PUBLIC
        and not client.get(route.path).headers.get("Location", "").startswith("/sign-in")
    ]


def test_session_signed_with_another_key_lets_nobody_in(app, draft, instructor, respondent):
    with instructor.client.session_transaction() as session:
        copied = dict(session)
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    good = signer.dumps(copied)
    respondent.set_cookie(app.config["SESSION_COOKIE_NAME"], good)
    assert respondent.get("/surveys").status_code == 200  # the control: the right key
    app.secret_key, former = "f" * 64, app.secret_key
    forged = SecureCookieSessionInterface().get_signing_serializer(app).dumps(copied)
    app.secret_key = former
    respondent.set_cookie(app.config["SESSION_COOKIE_NAME"], forged)
    assert respondent.get("/surveys").status_code == 302


def test_after_sign_in_the_page_asked_for_is_opened_but_never_a_form_sent_again(app, stranger):
    asked = stranger.get("/surveys/bcd234?confidence=99")
    assert asked.headers["Location"] == "/sign-in?next=/surveys/bcd234?confidence%3D99"
    sent = stranger.post("/surveys/bcd234/close", at="/sign-in")
    assert sent.headers["Location"] == "/sign-in"


def test_draft_is_not_found_by_respondents(draft, respondent):
    for path in ("", "/instrument.json", "/state", "/coin", "/results", "/results.json"):
        answer = respondent.get(f"/s/bcd234{path}")
        assert answer.status_code == 404, path
        assert SECRET_TITLE not in answer.text


def test_respondents_pages_link_to_nothing_of_the_instructor(store, draft, respondent):
    store.surveys.set_state("bcd234", State.OPEN)
    titled_ones = {"": False, "/instrument.json": True, "/state": False, "/coin": True}
    for path, titled in titled_ones.items():
        page = respondent.get(f"/s/bcd234{path}").text
        assert (SECRET_TITLE in page) is titled, path
        assert "/surveys" not in page
        assert "Sign out" not in page


def test_programs_are_told_instead_of_led_to_a_page(app, config, draft, stranger):
    """Every route of the instructor's, asked by who takes JSON only."""
    before = rows_in(config.database)
    token, asked = stranger.token("/sign-in"), 0
    for route in routes(app):
        if route.endpoint in PUBLIC:
            continue
        answer = stranger.client.open(
            route.path, method=route.method, data={"csrf_token": token},
            headers={"Accept": "application/json"}, buffered=True,
        )  # fmt: skip
        assert answer.status_code == 401, route
        assert answer.content_type == "application/problem+json"
        assert answer.headers["WWW-Authenticate"]
        if route.method != "HEAD":
            assert "signed-in instructor" in answer.get_json()["detail"]
        asked += 1
    assert asked >= 18
    assert rows_in(config.database) == before
