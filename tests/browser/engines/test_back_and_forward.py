"""Back right after Send, and forward again: no report is lost, changed or refused for good.

As tests/browser/respondent/test_back_and_forward.py has it for Chromium; WebKit and Firefox keep
the pages that are left without being told to. What the storage and the network tell a page that
lies there, Firefox drops.
"""

import re
from collections.abc import Iterable, Iterator

import pytest
from survey_page import SAVED
from truthful_reports import (
    ALWAYS_TRUTHFUL,
    ANSWERS,
    INSTRUMENT,
    READS_LATER,
    REPORTS,
    SEND_AND_BACK,
)
from webdriver import Failed

from survey.core.instrument.instrument import Instrument

pytestmark = pytest.mark.exhaustive

DELAYS = [0, 1, 2, 3, 5, 8, 13, 25] * 2  # milliseconds from Send to Back
BACK_SOON = "(delay) => { setTimeout(() => history.back(), delay); }"
GO = "(way) => { setTimeout(() => history[way](), 0); }"
MARK_FIRST_OUTCOMES = """() => {
    for (const group of document.querySelectorAll(".options")) group.querySelector("input").click();
}"""
DEAD_END = 20  # seconds
ASKED_ANEW = "0 of 5 answered"  # by a page that was loaded anew
ENDINGS = ["Sent, but not saved", "Nothing was sent", "Nothing is sent"]


@pytest.fixture
def faults(page, watched, publish, stored):
    """Tries once for each delay from Send to Back; gives what went wrong, by delay."""
    watched.first = ALWAYS_TRUTHFUL

    def try_all(instrument: Instrument, delays: Iterable[int]) -> Iterator[str]:
        for delay in delays:
            code = publish(instrument)
            said = send_and_go_back(page, code, instrument, delay)
            reports = [reports for _, reports in stored(code)]
            # Firefox drops a page that is left while it asks whether a response would be taken:
            # then nothing was drawn, nothing is stored, and the fields are empty.
            if (said, reports) not in ((SAVED, [REPORTS]), (ASKED_ANEW, [])):
                yield f"{delay} ms: {said}, and stored {reports}"

    return try_all


def send_and_go_back(page, code: str, instrument: Instrument, delay: int) -> str:
    """Answers, leaves after so many milliseconds and comes back; what the page says then."""
    driver = page.driver
    driver.goto(f"{page.address}/how")
    page.ask(code)
    page.fill_in_by_script(instrument, ANSWERS)
    driver.evaluate(SEND_AND_BACK, delay)
    driver.wait_until(lambda: driver.url.endswith("/how"))
    driver.evaluate(GO, "forward")
    driver.wait_until(lambda: driver.url.endswith(code))
    try:
        return driver.wait_for(SAVED, ASKED_ANEW, *ENDINGS, seconds=DEAD_END)
    except Failed as error:
        return f"a dead end: {error}"


def test_back_right_after_send_changes_no_answer_and_loses_none(faults):
    assert list(faults(INSTRUMENT, DELAYS)) == []


def test_control_answers_that_are_read_when_the_storage_is_ready_are_lost(
    faults, page, watched, publish, stored
):
    """What the test above rules out does happen to a page that reads its fields later."""
    pattern, later = READS_LATER
    watched.change = lambda script: re.sub(pattern, lambda _: later, script, count=1)
    code = publish(INSTRUMENT)
    page.answer(code, INSTRUMENT, ANSWERS)
    page.expect_saved()
    assert [reports for _, reports in stored(code)] == [REPORTS], "who stays loses nothing"
    assert any(faults(INSTRUMENT, DELAYS))


def test_a_page_that_is_left_while_it_loads_goes_on(page, watched, publish, stored_ids):
    code = publish(INSTRUMENT)
    watched.slow = 1
    for delay in (0, 200, 800):
        page.driver.goto(f"{page.address}/how")
        page.open(code)
        page.driver.evaluate(BACK_SOON, delay)
        page.driver.wait_until(lambda: page.driver.url.endswith("/how"))
        page.driver.evaluate(GO, "forward")
        page.driver.wait_until(lambda: page.driver.url.endswith(code))
        page.wait_for_questionnaire()
    page.fill_in(INSTRUMENT, ANSWERS)
    page.press_send()
    shown = page.expect_saved()
    assert stored_ids(code) == {shown}


def test_the_receipt_of_real_coins_comes_back_and_nothing_is_sent_again(page, publish, watched):
    driver = page.driver
    code = publish(INSTRUMENT)
    driver.goto(f"{page.address}/s/{code}/coin")
    driver.evaluate(MARK_FIRST_OUTCOMES)
    driver.type("#typed", "green bicycle 7")
    driver.click("#outcomes button.primary")
    said = driver.wait_for(SAVED) and driver.text()
    driver.goto(f"{page.address}/how")
    driver.evaluate(GO, "back")
    driver.wait_for(SAVED)
    assert driver.text() == said
    driver.evaluate(GO, "back")
    driver.wait_for("Send the outcomes")
    driver.evaluate(GO, "forward")
    driver.wait_for(SAVED)
    assert driver.text() == said
    assert len(watched.bodies) == 1
