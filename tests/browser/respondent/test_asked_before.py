"""Asking the same questions again has fresh coins, and the phone says before what that costs."""

import json

import pytest
from instruments import make_instrument, make_mixed_instrument, make_one_question_each
from playwright.sync_api import Page, expect
from respondent_page import expect_saved, fill_in, forget, press_send, send_button
from translated import make_translated_instrument

from survey.core.instrument.same_questions import for_group, questions_digest
from survey.store import State, Survey

SAID = "You answered these questions on this device before."


@pytest.fixture
def terms(store):
    """The same question in three terms, and another one."""
    first = make_instrument("1/4", title="Exams")
    for code, instrument in [
        ("one234", first),
        ("two234", for_group(first, "Summer 26", 40)),
        ("thr234", for_group(first, "Winter 26", 40)),
        ("oth234", make_instrument("1/4", "1/4")),
    ]:
        store.surveys.add(Survey(code, instrument, State.OPEN))


def answer(page: Page, code: str, instrument=None, answers=(1,)) -> None:
    page.goto(f"/s/{code}")
    fill_in(page, instrument or make_instrument("1/4"), answers)
    press_send(page)
    expect_saved(page)


def expect_told(page: Page, code: str, change: str | None) -> None:
    page.goto(f"/s/{code}")
    expect(send_button(page)).to_be_enabled()
    said = page.locator("#meter").get_by_text(SAID)
    if change is None:
        expect(said).to_have_count(0)
    else:
        expect(said).to_have_text(f"{SAID} Together: {change}.")


def test_it_says_the_sum_of_all_terms_before_one_answers(page, store, terms):
    expect_told(page, "one234", None)
    answer(page, "one234")
    expect_told(page, "two234", "strong → fair")
    answer(page, "two234")
    expect_told(page, "thr234", "strong → weak")
    expect_told(page, "oth234", None)
    page.goto("/s/two234")
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    expect_told(page, "thr234", "strong → fair")


def test_a_copy_of_a_survey_is_warned_of_once(page, store, terms):
    store.surveys.add(Survey("cpy234", make_instrument("1/4", title="Exams"), State.OPEN))
    answer(page, "one234")
    expect_told(page, "cpy234", None)
    expect(page.get_by_text("This device has answered this questionnaire before.")).to_be_visible()


def test_the_ledger_has_a_line_and_its_own_epsilon_for_each_term(page, terms):
    for code in ("one234", "two234"):
        answer(page, code)
    page.goto("/ledger")
    for name, spent in (("Exams", "1.10"), ("Exams (Summer 26)", "1.10"), ("Sum", "2.20")):
        expect(page.get_by_role("row", name=f"{name} {spent}", exact=True)).to_be_visible()


def test_one_question_of_several_counts_with_what_it_spends(page, store):
    first = make_one_question_each()
    for code, instrument in (("one234", first), ("two234", for_group(first, "B", 40))):
        store.surveys.add(Survey(code, instrument, State.OPEN))
    page.goto("/s/one234")
    expect(send_button(page)).to_be_enabled()
    kinds = page.locator("#answers fieldset")
    expect(kinds).to_have_count(1)
    for field in kinds.locator("input").all()[:1]:
        field.fill("3") if field.get_attribute("inputmode") else field.check()
    press_send(page)
    expect_saved(page)
    page.goto("/s/two234")
    expect(page.locator("#meter").get_by_text(SAID)).to_be_visible()


def test_the_page_knows_the_same_questions_as_python(page, module):
    page.goto("/ledger")
    asked = [make_mixed_instrument(), make_one_question_each(), make_translated_instrument(),
             for_group(make_mixed_instrument(), "B", 7), make_instrument("1/3", "1/4")]  # fmt: skip
    found = page.evaluate(
        """async ([before, instrument, texts]) => {
            const { questionsDigest } = await import(before);
            const { readInstrument } = await import(instrument);
            const read = (text) => readInstrument(new TextEncoder().encode(text));
            return texts.map((text) => questionsDigest(read(text)));
        }""",
        [module("visit/asked_before"), module("instrument"),
         [each.canonical_json for each in asked]],
    )  # fmt: skip
    assert found == [questions_digest(each) for each in asked]
    assert len(set(found)) == 3  # a translation asks the same, and so does another group


def test_the_ledger_holds_a_digest_and_no_question(page, store, terms):
    answer(page, "one234")
    kept = json.loads(page.evaluate("localStorage['deniable:ledger']"))
    ((_, line),) = kept["surveys"].items()
    assert line["asked"] == questions_digest(make_instrument("1/4"))
    assert "cheat" not in json.dumps(kept)
