"""The slides of a class in a browser: turned by keys, swipes and links, or scrolled."""

import re

import pytest
from page_faults import axe_faults, complaints_of
from playwright.sync_api import Page, expect

from survey.lab.teaching.hour import hour

SLIDES = [placed.slide for step in hour() for placed in step.slides]
LAST = len(SLIDES)

# The least size of any text that is drawn, and how many slides are higher than the screen.
LEAST = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const within = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim()) continue;
    if (within.closest(".unseen, .skip, header, footer")) continue;
    found.push(parseFloat(getComputedStyle(within).fontSize));
  }
  return Math.min(...found);
}"""
HIGHER = """() => [...document.querySelectorAll(".slide")]
  .filter((each) => each.offsetHeight > innerHeight).length"""
SWIPE = """(way) => {
  for (const [type, x] of [["touchstart", 600], ["touchend", 600 + 200 * way]]) {
    const touch = new Touch({ identifier: 1, target: document.body, clientX: x, clientY: 300 });
    const told = { bubbles: true, touches: [touch], changedTouches: [touch] };
    document.body.dispatchEvent(new TouchEvent(type, told));
  }
}"""


def expect_slide(page: Page, number: int) -> None:
    page.wait_for_function("(hash) => location.hash === hash", arg=f"#{number}")
    expect(page.get_by_role("heading", name=SLIDES[number - 1].title)).to_be_in_viewport()


@pytest.mark.exhaustive
def test_slides_are_turned_by_keys_links_and_swipes(new_context):
    page = new_context(1280, 800, color_scheme="dark", has_touch=True).new_page()
    complaints = complaints_of(page)
    page.goto("/lab/teaching/slides")
    expect_slide(page, 1)
    for key, number in (
        ("ArrowRight", 2), (" ", 3), ("PageDown", 4), ("ArrowLeft", 3), ("PageUp", 2),
        ("Home", 1), ("ArrowLeft", 1), ("End", LAST), (" ", LAST),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect_slide(page, number)
    page.goto("/lab/teaching/slides#5")
    expect_slide(page, 5)
    page.get_by_role("navigation", name=f"Slide 5 of {LAST}").get_by_label("Next").click()
    expect_slide(page, 6)
    for way, number in ((-1, 7), (1, 6)):
        page.evaluate(SWIPE, way)
        expect_slide(page, number)
    assert page.evaluate(LEAST) >= 18
    assert page.evaluate(HIGHER) == 0
    for landscape in (True, False):
        printed = page.pdf(format="A4", landscape=landscape)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == LAST
    assert axe_faults(page) == []
    assert complaints == []


def test_without_a_script_slides_are_scrolled_and_linked(new_context):
    page = new_context(360, 740, java_script_enabled=False).new_page()
    page.goto("/lab/teaching/slides")
    page.get_by_role("navigation", name=f"Slide 1 of {LAST}").get_by_label("Next").click()
    expect(page).to_have_url(re.compile("#2$"))
    expect(page.get_by_role("heading", name=SLIDES[1].title)).to_be_in_viewport()
    last = page.get_by_role("heading", name=SLIDES[-1].title)
    last.scroll_into_view_if_needed()
    expect(last).to_be_in_viewport()
