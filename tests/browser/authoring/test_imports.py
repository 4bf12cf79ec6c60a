"""Importing as an instructor does: choose a file or paste a list, read it through, save."""

import re

import pytest
from next_document import next_document
from page_faults import axe_faults
from playwright.sync_api import expect
from questionnaire_files import workbook

FORM = {
    "survey": [
        ["type", "label", "hint", "relevant", "label::Français (fr)"],
        ["note", "Welcome to a survey about the final examination"],
        ["select_one yes_no", "Did you cheat?", "Be honest", None, "Avez-vous triché ?"],
        ["select_one notes or_other", "Whose notes did you use?", None, "${cheat} = 'yes'"],
        ["text", "Why?"],
        ["range", "How fair was it?"],
    ],
    "choices": [
        ["list_name", "name", "label"],
        ["yes_no", "yes", "Yes"],
        ["yes_no", "no", "No"],
        ["notes", "own", "My own"],
        ["notes", "friend", "A friend's"],
    ],
}


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("width", "scheme"),
    [(360, "dark"), pytest.param(1280, "light", marks=pytest.mark.exhaustive)],
)
def test_a_form_is_imported_read_through_and_saved(new_context, instructor_page, width, scheme):
    context = new_context(width, 740, color_scheme=scheme)
    context.add_cookies(instructor_page.context.cookies())
    page = context.new_page()
    page.goto("/surveys/new")
    page.get_by_text("Paste a list, or import a file").click()
    page.locator("input[type=file]").set_input_files(
        {"name": "Final exam.xlsx", "mimeType": "application/x-any", "buffer": workbook(FORM)}
    )
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("3 questions imported from Final exam.xlsx")).to_be_visible()
    expect(page.get_by_text("relevant (survey row 4)")).to_be_visible()
    page.wait_for_load_state()  # its script removes a question from then on
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.get_by_role("button", name="Remove question 3").click()
    expect(page.get_by_text("relevant (survey row 4)")).to_be_visible()
    # Only one question has a translation, so the others are asked for, unless it is left out.
    with next_document(page):
        page.get_by_role("button", name="Save", exact=True).click()
    french = page.get_by_role("group", name="French")
    expect(french.get_by_label("Whose notes did you use?")).to_be_visible()
    french.get_by_label("Leave French").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Final exam", level=1)).to_be_visible()
    expect(page.get_by_text("Whose notes did you use?").first).to_be_visible()


@pytest.mark.exhaustive
def test_a_list_is_pasted_mended_and_saved(new_context, instructor_page):
    context = new_context(360, 740)
    context.add_cookies(instructor_page.context.cookies())
    page = context.new_page()
    page.goto("/surveys/new")
    page.get_by_role("link", name="paste a list").click()
    pasted = page.get_by_role("textbox", name="Paste a list of questions")
    expect(pasted).to_be_in_viewport()
    pasted.fill("Final exam\n\nDid you cheat?\nWhose notes did you use?\n  My own\n")
    page.get_by_role("button", name="Import").click()
    expect(pasted).to_be_focused()
    expect(pasted).to_have_accessible_description(re.compile("Line 4 .*This question has one"))
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    pasted.press("Control+End")
    pasted.press_sequentially("  A friend's")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("2 questions imported from your list")).to_be_visible()
    expect(page.get_by_label("Options").last).to_have_value("My own\nA friend's")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", name="Final exam", level=1)).to_be_visible()


@pytest.mark.exhaustive
def test_what_looks_odd_is_read_beside_its_question(new_context, instructor_page):
    context = new_context(360, 740)
    context.add_cookies(instructor_page.context.cookies())
    page = context.new_page()
    page.goto("/surveys/new")
    page.get_by_role("link", name="paste a list").click()
    pasted = page.get_by_role("textbox", name="Paste a list of questions")
    pasted.fill("Exam\n\n1. Did you cheat?\nYes\nNo\n2. I slept\n3. Whose notes?\n☐ Mine\n☐ Yours")
    page.get_by_role("button", name="Import").click()
    expect(page.get_by_text("Please look at question 2")).to_be_visible()
    second = page.get_by_role("group", name="Question 2")
    expect(second.get_by_text("is it a question?")).to_be_visible()
    expect(page.get_by_label("Options").last).to_have_value("Mine\nYours")
    page.wait_for_load_state()
    assert axe_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
