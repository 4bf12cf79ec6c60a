"""Where one goes on after a form was sent: at what was said, or at the first field to mend."""

import re

import pytest
from instruments import make_mixed_instrument
from playwright.sync_api import expect

from survey.store import State, Survey


def test_what_was_done_is_said_where_the_focus_is(instructor_page, open_survey):
    """2.4.3, 4.1.3: a page that begins with a status does not speak it by itself."""
    page = instructor_page
    page.goto(f"/surveys/{open_survey.code}/settings")
    page.get_by_role("button", name="Close", exact=True).press("Enter")
    closed = page.get_by_role("status").filter(has_text="You can undo it for a minute.")
    expect(closed).to_be_focused()
    page.get_by_role("button", name="Undo").press("Enter")
    expect(page.get_by_role("status").filter(has_text="It stays open")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Present", exact=True)).to_be_focused()


def test_a_form_to_mend_is_gone_on_with_at_its_first_fault(instructor_page):
    """3.3.1, 3.3.3: in every form, not in the composer alone."""
    page = instructor_page
    page.goto("/settings")
    largest = page.get_by_role("textbox", name="Largest ε for one survey")
    largest.fill("much")
    page.get_by_role("button", name="Save").press("Enter")
    expect(largest).to_be_focused()
    expect(largest).to_have_accessible_description(re.compile("number|fraction"))


@pytest.mark.exhaustive
def test_signing_out_leaves_the_cursor_in_the_password(instructor_page):
    page = instructor_page
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_label("Password")).to_be_focused()


def test_marks_that_are_missing_are_gone_on_with_without_a_script(new_context, store):
    store.surveys.add(Survey("pub234", make_mixed_instrument(), State.OPEN))
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/s/pub234/coin")
    groups = page.get_by_role("radiogroup")
    groups.first.get_by_role("radio", name="Yes").check()
    page.locator("form").evaluate("form => { form.noValidate = true; }")  # the server's refusal
    page.locator("form").get_by_role("button", name="Send the outcomes").click()
    expect(groups.nth(1).get_by_role("radio").first).to_be_focused()
