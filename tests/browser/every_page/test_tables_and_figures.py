"""A table says what it is of, and a picture with a caption is read once."""

import re

from playwright.sync_api import expect


def test_the_tables_of_a_lesson_have_names(page):
    """1.3.1"""
    page.goto("/lab/accusation")
    rounds = page.get_by_role("table", name="Hands up after the cards are turned")
    expect(rounds.get_by_role("rowheader")).to_have_count(2)


def test_the_options_of_a_slide_are_a_table_of_their_question(slides):
    slides.keyboard.press("ArrowRight")
    slides.keyboard.press("ArrowRight")
    slides.get_by_role("link", name="Show the result").press("Enter")
    table = slides.get_by_role("table", name="Whose notes?")
    expect(table.get_by_role("rowheader")).to_have_count(3)


def test_a_picture_that_its_caption_describes_is_not_described_twice(page):
    """1.1.1: the caption has the same figures, and names the picture."""
    page.goto("/lab/attempts")
    crowd = page.get_by_role("figure", name=re.compile("One class, a dot a person."))
    expect(crowd).to_be_visible()
    expect(crowd.get_by_role("img")).to_have_count(0)
