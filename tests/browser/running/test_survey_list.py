"""The list of surveys: the search while one types, and the archive."""

import re
from dataclasses import replace

from instruments import make_instrument
from playwright.sync_api import expect

from survey.store import State, Survey

TITLES = ("After the final", "Before the final", "Study load", "Harassment", "Sleep", "Notes")


def test_the_list_shows_what_is_typed_and_archives(instructor_page, store):
    page = instructor_page
    for letter, title in zip("bcdfgh", TITLES, strict=True):
        instrument = replace(make_instrument("1/4"), title=title)
        store.surveys.add(Survey(f"bcd23{letter}", instrument))
    store.surveys.set_state("bcd23b", State.OPEN)
    page.goto("/surveys")
    cards = page.get_by_role("main").get_by_role("listitem")
    expect(cards).to_have_count(6)
    search = page.get_by_role("searchbox", name="Find by title or code")
    search.press_sequentially("final")
    expect(cards).to_have_count(2)
    expect(page.get_by_role("status")).to_contain_text("2 found.")
    expect(search).to_be_focused()
    expect(page).to_have_url(re.compile(r"\?q=final$"))
    page.reload()
    expect(cards).to_have_count(2)  # the address has the search, too
    card = cards.filter(has_text="Before the final")
    card.get_by_role("button", name="Archive").click()
    expect(page.get_by_text("is archived")).to_be_visible()
    expect(cards).to_have_count(5)
    page.get_by_text("Archived (1)").click()
    cards.get_by_role("button", name="Bring back").click()
    expect(page.get_by_text("Archived (1)")).to_have_count(0)
    expect(cards).to_have_count(6)
