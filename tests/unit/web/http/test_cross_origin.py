"""Scripts of any origin may ask four routes, and no other, and never with cookies."""

import pytest
from routes import add_route, routes

from survey.web.http.security_headers import any_origin

ORIGIN = {"Origin": "https://elsewhere.example"}
CLIENTS = {
    "/s/bcd234/instrument.json": "GET",
    "/s/bcd234/state": "GET",
    "/s/bcd234/responses": "POST",
    "/s/bcd234/token": "POST",
}


def preflight(method: str) -> dict[str, str]:
    """What a browser asks before a request of this method with a JSON body."""
    return {
        **ORIGIN,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": "content-type",
    }


def granted(answer) -> dict[str, str]:
    return {
        name: value
        for name, value in answer.headers.items()
        if name.startswith("Access-Control") or (name == "Vary" and "Origin" in value)
    }


def paths_that_grant(app, client) -> set[str]:
    """The paths of all routes that grant anything to another origin, however they are asked."""
    found = set()
    for route in routes(app):
        headers = preflight("POST") if route.method == "OPTIONS" else ORIGIN
        answer = client.open(route.path, method=route.method, headers=headers, buffered=True)
        if granted(answer):
            found.add(route.path)
    return found


def test_four_routes_and_no_other(app, store, open_survey, instructor, respondent):
    store.surveys.set_sharing("bcd234", True, 1)
    assert paths_that_grant(app, respondent) == CLIENTS.keys()
    assert paths_that_grant(app, instructor.client) == CLIENTS.keys()


def test_a_route_more_is_caught(app, open_survey, respondent):
    @any_origin
    def loose():
        return "loose"

    add_route(app, "/loose", loose)
    assert "/loose" in paths_that_grant(app, respondent)


@pytest.mark.parametrize(("path", "method"), CLIENTS.items())
def test_preflight_allows_the_method_and_the_type_and_no_credentials(
    respondent, open_survey, path, method
):
    answer = respondent.options(path, headers=preflight(method))
    assert answer.status_code == 200
    headers = granted(answer)
    assert int(headers.pop("Access-Control-Max-Age")) > 0
    methods = headers.pop("Access-Control-Allow-Methods")
    assert method in methods.split(", ")
    assert headers == {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Headers": "Content-Type",
    }


@pytest.mark.parametrize(
    ("method", "path", "headers", "status"),
    [("GET", "/s/bcd234/instrument.json", {}, 200), ("GET", "/s/nosuch/instrument.json", {}, 404),
     ("GET", "/s/bcd234/state", {}, 200), ("GET", "/s/nosuch/state", {}, 404),
     ("POST", "/s/nosuch/responses", {}, 404), ("POST", "/s/bcd234/responses", {}, 415),
     ("POST", "/s/bcd234/responses", {"Content-Type": "application/json"}, 422),
     ("POST", "/s/nosuch/token", {}, 404), ("POST", "/s/bcd234/token", {}, 415)],
)  # fmt: skip
def test_answers_and_refusals_may_be_read(respondent, open_survey, method, path, headers, status):
    answer = respondent.open(path, method=method, headers=ORIGIN | headers)
    assert answer.status_code == status
    assert granted(answer) == {"Access-Control-Allow-Origin": "*"}


def test_cookies_change_nothing(instructor, respondent, open_survey):
    """Whoever is signed in here is asked as anybody is, whichever site's script asks."""
    for path, method in CLIENTS.items():
        answers = [
            client.open(path, method=method, headers=ORIGIN, json={} if method == "POST" else None)
            for client in (instructor.client, respondent)
        ]
        assert answers[0].data == answers[1].data
        assert [*answers[0].headers] == [*answers[1].headers]
