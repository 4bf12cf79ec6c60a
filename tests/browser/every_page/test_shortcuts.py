"""The list of keys, from any page of an instructor, and the switch that turns them off."""

import pytest
from grids import usually
from page_faults import axe_faults
from playwright.sync_api import expect
from respondent_page import SECOND_SCRIPT, send_button
from traces import CLIENT


@pytest.fixture
def dialog(instructor_page):
    return instructor_page.get_by_role("dialog", name="On your pages")


LISTING = ["/surveys", "/plan", "/settings", "/surveys/bcd234", "/lab"]


@pytest.mark.first_cell
@pytest.mark.parametrize("path", usually(["/surveys/bcd234", "/lab"], LISTING))
def test_question_mark_lists_the_keys(instructor_page, open_survey, dialog, path):
    page = instructor_page
    page.goto(path)
    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    expect(dialog.get_by_text("Freeze the figures")).to_be_visible()
    assert axe_faults(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    page.keyboard.press("?")
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


@pytest.mark.exhaustive
def test_question_mark_works_at_once_after_the_list_was_closed(instructor_page, dialog):
    """Chromium leaves the focus on the closed list's switch, a field, until the next frame."""
    instructor_page.keyboard.press("?")
    dialog.get_by_label("Letters, Space, / and ?").focus()
    instructor_page.evaluate("""() => {
        document.querySelector("dialog[open]").close();
        const press = new KeyboardEvent("keydown", { key: "?", bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(press);
    }""")
    expect(dialog).to_be_visible()


@pytest.mark.exhaustive
def test_question_mark_in_a_field_is_typed(instructor_page, dialog):
    page = instructor_page
    page.goto("/surveys/new")
    page.get_by_label("Title").click()
    page.keyboard.type("Why?")
    expect(page.get_by_label("Title")).to_have_value("Why?")
    expect(dialog).to_have_count(0)
    page.get_by_role("heading", level=1).click()
    page.keyboard.press("?")
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_label("Title")).to_have_value("Why?")


@pytest.mark.exhaustive
def test_switched_off_the_list_is_still_linked(instructor_page, dialog):
    page = instructor_page
    page.keyboard.press("?")
    dialog.get_by_label("Letters, Space, / and ?").uncheck()
    page.keyboard.press("Escape")
    page.reload()
    page.keyboard.press("?")
    page.wait_for_timeout(500)
    expect(dialog).to_have_count(0)
    page.get_by_role("link", name="Keyboard shortcuts").click()
    expect(page.get_by_role("heading", name="Keyboard shortcuts")).to_be_visible()
    switch = page.get_by_label("Letters, Space, / and ?")
    expect(switch).not_to_be_checked()
    expect(page.get_by_role("button", name="Close")).to_have_count(0)
    switch.check()
    page.goto("/surveys")
    page.keyboard.press("?")
    expect(dialog).to_be_visible()


@pytest.mark.exhaustive
def test_respondents_pages_have_no_shortcuts(instructor_page, survey_url):
    """Also in the browser of an instructor: what runs there is the same for everyone."""
    scripts = []
    instructor_page.on("request", lambda request: scripts.append(request.url))
    instructor_page.goto(survey_url)
    expect(send_button(instructor_page)).to_be_visible()
    assert not any("shortcuts" in each for each in scripts)
    instructor_page.wait_for_load_state("networkidle")
    own = [each for each in scripts if each.endswith(".js")]
    assert own and all(CLIENT.search(each) or SECOND_SCRIPT.search(each) for each in own), own
