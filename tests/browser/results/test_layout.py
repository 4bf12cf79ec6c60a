"""Results on any screen: no open fold is wider, and options begin where their rows do."""

import pytest
from instruments import make_mixed_instrument
from playwright.sync_api import expect
from public_figures import show_to_all

from survey.core.responses.response import Response
from survey.store import State, Survey

CODE = "mixd34"
WIDTH = 360
OPEN_ALL = """() => {
  for (const fold of document.querySelectorAll("main details")) fold.open = true;
  return document.querySelectorAll("main details[open]").length;
}"""

BELOW_TABS = """() => {
  const tabs = document.querySelector(".sections");
  return [getComputedStyle(tabs).borderBottomWidth,
    getComputedStyle(tabs.nextElementSibling).borderTopWidth];
}"""


@pytest.fixture
def mixed(store) -> Survey:
    """A closed survey with every kind of question, its results public."""
    survey = Survey(CODE, make_mixed_instrument(), State.OPEN, results_public=True)
    store.surveys.add(survey)
    for number in range(60):
        reports = tuple(number % item.options for item in survey.instrument.items)
        response = Response(survey.instrument.digest, f"{number:032x}", reports)
        store.responses.add(CODE, response)
    show_to_all(store, CODE)
    store.surveys.set_state(CODE, State.CLOSED)
    return survey


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("path", "language"),
    [(f"/surveys/{CODE}", "en"), (f"/s/{CODE}/results", "en"), (f"/s/{CODE}/results", "ar")],
)
def test_open_folds_stay_within_the_screen(new_context, instructor_page, mixed, path, language):
    context = new_context(WIDTH, 740, locale=language)
    context.add_cookies(instructor_page.context.cookies())
    page = context.new_page()
    page.goto(path)
    assert page.evaluate(OPEN_ALL) > len(mixed.instrument.questions)
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTH


@pytest.mark.parametrize("section", ["settings", "files"])
def test_one_line_stands_between_the_tabs_and_the_first_section(instructor_page, mixed, section):
    instructor_page.goto(f"/surveys/{CODE}/{section}")
    below = instructor_page.evaluate(BELOW_TABS)
    assert [line for line in below if line != "0px"] == ["2px"]


def test_no_second_line_stands_above_the_words_in_place_of_results(instructor_page, open_survey):
    instructor_page.goto(f"/surveys/{open_survey.code}")
    words = instructor_page.get_by_text("Results are hidden until")
    expect(words).to_have_css("border-top-color", "rgba(0, 0, 0, 0)")
    expect(instructor_page.locator(".sections")).to_have_css("border-bottom-width", "2px")


STARTS = """() => [...document.querySelectorAll(".option-rows li:not(.scale)")].map((row) => {
  const whole = row.getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(row.querySelector("bdi"));
  const option = text.getBoundingClientRect();
  return document.dir === "rtl" ? whole.right - option.right : option.left - whole.left;
})"""


@pytest.mark.first_cell
@pytest.mark.parametrize("language", ["en", "ar"])
def test_options_begin_where_their_rows_begin(new_context, mixed, language):
    """Also those of an English questionnaire on an Arabic page."""
    page = new_context(1280, 800, locale=language).new_page()
    page.goto(f"/s/{CODE}/results")
    page.evaluate(OPEN_ALL)
    starts = page.evaluate(STARTS)
    assert len(starts) > 5
    assert max(map(abs, starts)) < 1
