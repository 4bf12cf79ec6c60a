"""What stands around the questionnaire: the skip link, and links that lead to another one."""

import pytest
from instruments import make_instrument
from playwright.sync_api import Page, expect
from respondent_page import send_button

from survey.core.responses.links import survey_link

INSTRUMENT, OTHER = make_instrument("1/4"), make_instrument("1/3")
FRAGMENT = survey_link("", INSTRUMENT.digest)


@pytest.fixture
def opened(page: Page, publish) -> Page:
    """A page that a link with the questionnaire's digest has opened, and that is marked."""
    page.goto(publish(INSTRUMENT) + FRAGMENT)
    expect(send_button(page)).to_be_enabled()
    page.evaluate("window.marked = true")
    return page


def follow(page: Page, fragment: str) -> None:
    """Changes the address as a link does that is tapped in another app."""
    page.evaluate("fragment => { location.hash = fragment; }", fragment)


def test_skip_link_leads_to_the_questions_and_leaves_the_address_as_it_is(opened):
    opened.keyboard.press("Tab")
    expect(opened.locator(".skip")).to_be_focused()
    opened.keyboard.press("Enter")
    expect(opened.locator("#main")).to_be_focused()
    assert opened.url.endswith(FRAGMENT)
    opened.keyboard.press("Tab")
    assert opened.evaluate("document.querySelector('main').contains(document.activeElement)")
    assert opened.evaluate("window.marked")


def test_link_to_another_questionnaire_is_opened_anew_and_refused(opened):
    follow(opened, survey_link("", OTHER.digest))
    expect(
        opened.get_by_text("This is not the questionnaire that your link names.")
    ).to_be_visible()
    assert opened.evaluate("window.marked") is None


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "fragment", [FRAGMENT, f"{FRAGMENT}&t={'0' * 30}", "#"], ids=["the same", "a token", "none"]
)
def test_link_to_this_questionnaire_leaves_the_page_as_it_is(opened, fragment):
    opened.get_by_role("radio", name="Yes").check()
    with opened.expect_event("console", lambda said: said.text == "followed"):
        opened.evaluate(
            """fragment => {
                addEventListener("hashchange", () => setTimeout(() => console.log("followed")));
                location.hash = "";
                location.hash = fragment;
            }""",
            fragment,
        )
    assert opened.evaluate("window.marked")
    expect(opened.get_by_role("radio", name="Yes")).to_be_checked()
