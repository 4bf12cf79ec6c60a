"""Back right after Send, and forward again, with the cache that phones have for pages left.

Playwright switches the back/forward cache off by itself; here it is on. A page that is left
clears its fields, and goes on where it was when it is shown again: what it then sends must
be what was answered. The random source is bent so that every report is the answer, and a
field that was cleared would show.
"""

import threading
from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Page, expect
from respondent_page import SECOND_SCRIPT, choose, expect_saved, fill_in, forget, send, send_button
from traces import serve_changed_client
from truthful_reports import (
    ALWAYS_TRUTHFUL,
    ANSWERS,
    INSTRUMENT,
    READS_LATER,
    REPORTS,
    SEND_AND_BACK,
)

from survey.core.instrument.instrument import Instrument
from survey.core.responses.join_codes import draw_code
from survey.store import State, Survey

DELAYS = range(26)  # milliseconds from Send to Back
DEAD_END_MS = 20_000


@pytest.fixture(scope="module")
def browser(launch):
    """A browser that keeps the pages that are left."""
    browser = launch(
        "--enable-features=BackForwardCache",
        whole=True,
        ignore_default_args=["--disable-back-forward-cache"],
    )
    yield browser
    browser.close()


@pytest.fixture
def faults(new_context, store):
    """Tries once for each delay from Send to Back; gives what went wrong, by delay."""

    def try_all(instrument: Instrument, delays: Iterable[int], variant=None) -> Iterator[str]:
        for delay in delays:
            survey = Survey(draw_code(), instrument, State.OPEN)
            store.surveys.add(survey)
            context = new_context()
            page = context.new_page()
            if variant:
                serve_changed_client(page, *variant)
            fault = send_and_go_back(page, survey, delay)
            stored = [reports for _, reports in store.responses.all(survey.code)]
            if fault is None and stored != [REPORTS]:
                fault = f"stored {stored}"
            context.close()
            if fault:
                yield f"{delay} ms: {fault}"

    return try_all


def send_and_go_back(page: Page, survey: Survey, delay: int) -> str | None:
    """Answers, leaves after so many milliseconds and comes back; what went wrong, if anything."""
    path = f"/s/{survey.code}"
    page.add_init_script(ALWAYS_TRUTHFUL)
    page.goto("/how")
    page.goto(path)
    fill_in(page, survey.instrument, ANSWERS)
    page.evaluate(SEND_AND_BACK, delay)
    page.wait_for_url("**/how", wait_until="commit")
    page.evaluate("history.forward()")
    page.wait_for_url(f"**{path}", wait_until="commit")
    saved = page.get_by_role("heading", name="Sent.")
    # A page that was loaded anew before anything was kept asks again, as it should.
    again = send_button(page)
    try:
        expect(saved.or_(again)).to_be_visible(timeout=DEAD_END_MS)
    except AssertionError:
        return f"a dead end: {page.get_by_role('main').inner_text()}"
    if saved.is_visible():
        return None
    return "was asked again" if page.evaluate("fromCache") else "was loaded anew"


@pytest.mark.exhaustive
def test_back_right_after_send_changes_no_answer_and_loses_none(faults):
    assert list(faults(INSTRUMENT, [*DELAYS] * 2)) == []


@pytest.mark.exhaustive
def test_back_after_forgetting_brings_no_report_back(new_context, survey_url):
    page = new_context().new_page()
    page.goto(survey_url)
    send(page, [1, 0, 1])
    other = page.context.new_page()
    other.goto(survey_url)
    expect_saved(other)
    page.goto("/how")
    tab = page.context.new_page()
    tab.goto(survey_url)
    forget(tab)
    expect(tab.get_by_text("This device has forgotten")).to_be_visible()
    asked = [send_button(each) for each in (page, other)]
    expect(asked[1]).to_be_visible()
    page.evaluate("history.back()")
    expect(asked[0]).to_be_visible()
    for each in (page, other):
        expect(each.get_by_text("Response id")).to_have_count(0)


@pytest.mark.exhaustive
def test_control_answers_that_are_read_when_the_storage_is_ready_are_lost(faults):
    """What the test above rules out does happen to a page that reads its fields later."""
    assert any(faults(INSTRUMENT, range(0, 8, 2), READS_LATER))


def test_leaving_while_the_second_script_is_on_its_way_loses_nothing(
    new_context, survey_url, watched, store
):
    """Once the page is shown again it comes, and then Send can be pressed; the fields are empty."""
    inner, way = watched.inner, threading.Event()

    def held(environ, start_response):
        if SECOND_SCRIPT.search(environ["PATH_INFO"]):
            assert way.wait(20)
        return inner(environ, start_response)

    watched.inner = held
    page = new_context().new_page()
    page.goto("/how")
    page.goto(survey_url)
    choose(page, [1, 1, 1])
    expect(send_button(page)).to_be_disabled()
    page.evaluate("history.back()")
    page.wait_for_url("**/how", wait_until="commit")
    way.set()
    page.evaluate("history.forward()")
    page.wait_for_url(f"**{survey_url}", wait_until="commit")
    expect(send_button(page)).to_be_enabled()
    expect(page.locator("input:checked")).to_have_count(0)
    send(page, [0, 1, 0])
    assert store.responses.tally("bcd234").responses == 1
