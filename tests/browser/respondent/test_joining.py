"""Typing a code, or pasting a whole link: what stands behind its "#" reaches no server."""

from urllib.parse import unquote

import pytest
from playwright.sync_api import expect
from respondent_page import send_button

from survey.core.instrument.digest_forms import full_form, short_form
from survey.core.responses.links import survey_link
from survey.core.responses.tokens import draw_tokens, hash_token

AROUND = ["{}", "Hi, here: {} See you!", "‹{}›", "({})."]


@pytest.fixture
def token(app, store, open_survey) -> str:
    (token,) = draw_tokens(1)
    store.surveys.add_tokens(open_survey.code, [hash_token(app.config["SECRET_KEY"], token)])
    return token


@pytest.fixture
def link(address, open_survey, token) -> str:
    """A slip's link."""
    return survey_link(f"{address}/s/{open_survey.code}", open_survey.instrument.digest, token)


def join(page, typed: str, path: str = "/") -> None:
    page.goto(path)
    page.get_by_label("Code on the screen").fill(typed)
    page.get_by_role("button", name="Join").click()


def asked_of(watched) -> str:
    """All that the server was asked, as it can be read in a log."""
    return unquote(repr(watched.requests))


def expect_the_slips_page(page, instrument, token: str) -> None:
    short = short_form(instrument.digest)
    page.get_by_text(f"Compare {short[:9]}").click()
    expect(page.get_by_text(f"that your link names: {short}")).to_be_visible()
    shown = page.get_by_label("token").input_value()
    assert shown.replace("-", "") == token


@pytest.mark.first_cell
@pytest.mark.parametrize("around", AROUND)
def test_pasted_link_is_opened_with_its_digest_and_its_token(
    page, watched, open_survey, link, token, around
):
    join(page, around.format(link))
    expect_the_slips_page(page, open_survey.instrument, token)
    assert "/join?" not in asked_of(watched)
    assert token not in asked_of(watched)
    assert full_form(open_survey.instrument.digest) not in asked_of(watched)


def test_link_without_its_scheme_or_with_an_encoded_fragment_is_opened(
    page, watched, open_survey, link, token
):
    for pasted in (link.partition("//")[2], link.replace("#", "%23")):
        join(page, pasted)
        expect_the_slips_page(page, open_survey.instrument, token)
    assert token not in asked_of(watched)


def test_link_of_another_host_leads_there(page, open_survey, link, token):
    elsewhere = link.replace("127.0.0.1", "localhost")
    join(page, elsewhere)
    expect_the_slips_page(page, open_survey.instrument, token)
    assert page.url.startswith("http://localhost:")


def test_language_that_was_asked_for_stays(page, link):
    page.goto("/?lang=de")
    page.get_by_role("textbox").fill(link)
    page.get_by_role("button").click()
    page.wait_for_url("**/s/bcd234?lang=de**")
    expect(send_button(page)).to_be_visible()


def test_code_leads_to_its_survey_and_a_fragment_behind_it_is_not_sent(
    page, watched, open_survey, token
):
    join(page, f"{open_survey.code}#t={token}")
    page.wait_for_url(f"**/s/{open_survey.code}")
    assert "/join?code=bcd234" in asked_of(watched)
    assert token not in asked_of(watched)


def test_code_behind_a_number_sign_is_a_code(page, open_survey):
    join(page, f" #{open_survey.code}")
    page.wait_for_url(f"**/s/{open_survey.code}")


def test_wrong_code_is_still_explained(page):
    join(page, "zzz999")
    expect(page.get_by_text("No survey has this code.")).to_be_visible()


def test_control_without_the_script_the_token_is_sent(page, watched, open_survey, link, token):
    page.route("**/join.js", lambda route: route.abort())
    join(page, link)
    page.wait_for_url("**/s/bcd234")
    assert token in asked_of(watched)
