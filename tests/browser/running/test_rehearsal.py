"""Rehearsing: from a draft to its dashboard and slides in one click each, and marked."""

import re

from instruments import make_instrument
from next_document import next_document
from page_faults import axe_faults
from playwright.sync_api import expect

from survey.store import Survey
from survey.web.running import rehearsal

ALL_OF_THEM = re.compile(r"1,000 (responses )?of (about )?1,000")


def test_a_class_is_rehearsed_and_wiped(instructor_page, store, monkeypatch):
    monkeypatch.setattr(rehearsal, "SECONDS_A_STEP", 0.02)
    page = instructor_page
    instrument = make_instrument("2/5", class_size=1000)
    store.surveys.add(Survey("drft34", instrument))
    page.goto("/surveys/drft34")
    page.get_by_role("button", name="Rehearse", exact=True).click()
    banner = page.get_by_role("region", name="Rehearsal")
    expect(banner).to_contain_text("nothing here is about anyone")
    expect(page.get_by_role("main")).to_contain_text(ALL_OF_THEM)
    banner.get_by_text("another class").click()
    banner.get_by_label("Share of yes").fill("90")
    with next_document(page):
        banner.get_by_role("button", name="As in class").click()
    # Live, and without a click: the class arrives while the page is open.
    expect(page.get_by_role("main")).to_contain_text(ALL_OF_THEM)
    banner.get_by_text("another class").click()
    expect(banner.get_by_label("Share of yes")).to_have_value("90")
    assert axe_faults(page) == []
    banner.get_by_role("link", name="Present").click()
    expect(page.get_by_role("button", name="Freeze")).to_be_visible()  # the script has run
    expect(page).to_have_title(re.compile(instrument.title))
    assert page.evaluate("getComputedStyle(document.body, '::after').content") == '"Rehearsal"'
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_have_text(instrument.questions[0].text)
    page.goto("/surveys/drft34/rehearsal")
    banner.get_by_role("button", name="End the rehearsal").click()
    expect(page.get_by_role("button", name="Publish")).to_be_visible()
    page.goto("/surveys/drft34/rehearsal")
    expect(page).to_have_url(re.compile("/surveys/drft34$"))
