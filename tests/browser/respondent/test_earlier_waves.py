"""Waves of release 0.2.0: what was drawn is sent, the rest is cleared, and nobody else answers."""

import json

import pytest
from instruments import make_instrument
from kept_waves import KEPT, SPENT, STORED, UNSENT, add_waves, keep_waves
from playwright.sync_api import Page, expect
from respondent_page import expect_saved, forget, shown_reports
from traces import DATABASES

from survey.store import State, Survey

NO_NEW_ANSWERS = "An earlier release asked this survey, and it takes no new answers."


@pytest.fixture
def page(page, store) -> Page:
    """A browser that kept both waves, on a page that is of no survey."""
    add_waves(store)
    page.goto("/ledger")
    keep_waves(page)
    return page


def expect_no_tables(page: Page) -> None:
    """Only the response that waits is kept, and what was spent, without the waves' name."""
    page.wait_for_function(
        "async () => !(await indexedDB.databases()).some(({ name }) => name.includes('waves:'))"
    )
    page.wait_for_function("!localStorage['deniable:ledger'].includes('Algebra')")
    kept = json.dumps([page.evaluate(DATABASES), page.evaluate("({...localStorage})")])
    for gone in ("threshold", "Algebra", "wavesOf", STORED):
        assert gone not in kept
    page.goto("/ledger")
    expect(page.get_by_role("row").filter(has_text="Sum")).to_contain_text(f"{SPENT:.2f}")
    expect(page.get_by_role("row").filter(has_text="Surveys forgotten")).to_have_count(1)


def test_any_survey_clears_what_was_kept_of_waves_but_for_a_response_that_waits(page, store):
    store.surveys.add(Survey("oth234", make_instrument("1/4"), State.OPEN))
    page.goto("/s/oth234")
    expect(page.get_by_role("radiogroup")).to_have_count(1)
    expect_no_tables(page)
    assert [key for key in page.evaluate(DATABASES) if UNSENT in key]


def test_a_wave_that_was_drawn_is_sent_as_it_was_and_shown_like_any_other(page, store, bodies):
    page.goto(f"/s/{UNSENT}")
    expect_saved(page)
    (drawn,) = (kept for name, kept in KEPT["databases"].items() if UNSENT in name)
    assert bodies == [drawn["response"]]
    expect(page.get_by_text("Nothing else of your answer is kept.")).to_be_visible()
    shown = shown_reports(page)
    page.reload()
    expect_saved(page)
    assert shown_reports(page) == shown
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    assert page.evaluate(DATABASES) == {}
    expect_no_tables(page)
    assert store.responses.tally(UNSENT).responses == 1


@pytest.mark.parametrize("marked", [True, False])
def test_no_wave_takes_a_new_answer(page, store, bodies, marked):
    """Not who answered before either, with the mark or where a kill had lost it."""
    if not marked:
        page.evaluate("Object.keys(localStorage).forEach((key) => localStorage.removeItem(key))")
    for code in (STORED, UNSENT) if marked else (STORED,):
        if code == UNSENT:
            page.goto(f"/s/{UNSENT}")
            expect_saved(page)
            forget(page)
            expect(page.get_by_text("This device has forgotten")).to_be_visible()
            del bodies[:]
        page.goto(f"/s/{code}")
        expect(page.get_by_text(NO_NEW_ANSWERS)).to_be_visible()
        expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert bodies == []


def test_a_survey_whose_code_is_waves_keeps_its_response_and_its_title(page, store):
    """Tables had a database of such a name."""
    store.surveys.add(Survey("waves", make_instrument("1/4", title="Exams"), State.OPEN))
    page.goto("/s/waves")
    page.get_by_role("radio", name="Yes").check()
    page.locator("#answers button.primary").click()
    expect_saved(page)
    page.reload()
    expect_saved(page)
    page.goto("/ledger")
    expect(page.get_by_role("row", name="Exams")).to_be_visible()
