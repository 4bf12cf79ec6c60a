"""What release 0.1.0 kept in a browser counts, and moves to where it can be forgotten."""

import pytest
from answered_mixed import ANSWERS, MIXED, respond
from grids import usually
from kept_before import keep_as_before
from playwright.sync_api import expect
from respondent_page import expect_saved, fill_in, forget, press_send, shown_reports
from traces import DATABASES

from survey.core.instrument.parsing import validate
from survey.store import State, Survey


def expect_moved(page) -> None:
    assert not any(key.startswith("deniable/") for key in page.evaluate(DATABASES))
    kept = page.evaluate("JSON.stringify({...localStorage})")
    assert "response_id" not in kept
    assert "signature" not in kept


@pytest.fixture
def survey(store) -> Survey:
    survey = Survey("one234", MIXED, State.OPEN)
    store.surveys.add(survey)
    return survey


def test_a_response_that_was_stored_is_shown_with_its_receipt(page, survey, store):
    respond(page, survey, ANSWERS)
    shown = shown_reports(page)
    keep_as_before(page)
    page.goto("/s/one234")
    expect_saved(page)
    assert shown_reports(page) == shown
    page.get_by_text("Was it counted?").click()
    page.get_by_text("Save", exact=True).click()
    expect(page.get_by_role("button", name="Save my receipt")).to_be_visible()
    expect_moved(page)
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    assert page.evaluate(DATABASES) == {}
    assert store.responses.tally("one234").responses == 1


@pytest.mark.parametrize("blobs", usually([True], [True, False]))
def test_a_response_that_waits_is_sent_as_it_was_drawn(page, survey, store, bodies, blobs):
    page.route("**/responses", lambda route: route.abort())
    page.goto("/s/one234")
    fill_in(page, MIXED, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.goto("/ledger")
    keep_as_before(page, blobs=blobs)
    page.unroute("**/responses")
    page.goto("/s/one234")
    expect_saved(page)
    expect_moved(page)
    assert len(set(bodies)) == 1
    assert store.responses.tally("one234").responses == 1


@pytest.mark.exhaustive
def test_the_question_that_was_drawn_is_asked_again(page, store):
    questions = [{"text": f"Question {number}?", "gamma": "1/4"} for number in range(50)]
    instrument = validate({"title": "T", "questions": questions, "one_question_each": True})
    store.surveys.add(Survey("one234", instrument, State.OPEN))
    page.goto("/s/one234")
    asked = page.locator("fieldset legend").inner_text()
    page.goto("/ledger")
    keep_as_before(page)
    page.goto("/s/one234")
    expect(page.locator("fieldset legend")).to_have_text(asked)
    expect_moved(page)
