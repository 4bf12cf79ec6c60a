"""Whoever leaves edits that nothing keeps is asked first; a draft keeps them: test_composing.py."""

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


def test_edits_of_a_draft_are_asked_about_only_where_nothing_keeps_them(instructor_page, asked):
    """A browser that denies its storage, and a title that is missing, so that nothing is saved."""
    page = instructor_page
    page.add_init_script("Storage.prototype.setItem = () => { throw new Error('denied') }")
    page.goto("/surveys/new")
    page.get_by_label("Question", exact=True).fill("Did you cheat?")
    expect_to_be_asked_and_stay(page, asked)
    expect(page.get_by_label("Question", exact=True)).to_have_value("Did you cheat?")


def test_edits_of_a_translation_are_not_lost_without_a_word(instructor_page, asked):
    page = instructor_page
    page.goto(TRANSLATE)
    page.get_by_role("textbox").first.fill("شيء آخر")
    expect_to_be_asked_and_stay(page, asked)


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
def test_a_title_that_the_field_shows_on_one_line_is_no_edit(instructor_page, asked, store):
    """A file can give it line breaks, and the browser leaves them out."""
    store.surveys.add(Survey("twln34", replace(make_translated_instrument(), title="Two\nlines")))
    page = instructor_page
    page.goto("/surveys/twln34/edit")
    page.get_by_label("Class size").click()
    try_to_leave(page)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Plan")
    assert asked == []
