"""Nothing is lost, sent twice or drawn twice, whatever the network and the reader do."""

import json

import pytest
from instruments import make_mixed_instrument
from scripted import OFFLINE
from survey_page import SEND, UNSAVED
from traces import DATABASES

pytestmark = pytest.mark.exhaustive

INSTRUMENT = make_mixed_instrument()
ANSWERS = [1, 2, (1, 0), 17, 3]
KEPT = "() => JSON.stringify([{...localStorage}, {...sessionStorage}])"

FILLED = """() => [...document.querySelectorAll("#answers input")]
    .filter((each) => each.type === "text" ? each.value : each.checked).length"""
CLICK_SOON = f"() => {{ setTimeout(() => document.querySelector('{SEND}').click(), 500); }}"


@pytest.fixture
def code(publish) -> str:
    return publish(INSTRUMENT)


def test_a_reload_shows_what_was_saved_and_sends_nothing(page, code, watched, stored_ids):
    page.answer(code, INSTRUMENT, ANSWERS)
    shown = page.expect_saved()
    page.driver.reload()
    assert page.expect_saved() == shown
    assert stored_ids(code) == {shown}
    assert len(watched.bodies) == 1
    assert page.complaints() == []


def test_offline_and_back_sends_the_same_bytes_until_stored(page, code, watched, stored_ids):
    page.ask(code)
    page.fill_in(INSTRUMENT, ANSWERS)
    watched.broken = OFFLINE
    page.press_send()
    page.driver.wait_for(UNSAVED)
    watched.refuse_next = 1
    watched.broken = ()
    shown = page.expect_saved()
    assert len(watched.bodies) == 2
    assert len(set(watched.bodies)) == 1
    assert stored_ids(code) == {shown}


def test_a_reload_before_anything_is_stored_sends_the_same_bytes(page, code, watched, stored_ids):
    watched.refuse_next = 1000
    page.answer(code, INSTRUMENT, ANSWERS)
    page.driver.wait_for(UNSAVED)
    page.driver.reload()
    page.driver.wait_for(UNSAVED)
    watched.refuse_next = 0
    page.driver.reload()
    shown = page.expect_saved()
    assert len(watched.bodies) >= 3
    assert len(set(watched.bodies)) == 1
    assert stored_ids(code) == {shown}


def test_a_lost_acknowledgement_is_counted_once(page, code, watched, stored_ids):
    watched.lose_next = 2
    page.answer(code, INSTRUMENT, ANSWERS)
    shown = page.expect_saved()
    assert len(watched.bodies) == 3
    assert len(set(watched.bodies)) == 1
    assert stored_ids(code) == {shown}


def test_the_page_waits_for_a_network_before_it_asks(page, code, watched, stored_ids):
    watched.broken = ("instrument.json",)
    page.open(code)
    page.driver.wait_for("The server does not answer")
    watched.broken = ()
    page.wait_for_questionnaire()
    page.fill_in(INSTRUMENT, ANSWERS)
    page.press_send()
    shown = page.expect_saved()
    assert stored_ids(code) == {shown}


def test_a_second_tab_shows_what_the_first_has_sent(page, code, watched, stored_ids):
    page.ask(code)
    (first,) = page.driver.tabs()
    second = page.driver.open_tab()
    page.ask(code)
    page.fill_in(INSTRUMENT, ANSWERS)
    page.driver.switch(first)
    page.fill_in(INSTRUMENT, ANSWERS)
    page.press_send()
    shown = page.expect_saved()
    page.driver.switch(second)
    assert page.expect_saved() == shown
    assert stored_ids(code) == {shown}
    assert len(set(watched.bodies)) == 1
    assert page.driver.evaluate(FILLED) == 0
    assert page.complaints() == []


def test_two_tabs_that_send_at_once_draw_once(page, code, watched, stored_ids):
    (first,) = page.driver.tabs()
    page.ask(code)
    page.fill_in(INSTRUMENT, ANSWERS)
    second = page.driver.open_tab()
    page.ask(code)
    page.fill_in(INSTRUMENT, ANSWERS)
    for tab in (first, second):
        page.driver.switch(tab)
        page.driver.evaluate(CLICK_SOON)
    shown = set()
    for tab in (first, second):
        page.driver.switch(tab)
        shown.add(page.expect_saved())
    assert stored_ids(code) == shown
    assert len(shown) == 1
    assert len(set(watched.bodies)) == 1


def test_forgetting_leaves_nothing_of_the_response_in_any_tab(page, code, stored_ids):
    page.answer(code, INSTRUMENT, ANSWERS)
    shown = page.expect_saved()
    (first,) = page.driver.tabs()
    second = page.driver.open_tab()
    page.open(code)
    assert page.expect_saved() == shown
    page.driver.switch(first)  # WebKit draws no second tab, so nothing there ever settles
    page.forget()
    kept = page.driver.evaluate(KEPT) + json.dumps(page.driver.evaluate(DATABASES))
    assert shown not in kept
    assert INSTRUMENT.title not in kept
    for tab in (first, second):
        page.driver.switch(tab)
        page.ask(code)
        assert shown not in page.driver.text()
    page.fill_in(INSTRUMENT, ANSWERS)
    page.press_send()
    again = page.expect_saved()
    assert stored_ids(code) == {shown, again}


def test_answers_are_not_there_after_a_reload_nor_after_leaving(page, code, watched):
    page.driver.goto(f"{page.address}/how")
    page.ask(code)
    page.fill_in(INSTRUMENT, ANSWERS)
    assert page.driver.evaluate(FILLED) == 5
    page.driver.reload()
    page.ask(code)
    assert page.driver.evaluate(FILLED) == 0
    page.fill_in(INSTRUMENT, ANSWERS)
    page.driver.evaluate("() => { setTimeout(() => history.back(), 0); }")
    page.driver.wait_until(lambda: page.driver.url.endswith("/how"))
    page.driver.evaluate("() => { setTimeout(() => history.forward(), 0); }")
    page.driver.wait_until(lambda: page.driver.url.endswith(f"/s/{code}"))
    page.wait_for_questionnaire()
    assert page.driver.evaluate(FILLED) == 0
    assert watched.bodies == []
