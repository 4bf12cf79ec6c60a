"""No other site can send a form: every unsafe route needs a token of this very session."""

import pytest
from file_contents import rows_in
from instruments import make_instrument
from routes import ARGUMENTS, add_route, routes

from survey.store import State, Survey

UNSAFE = {"POST", "PUT", "PATCH", "DELETE"}
FORM = {
    "password": "a password of another",
    "again": "a password of another",
    "code": ARGUMENTS["code"],
    "fewest_responses": "1",
    "results_public": "y",
    "title": "Changed",
}

# Every route that needs no token, and why. Nothing may be added without a reason.
EXEMPT = {
    "respond.responses": (
        "reads no cookie, and takes application/json only, which a form of another site cannot "
        "send; its scripts may, but not in the name of whoever looks at it (test_cross_origin.py)"
    ),
    "respond.token": (
        "reads no cookie, changes nothing, and takes application/json only, as the one above"
    ),
    "coin.page": (
        "reads no cookie and signs nobody in, so a form of another site acts in nobody's name; its "
        "scripts may send responses anyway. Who blocks cookies can send no token of a session"
    ),
}


def unsafe_routes(app):
    return [route for route in routes(app) if route.method in UNSAFE]


def unprotected(app, client, token: str | None = None) -> list[str]:
    """Endpoints that do anything but refuse a form that carries this token or none."""
    form = FORM | ({"csrf_token": token} if token is not None else {})
    answers = [
        (route.endpoint, client.open(route.path, method=route.method, data=form))
        for route in unsafe_routes(app)
        if route.endpoint not in EXEMPT
    ]
    return [
        endpoint
        for endpoint, answer in answers
        if answer.status_code != 400 or "opened in another session" not in answer.text
    ]


def state(config) -> str:
    return rows_in(config.database)


@pytest.fixture
def other_token(stranger) -> str:
    """A good token, but of another session."""
    return stranger.token("/sign-in")


@pytest.mark.parametrize("kind", ["none", "empty", "made up", "of another session"])
def test_every_unsafe_route_refuses_a_form_without_its_own_token(
    app, config, open_survey, instructor, other_token, kind
):
    token = {"none": None, "empty": "", "made up": "x.y.z", "of another session": other_token}
    before = state(config)
    assert unprotected(app, instructor.client, token[kind]) == []
    assert state(config) == before
    assert instructor.get("/surveys").status_code == 200  # and is still signed in


def test_signing_in_is_protected_too(app, open_survey, respondent):
    assert unprotected(app, respondent) == []


def test_looking_changes_nothing(app, config, store, open_survey, instructor):
    """What a link or an image of another site can ask for: every GET and HEAD of the owner."""
    store.surveys.set_sharing("bcd234", True, 1)
    before, statuses = state(config), set()
    for route in routes(app):
        if route.method in {"GET", "HEAD"}:
            query = FORM | {"first": "q1", "second": "q2"}
            answer = instructor.client.open(
                route.path, method=route.method, query_string=query, buffered=True
            )
            statuses.add(answer.status_code)
            assert state(config) == before, route
    assert 200 in statuses
    assert instructor.get("/surveys").status_code == 200


def test_there_are_unsafe_routes_and_all_are_posts(app):
    found = unsafe_routes(app)
    assert {route.method for route in found} == {"POST"}
    assert len(found) >= 13


def test_no_exemption_is_left_over(app):
    endpoints = {route.endpoint for route in unsafe_routes(app)}
    assert set(EXEMPT) <= endpoints
    assert app.extensions["csrf"]._exempt_views == {
        "survey.web.respondent.respond.responses",
        "survey.web.respondent.respond.token",
        "survey.web.respondent.coin.page",
    }
    assert app.extensions["csrf"]._exempt_blueprints == set()


def test_the_check_catches_a_route_without_protection(app, open_survey, respondent):
    def zap():
        return "zapped"

    endpoint = add_route(app, "/zap", zap, methods=["POST"])
    app.extensions["csrf"].exempt(zap)
    assert unprotected(app, respondent) == [endpoint]


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
)
def test_exempt_wire_takes_nothing_that_a_form_of_another_site_can_send(
    respondent, store, open_survey, content_type
):
    body = f'{{"instrument": "{open_survey.instrument.digest}", "response_id": "{"a" * 32}",'
    body += '"reports": [1, 1, 1]}'
    answer = respondent.post("/s/bcd234/responses", data=body, content_type=content_type)
    assert answer.status_code == 415
    assert store.responses.tally("bcd234").responses == 0


def test_token_is_taken_from_a_form_that_was_left_open(app, store, instructor):
    """The control of all the above: with its own token the same form does its work."""
    assert app.config["WTF_CSRF_TIME_LIMIT"] is None
    store.surveys.add(Survey("bcd234", make_instrument(), State.OPEN))
    form = {"fewest_responses": "7"}
    assert instructor.post("/surveys/bcd234/sharing", form).status_code == 302
    assert store.surveys.get("bcd234").fewest_responses == 7
