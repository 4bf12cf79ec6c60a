"""What waves cost is said, and counted once."""

import pytest
from answered_waves import ANSWERS, MIXED, reports_of, respond
from playwright.sync_api import expect
from respondent_page import send_button

from survey.store import State, Survey


@pytest.mark.exhaustive
def test_epsilon_is_spent_once_over_all_waves(page, waves):
    for survey in waves[:2]:
        respond(page, survey, ANSWERS)
    page.goto("/ledger")
    line = page.get_by_role("row").filter(has_text="Algebra 2026 (all waves)")
    expect(line).to_have_count(1)
    expect(line).to_contain_text(f"{MIXED.epsilon:.2f}")
    sum_of_all = page.get_by_role("row").filter(has_text="Sum")
    expect(sum_of_all).to_contain_text(f"{MIXED.epsilon:.2f}")


def test_respondent_is_told_what_waves_cost(page, waves):
    page.goto("/s/one234")
    page.get_by_text("How does this protect me?").click()
    expect(page.get_by_text("may be asked again, as a wave of “Algebra 2026”")).to_be_visible()
    expect(
        page.get_by_text("someone who held both this device and the server's data")
    ).to_be_visible()


def test_an_unchanged_copy_asks_for_no_second_draw(page, waves, store):
    """An instructor duplicates a survey and publishes it as it is: each report is repeated."""
    copy = Survey("cpy234", waves[0].instrument, State.OPEN)
    store.surveys.add(copy)
    respond(page, waves[0], ANSWERS)
    page.goto(f"/s/{copy.code}")
    expect(send_button(page)).to_be_enabled()
    expect(page.get_by_text("second draw")).to_have_count(0)
    respond(page, copy, ANSWERS)
    assert reports_of(store, copy) == reports_of(store, waves[0])
