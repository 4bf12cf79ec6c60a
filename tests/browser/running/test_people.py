"""A colleague is invited, presents, edits, and takes over: by the pages alone."""

import pytest
from instruments import make_instrument
from page_faults import axe_faults
from passwords import PASSWORD
from playwright.sync_api import Page, expect

from survey.store import State, Survey
from survey.store.models import Role

CODE = "bcd234"
TITLE = "After the final"


@pytest.fixture
def survey(store) -> Survey:
    survey = Survey(CODE, make_instrument("1/4", title=TITLE), State.OPEN)
    store.surveys.add(survey)
    return survey


def invited(page: Page, name: str) -> str:
    """Invites a colleague on the account's page; the link."""
    page.goto("/settings")
    page.get_by_role("link", name="Invite and remove colleagues").click()
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Make the link").click()
    link = page.get_by_role("textbox", name=f"The link for {name}").input_value()
    assert axe_faults(page) == []
    return link


def accept(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_label("The same password again").fill(PASSWORD)
    page.get_by_role("button", name="Save and go on").click()
    expect(page.get_by_role("heading", name="Surveys")).to_be_visible()


def share(page: Page, name: str, role: str) -> None:
    page.goto(f"/surveys/{CODE}/settings")
    page.get_by_role("link", name="Share it, or hand it over").click()
    page.get_by_label("Colleague").select_option(name)
    page.get_by_role("radio", name=role).check()
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("listitem").filter(has_text=name)).to_be_visible()


def test_from_an_invitation_to_a_new_owner(instructor_page, new_context, store, survey):
    owner = instructor_page
    link = invited(owner, "ada")
    ada = new_context(1280, 800).new_page()
    accept(ada, link)
    ada.goto(f"/surveys/{CODE}")
    expect(ada.get_by_text("ask its owner to add you")).to_be_visible()

    share(owner, "ada", "present")
    assert axe_faults(owner) == []
    ada.goto("/surveys")
    expect(ada.get_by_text("shared by instructor")).to_be_visible()
    ada.get_by_role("link", name=TITLE, exact=True).click()
    sections = ada.get_by_role("navigation", name="Sections of this survey")
    expect(sections.get_by_role("link")).to_have_text(["Results", "Share"])
    ada.get_by_role("link", name="Present").click()
    expect(ada.get_by_role("navigation", name="Slides")).to_be_visible()
    expect(ada.get_by_text("Close in")).to_have_count(0)
    ada.goto(f"/surveys/{CODE}/settings")
    expect(ada.get_by_text("You may present this survey")).to_be_visible()

    share(owner, "ada", "edit and close")
    ada.goto(f"/surveys/{CODE}/settings")
    ada.get_by_role("button", name="Close", exact=True).click()
    ada.get_by_role("button", name="Finish now").click()
    expect(ada.get_by_text("Closing is final")).to_be_visible()
    assert store.surveys.get(CODE).state is State.CLOSED

    owner.goto(f"/surveys/{CODE}/people")
    owner.get_by_label("New owner").select_option("ada")
    owner.get_by_role("button", name="Hand over").click()
    expect(owner.get_by_text("ada owns “After the final” now.")).to_be_visible()
    assert store.surveys.get(CODE).role_of("instructor") is Role.EDIT
    ada.goto(f"/surveys/{CODE}/people")
    ada.get_by_role("button", name="Remove instructor").click()
    expect(ada.get_by_text("instructor cannot open this survey any more.")).to_be_visible()
    owner.goto(f"/surveys/{CODE}")
    expect(owner.get_by_text("ask its owner to add you")).to_be_visible()


def test_an_account_is_deleted_with_a_new_home_for_its_surveys(
    instructor_page, new_context, store, survey
):
    ada = new_context(1280, 800).new_page()
    accept(ada, invited(instructor_page, "ada"))
    store.surveys.hand_over(CODE, "ada")
    ada.goto("/settings")
    ada.get_by_role("link", name="Delete this account").click()
    assert axe_faults(ada) == []
    ada.get_by_role("radio", name="go to instructor").check()
    ada.get_by_role("button", name="Delete my account").click()
    expect(ada.get_by_role("heading", name="Sign in")).to_be_visible()
    assert store.surveys.get(CODE).owner == "instructor"
