"""Slides as a PDF: one press, a slide a page, and nothing cut off."""

import re

import pytest
from playwright.sync_api import Page, expect
from presented import CODE, PATH

from survey.store import State

PAGES = re.compile(rb"/Type\s*/Page\b")
SLIDES = 7
# A page without its margins, in pixels of CSS.
PAGE = {"width": 1149, "height": 620}
CUT = """() => [...document.querySelectorAll(".slide")].filter((slide) => {
  const floor = slide.getBoundingClientRect().bottom + 1;
  return !slide.getClientRects().length
    || [...slide.querySelectorAll("*")].some((each) => each.getBoundingClientRect().bottom > floor);
}).map((slide) => slide.querySelector("h1").textContent)"""


def printed(page: Page) -> int:
    """How many pages the PDF has."""
    return len(PAGES.findall(page.pdf(prefer_css_page_size=True)))


def test_one_press_prints_the_slides(slides):
    slides.evaluate("() => { window.printed = 0; window.print = () => { printed += 1; }; }")
    slides.get_by_role("button", name="Print or save as PDF").click()
    assert slides.evaluate("printed") == 1


@pytest.mark.first_cell
@pytest.mark.parametrize("state", [State.OPEN, State.CLOSED])
def test_every_slide_is_a_page_and_whole(slides, store, more_responses, state):
    more_responses(160)
    store.surveys.set_state(CODE, state)
    slides.goto(f"{PATH}?slide=2")
    assert printed(slides) == SLIDES
    slides.emulate_media(media="print")
    slides.set_viewport_size(PAGE)
    assert slides.evaluate(CUT) == []
    expect(slides.get_by_role("button")).to_have_count(0)
    options = slides.locator(".slide-options").first
    figure = slides.get_by_text("would truthfully say yes").first
    expect(options).to_be_visible(visible=state is State.OPEN)
    expect(figure).to_be_visible(visible=state is State.CLOSED)


def test_what_is_shown_of_an_open_survey_is_printed_so(slides):
    slides.goto(f"{PATH}?slide=2&results=shown")
    slides.emulate_media(media="print")
    expect(slides.get_by_role("table")).to_be_visible()
    assert printed(slides) == SLIDES
