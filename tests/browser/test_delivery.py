"""Bad networks: the same bytes again and again, saved only when acknowledged."""

import json
import re

from playwright.sync_api import Page
from playwright.sync_api import expect
from respondent_page import choose
from respondent_page import expect_saved
from respondent_page import press_send
from respondent_page import send

from survey.store import State

RESPONSES = re.compile(r"/responses$")


def fail_first(page: Page, times: int, fail) -> None:
    """Lets the first attempts to post fail; the rest reach the server."""
    attempts = iter(range(times))

    def handle(route):
        if next(attempts, None) is None:
            route.continue_()
        else:
            fail(route)

    page.route(RESPONSES, handle)


def test_nothing_is_shown_of_the_reports_before_they_are_saved(page, survey_url):
    page.route(RESPONSES, lambda route: route.fulfill(status=503))
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    expect(page.locator("#receipt")).to_be_hidden()
    assert page.locator("#receipt").inner_text() == ""


def test_three_503_then_saved_with_identical_bytes(page, survey_url, store, bodies):
    fail_first(page, 3, lambda route: route.fulfill(status=503))
    page.goto(survey_url)
    send(page, [1, 1, 0])
    assert len(bodies) == 4
    assert len(set(bodies)) == 1
    assert store.tally("bcd234").responses == 1


def test_retry_after_is_obeyed_with_the_same_bytes(page, survey_url, store, bodies):
    fail_first(page, 1, lambda route: route.fulfill(status=503, headers={"Retry-After": "3"}))
    page.add_init_script(
        """window.sentAt = [];
        const real = fetch;
        window.fetch = (...all) => { sentAt.push(performance.now()); return real(...all); };"""
    )
    page.goto(survey_url)
    send(page, [1, 1, 0])
    first, second = page.evaluate("sentAt")
    assert second - first >= 3000
    assert len(bodies) == 2
    assert len(set(bodies)) == 1
    assert store.tally("bcd234").responses == 1


def test_lost_acknowledgement_is_counted_once(page, survey_url, store, bodies):
    def store_but_lose_the_answer(route):
        route.fetch()
        route.abort()

    fail_first(page, 1, store_but_lose_the_answer)
    page.goto(survey_url)
    send(page, [1, 1, 0])
    assert len(bodies) == 2
    assert len(set(bodies)) == 1
    assert store.tally("bcd234").responses == 1


def test_answer_that_never_comes_is_given_up_and_sent_again(page, survey_url, store, bodies):
    def shorten_timeout(route):
        source = route.fetch().text()
        assert "TIMEOUT_MS = 15_000" in source
        route.fulfill(
            body=source.replace("TIMEOUT_MS = 15_000", "TIMEOUT_MS = 300"),
            content_type="text/javascript",
        )

    page.route(re.compile(r"/delivery\.js$"), shorten_timeout)
    fail_first(page, 1, lambda route: None)  # never answered
    page.goto(survey_url)
    send(page, [1, 1, 0])
    assert len(bodies) == 2
    assert len(set(bodies)) == 1


def test_offline_waits_says_so_and_sends_when_the_network_returns(page, survey_url, store, bodies):
    page.goto(survey_url)
    choose(page, [0, 0, 1])
    page.context.set_offline(True)
    press_send(page)
    expect(page.get_by_text("there is no network")).to_be_visible()
    assert store.tally("bcd234").responses == 0
    page.context.set_offline(False)
    expect_saved(page, timeout=5_000)
    assert len(set(bodies)) == 1
    assert store.tally("bcd234").responses == 1


def test_reload_before_the_acknowledgement_sends_the_same_reports(page, survey_url, store, bodies):
    fail_first(page, 1, lambda route: route.abort())
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.reload()
    expect_saved(page)
    assert len(set(bodies)) == 1
    assert store.tally("bcd234").responses == 1


def test_reports_are_remembered_before_the_first_attempt(page, survey_url):
    kept_at_first_attempt = []

    def look(route):
        kept_at_first_attempt.append(page.evaluate("({...localStorage})"))
        route.continue_()

    page.route(RESPONSES, look)
    page.goto(survey_url)
    send(page, [1, 0, 1])
    (kept,) = (kept for key, kept in kept_at_first_attempt[0].items() if ":bcd234:" in key)
    assert json.loads(kept)["acknowledged"] is False


def test_closed_while_answering_is_said_and_not_counted(page, survey_url, store):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    store.set_state("bcd234", State.CLOSED)
    press_send(page)
    expect(page.get_by_text("Not saved. This survey is closed")).to_be_visible()
    assert store.tally("bcd234").responses == 0
