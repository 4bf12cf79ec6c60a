"""Slides on screens of several sizes: read from the last row, and nothing to be scrolled."""

import secrets
from dataclasses import replace

import pytest
from instruments import alone, make_mixed_instrument
from playwright.sync_api import expect
from presented import CODE, PATH
from public_figures import show_to_all

from survey.core.responses.response import Response
from survey.store import State, Survey

LARGEST = pytest.param(1920, 1080, marks=pytest.mark.exhaustive)
OTHER = pytest.param(1280, 720, marks=pytest.mark.exhaustive)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("width", "height"), [(1280, 720), LARGEST])
def test_a_projected_slide_is_read_from_the_last_row(
    new_context, slides, more_responses, width, height
):
    """A question of at least 2.5rem, its figure larger; no slide needs scrolling."""
    more_responses(180)  # from which on there is a figure
    context = new_context(width, height)
    context.add_cookies(slides.context.cookies())
    page = context.new_page()
    page.goto(f"{PATH}?slide=1&results=shown")
    size = "(each) => parseFloat(getComputedStyle(each).fontSize)"
    question = page.get_by_role("heading", level=1).evaluate(size)
    figure = page.locator(".slide:not([hidden]) .slide-figure strong").first.evaluate(size)
    assert question >= 40
    assert figure > 1.5 * question
    beyond = {}
    for slide in range(7):
        page.goto(f"{PATH}?slide={slide}&results=shown")
        beyond[slide] = beyond_the_screen(page)
    assert not any(beyond.values()), beyond


def beyond_the_screen(page) -> int:
    return page.evaluate("document.documentElement.scrollHeight - innerHeight")


@pytest.mark.exhaustive
@pytest.mark.parametrize(("width", "height"), [(1024, 768), OTHER, LARGEST])
def test_however_many_options_fit_on_a_slide(new_context, slides, store, width, height):
    """Of words that take two lines, under a question of two; each drawing as wide as its axis."""
    choice = make_mixed_instrument().questions[1]
    counts = (2, 4, 5, 6, 7, 8, 9, 16, 17, 20)
    questions = [
        replace(choice, text="Which of these would you say is the most important reason for it?",
                listed=tuple(f"The reason no. {n} for it" for n in range(count)))
        for count in counts
    ]  # fmt: skip
    survey = Survey("many34", alone(*questions), State.OPEN)
    store.surveys.add(survey)
    for number in range(100):
        reports = tuple(number % item.options for item in survey.instrument.items)
        response = Response(survey.instrument.digest, secrets.token_hex(16), reports)
        store.responses.add("many34", response)
    show_to_all(store, "many34")
    context = new_context(width, height)
    context.add_cookies(slides.context.cookies())
    page, beyond = context.new_page(), {}
    for slide, count in enumerate(counts, start=1):
        page.goto(f"/surveys/many34/present?slide={slide}&results=shown")
        beyond[count] = beyond_the_screen(page)
        widths = page.locator(".slide:not([hidden]) .slide-drawn svg").evaluate_all(
            "drawn => drawn.map(each => Math.round(each.getBoundingClientRect().width))"
        )
        assert max(widths) - min(widths) <= 1, count
    assert not any(beyond.values()), beyond


@pytest.mark.exhaustive
def test_a_survey_that_is_closed_meanwhile_is_not_to_be_joined(slides, store):
    code = slides.get_by_label("Code m i x d 3 4")
    expect(code).to_be_visible()
    store.surveys.set_state(CODE, State.CLOSED)
    expect(slides.get_by_text("This survey is closed")).to_be_visible()
    expect(code).to_be_hidden()


def test_no_column_of_a_slides_table_is_empty_for_who_hears_it(slides):
    tables = slides.locator(".slide-rows table").all()
    assert tables
    for table in tables:
        assert [each.strip() for each in table.locator("thead th").all_text_contents()] == [
            "Option", "Estimate", "Range"
        ]  # fmt: skip
        assert all(
            "".join(each.all_text_contents()).strip()
            for each in table.locator("tbody td:not([aria-hidden])").all()
        )
