"""A hall without a network: the page needs none until it sends, and sends when it is back."""

import re

import pytest
from playwright.sync_api import Page, expect
from respondent_page import choose, expect_saved, press_send, send_button
from traces import serve_client

RESPONSES = re.compile(r"/responses$")
AN_HOUR_MS = 3_600_000


def wait_an_hour_between_attempts(page: Page) -> None:
    """So that nothing but an event of the page can bring about the second attempt in time."""

    def lengthen(source: str) -> str:
        for name, ms in (("FIRST_WAIT_MS", "1_000"), ("LONGEST_WAIT_MS", "30_000")):
            assert f"{name} = {ms}" in source
            source = source.replace(f"{name} = {ms}", f"{name} = {AN_HOUR_MS}")
        return source

    serve_client(page, lengthen)


def queue_a_response(page: Page, survey_url: str) -> None:
    """One attempt that failed, though the system says that there is a network."""
    page.route(RESPONSES, lambda route: route.abort())
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet: the server does not answer")).to_be_visible()
    page.unroute(RESPONSES)


def test_the_page_needs_no_network_between_its_load_and_sending(page, survey_url, store, bodies):
    wait_an_hour_between_attempts(page)
    page.goto(survey_url)
    expect(send_button(page)).to_be_enabled()
    page.context.set_offline(True)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.get_by_text("How does this protect me?").click()
    press_send(page)  # nothing is answered yet: the page says so by itself
    expect(page.get_by_text("Please answer this question.").first).to_be_visible()
    choose(page, [0, 1, 1])
    assert asked == []
    press_send(page)
    expect(page.get_by_text("there is no network")).to_be_visible()
    page.context.set_offline(False)
    expect_saved(page)
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


def test_offline_waits_says_so_and_sends_when_the_network_returns(page, survey_url, store, bodies):
    wait_an_hour_between_attempts(page)
    page.goto(survey_url)
    choose(page, [0, 0, 1])
    page.context.set_offline(True)
    press_send(page)
    expect(page.get_by_text("there is no network")).to_be_visible()
    assert store.responses.tally("bcd234").responses == 0
    page.context.set_offline(False)
    expect_saved(page)
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "event",
    [
        'document.dispatchEvent(new Event("resume"))',
        'document.dispatchEvent(new Event("visibilitychange"))',
        'dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))',
    ],
    ids=["unlocked", "looked at again", "shown from the back button's store"],
)
def test_a_queued_response_is_sent_when_the_phone_is_looked_at(
    page, survey_url, store, bodies, event
):
    """The clock of a locked phone's page stands still; whoever unlocks it does not wait for it.

    The page gets the browser's events from the test: a headless Chromium never hides a page.
    """
    wait_an_hour_between_attempts(page)
    queue_a_response(page, survey_url)
    page.evaluate(event)
    expect_saved(page)
    assert len(bodies) == 2
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.exhaustive
def test_a_page_that_is_put_away_does_not_send(page, survey_url, store, bodies):
    """Control: being hidden is no reason to try again."""
    wait_an_hour_between_attempts(page)
    queue_a_response(page, survey_url)
    page.evaluate(
        """Object.defineProperty(document, "hidden", { value: true });
        document.dispatchEvent(new Event("visibilitychange"));"""
    )
    page.wait_for_timeout(500)
    assert len(bodies) == 1
    assert store.responses.tally("bcd234").responses == 0


def test_a_phone_that_gave_the_page_up_sends_the_same_reports_when_it_is_opened_again(
    page, survey_url, store, bodies
):
    queue_a_response(page, survey_url)
    context = page.context
    page.close()
    again = context.new_page()
    again.on(
        "request", lambda each: each.url.endswith("/responses") and bodies.append(each.post_data)
    )
    again.goto(survey_url)
    expect_saved(again)
    assert len(bodies) == 2
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1
