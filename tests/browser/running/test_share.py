"""The share page by hand: its copies are what a respondent opens, and the poster is one sheet."""

import re

from instruments import make_instrument
from playwright.sync_api import expect

from survey.store import State, Survey

PATH = "/surveys/bcd234/share"


def test_what_is_copied_opens_the_survey(instructor_page, new_context, store):
    store.surveys.add(Survey("bcd234", make_instrument("1/4"), State.OPEN))
    page = instructor_page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/surveys/bcd234")
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Share").click()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Copied ✓")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.get_by_role("textbox", name="Link").input_value()
    page.get_by_role("button", name="Copy the text").click()
    assert link in page.evaluate("navigator.clipboard.readText()")
    phone = new_context().new_page()
    phone.goto(link)
    expect(phone.get_by_role("radiogroup", name="Did you cheat on exam 1?")).to_be_visible()


def test_where_nothing_may_be_copied_the_text_is_selected(instructor_page, store):
    store.surveys.add(Survey("bcd234", make_instrument("1/4"), State.OPEN))
    page = instructor_page
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.goto(PATH)
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_text("Selected: copy it with Ctrl+C")).to_be_visible()
    assert (
        page.evaluate("getSelection().toString()")
        == page.get_by_role("textbox", name="Link").input_value()
    )


def test_the_poster_is_one_sheet(instructor_page, store):
    store.surveys.add(Survey("bcd234", make_instrument("1/4", title="Long " * 20), State.OPEN))
    instructor_page.goto(f"{PATH}/poster")
    sheet = instructor_page.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type /Page\b", sheet)) == 1
