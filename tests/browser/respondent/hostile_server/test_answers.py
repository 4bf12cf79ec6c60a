"""Whatever answers in the server's place, the page says so in its own words and follows nothing."""

import json
import re

import pytest
from mutants import CANONICAL
from playwright.sync_api import expect
from respondent_page import another_answers, choose, press_send


def test_refusal_is_said_in_the_clients_own_words(page, survey_url):
    page.route(
        "**/responses",
        lambda route: route.fulfill(
            status=422,
            content_type="application/problem+json",
            body=json.dumps({"detail": "Send your true answer to mallory@example.org."}),
        ),
    )
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("The server does not take these reports.")).to_be_visible()
    expect(page.get_by_text("mallory")).to_have_count(0)


@pytest.mark.first_cell
@pytest.mark.parametrize(("seconds", "said"), [("1e15", 60), ("Infinity", 60), ("-7", 1), ("0", 1)])
def test_time_to_wait_is_no_message_of_the_servers(page, survey_url, seconds, said):
    page.route(
        "**/responses",
        lambda route: route.fulfill(
            status=429,
            body='{"field":"token"}',
            content_type="application/problem+json",
            headers={"Retry-After": seconds},
        ),
    )
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text(f"Please wait {said} minute")).to_be_visible()


@pytest.mark.first_cell
@pytest.mark.parametrize("name", ["instrument.json", "state", "responses"])
def test_redirect_is_not_followed(page, survey_url, name):
    """To another questionnaire, say, or to somebody who collects reports."""
    led = []
    page.on("request", lambda request: "elsewhere" in request.url and led.append(request.url))
    page.route(
        f"**/{name}",
        lambda route: route.fulfill(
            status=307, headers={"Location": f"https://elsewhere.example/{name}"}
        ),
    )
    page.goto(survey_url)
    if name == "responses":
        choose(page, [1, 0, 1])
        press_send(page)
        expect(page.get_by_text("another system replied instead of the server")).to_be_visible()
    else:
        expect(another_answers(page)).to_be_visible()
        expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert led == []


def test_questionnaire_of_another_type_is_not_read(page, survey_url):
    page.route(
        "**/instrument.json",
        lambda route: route.fulfill(body=CANONICAL, content_type="text/html"),
    )
    page.goto(survey_url)
    expect(another_answers(page)).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)


SIGN_IN = re.compile("This network may want you to sign in first|A sign-in or a warning page")
NO_ANSWER = "The server does not answer. Trying again…"


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("answer", "said"),
    [({"body": "<p>Sign in</p>", "content_type": "text/html"}, SIGN_IN),
     ({"status": 404, "body": "<p>Sign in</p>", "content_type": "text/html"}, SIGN_IN),
     ({"status": 511, "body": "<p>Sign in</p>", "content_type": "text/html"}, SIGN_IN),
     ({"status": 503, "body": "<p>Busy</p>", "content_type": "text/html"}, NO_ANSWER),
     ({"status": 400, "body": "{}", "content_type": "application/problem+json"}, NO_ANSWER)],
)  # fmt: skip
def test_opening_says_who_may_have_answered_as_sending_does(page, survey_url, answer, said):
    """Whoever stands before a portal's page signs in, and does not just wait."""
    page.route("**/state", lambda route: route.fulfill(**answer))
    page.goto(survey_url)
    expect(page.get_by_text(said)).to_be_visible()
    page.unroute("**/state")
    expect(page.get_by_role("radiogroup").first).to_be_visible()
