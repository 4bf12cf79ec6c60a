"""Whoever leaves a draft with edits that are not saved is asked first."""

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect
from translated import make_translated_instrument

from survey.store import Survey

EDIT = "/surveys/drft34/edit"
TRANSLATE = "/surveys/drft34/translations/ar"


@pytest.fixture
def asked(instructor_page, store) -> list[str]:
    """The questions that the browser asked; each is answered with "stay here"."""
    store.surveys.add(Survey("drft34", make_translated_instrument()))
    asked = []
    instructor_page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    return asked


def try_to_leave(page: Page) -> None:
    page.get_by_role("link", name="Planner").click(no_wait_after=True)


def expect_to_be_asked_and_stay(page: Page, asked: list[str]) -> None:
    with page.expect_event("dialog"):
        try_to_leave(page)
    assert asked == ["beforeunload"]
    asked.clear()


@pytest.mark.parametrize("path", ["/surveys/new", EDIT])
def test_edits_of_a_draft_are_not_lost_without_a_word(instructor_page, asked, path):
    page = instructor_page
    page.goto(path)
    page.get_by_label("Title").fill("Something else")
    expect_to_be_asked_and_stay(page, asked)
    expect(page.get_by_label("Title")).to_have_value("Something else")
    page.get_by_role("button", name="Add a question").click()  # sent back, and not saved
    expect(page.get_by_label("Title")).to_have_value("Something else")
    page.get_by_label("Introduction").click()
    expect_to_be_asked_and_stay(page, asked)


def test_edits_of_a_translation_are_not_lost_without_a_word(instructor_page, asked):
    page = instructor_page
    page.goto(TRANSLATE)
    page.get_by_role("textbox").first.fill("شيء آخر")
    expect_to_be_asked_and_stay(page, asked)


def test_nobody_is_asked_who_saves_or_has_changed_nothing(instructor_page, asked):
    page = instructor_page
    page.goto(EDIT)
    page.get_by_label("Class size").click()
    try_to_leave(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Plan")
    page.goto(EDIT)
    page.get_by_label("Class size").fill("77")
    page.get_by_role("button", name="Save").last.click()
    expect(page.get_by_text("draft", exact=True)).to_be_visible()
    assert asked == []


def test_a_title_that_the_field_shows_on_one_line_is_no_edit(instructor_page, asked, store):
    """A file can give it line breaks, and the browser leaves them out."""
    store.surveys.add(Survey("twln34", replace(make_translated_instrument(), title="Two\nlines")))
    page = instructor_page
    page.goto("/surveys/twln34/edit")
    page.get_by_label("Class size").click()
    try_to_leave(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Plan")
    assert asked == []
