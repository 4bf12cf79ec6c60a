"""Forgetting a wave forgets the tables of all."""

import pytest
from answered_waves import ANSWERS, MIXED, respond, tables
from playwright.sync_api import expect
from respondent_page import forget
from traces import DATABASES

FORGET_THE_NAME = """() => {
    for (const [key, kept] of Object.entries({...localStorage})) {
        const { wavesOf, ...rest } = JSON.parse(kept);
        if (wavesOf) localStorage.setItem(key, JSON.stringify(rest));
    }
}"""


def test_forgetting_clears_the_tables_of_all_waves(page, waves, store):
    respond(page, waves[0], ANSWERS)
    page.get_by_role("button", name="Forget it here").click()
    expect(page.get_by_text("This device keeps the table for all waves.")).to_be_visible()
    assert len(tables(page)) == 5
    page.get_by_role("button", name="Keep it").click()
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    assert page.evaluate(DATABASES) == {}


@pytest.mark.first_cell
@pytest.mark.parametrize("named", [True, False])
def test_forgetting_beside_a_refused_questionnaire_clears_the_tables(page, waves, store, named):
    """An earlier release kept no name: then nothing is said of the tables, which stay."""
    respond(page, waves[0], ANSWERS)
    page.goto("/ledger")
    expect(page.get_by_role("row").filter(has_text="(all waves)")).to_have_count(1)
    if not named:
        page.evaluate(FORGET_THE_NAME)
    store.surveys.delete("one234")
    page.goto("/s/one234")
    forget(page)
    said = page.get_by_text("This device has forgotten its response to this survey.")
    expect(said).to_be_focused()
    assert ("ledger keeps the survey's ε" in said.inner_text()) == named
    assert ("for all waves is gone too" in said.inner_text()) == named
    assert (tables(page) == {}) == named
    page.goto("/ledger")
    expect(page.get_by_role("row").filter(has_text="(all waves)")).to_have_count(int(not named))
    expect(page.get_by_role("row").filter(has_text="Sum")).to_contain_text(f"{MIXED.epsilon:.2f}")
