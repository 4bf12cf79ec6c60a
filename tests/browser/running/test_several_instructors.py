"""Two instructors in two browsers: each signs in by name and sees their own surveys."""

import pytest
from page_faults import axe_faults
from passwords import PASSWORD
from playwright.sync_api import Page, expect

from survey.store import Instructor
from survey.web.accounts.sign_in import make_sign_in_link


@pytest.fixture
def choose_password(new_context, store):
    """A desktop browser that has followed the link of this instructor, and signed out again."""

    def choose_password(name: str, password: str) -> Page:
        store.instructors.add(Instructor(name))
        page = new_context(1280, 800).new_page()
        page.goto(make_sign_in_link(store, name))
        page.get_by_label("New password").fill(password)
        page.get_by_label("The same password again").fill(password)
        page.get_by_role("button", name="Save and go on").click()
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_text("You are signed out.")).to_be_visible()
        return page

    return choose_password


def sign_in(page: Page, name: str, password: str) -> None:
    page.goto("/surveys")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Sign in").click()


def compose(page: Page, title: str) -> str:
    """Composes a survey; its address."""
    page.get_by_role("link", name="New survey").click()
    page.get_by_label("Title").fill(title)
    page.get_by_label("Question", exact=True).fill("Did you?")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name=title)).to_be_visible()
    return page.url


@pytest.mark.exhaustive
def test_each_signs_in_by_name_and_reaches_own_surveys_only(choose_password):
    ada = choose_password("ada", PASSWORD)
    grace = choose_password("grace", f"{PASSWORD} too")
    sign_in(grace, "ada", f"{PASSWORD} too")
    expect(grace.get_by_text("This name or this password is wrong.")).to_be_visible()
    sign_in(ada, "Ada", PASSWORD)
    sign_in(grace, "grace", f"{PASSWORD} too")
    of_ada = compose(ada, "Survey of Ada")
    of_grace = compose(grace, "Survey of Grace")
    for page, own, other, address in (
        (ada, "Survey of Ada", "Survey of Grace", of_grace),
        (grace, "Survey of Grace", "Survey of Ada", of_ada),
    ):
        page.goto("/surveys")
        expect(page.get_by_role("link", name=own)).to_be_visible()
        expect(page.get_by_text(other)).to_have_count(0)
        answer = page.goto(address)
        assert answer.status == 404
        expect(page.get_by_role("heading", name="No such survey")).to_be_visible()
        page.goto("/settings")
        expect(page.get_by_text(f"You are signed in as {own.split()[-1].lower()}.")).to_be_visible()


@pytest.mark.exhaustive
def test_name_and_password_are_filled_in_by_the_keyboard_alone(choose_password, store):
    page = choose_password("ada", PASSWORD)
    page.goto("/sign-in")
    assert axe_faults(page) == []
    page.get_by_label("Name").focus()
    page.keyboard.type("ada")
    page.keyboard.press("Tab")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Surveys")).to_be_visible()
