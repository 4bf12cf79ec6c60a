"""A link that names its questionnaire opens no other one, whatever a server sends in its place."""

from hashlib import sha256

import pytest
from answered_instead import serve_instead
from lies_to_clients import REFUSED
from playwright.sync_api import expect
from respondent_page import choose, expect_saved, press_send
from table_of_lies import cells
from traces import serve_changed_client

from survey.core.instrument.digest_forms import full_form, short_form
from survey.translations.catalogs import LANGUAGES

LIES = cells("client", "questionnaire")


def test_page_with_a_digest_shows_nothing_of_another_questionnaire(
    page, open_survey, survey_url, weaker, bodies
):
    serve_instead(page, weaker)
    page.goto(f"{survey_url}#q={full_form(open_survey.instrument.digest)}")
    expect(page.get_by_text("not the questionnaire that your link names")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert bodies == []


def test_control_without_the_comparison_the_other_questionnaire_is_answered(
    page, open_survey, survey_url, weaker
):
    serve_instead(page, weaker)
    serve_changed_client(page, r"link\.digest !== fullForm\(digest\)", "false")
    page.goto(f"{survey_url}#q={full_form(open_survey.instrument.digest)}")
    expect(page.get_by_role("radiogroup").first).to_be_visible()


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_about_the_questionnaire_is_found(page, open_survey, survey_url, bodies, lie):
    true, told = open_survey.instrument, LIES[lie]()
    text = told.text(true.canonical_json)
    assert text != true.canonical_json
    body = {"body": text, "content_type": "application/json"}
    page.route("**/instrument.json", lambda route: route.fulfill(**body))
    digest = true.digest if told.linked else sha256(text.encode()).hexdigest()
    page.goto(f"{survey_url}#q={full_form(digest)}")
    expect(page.get_by_text(REFUSED[told.linked])).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert bodies == []


@pytest.mark.first_cell
@pytest.mark.parametrize("refused", ["another", "damaged", "silent", "without the script"])
def test_no_language_link_loses_the_digest(page, open_survey, survey_url, weaker, refused):
    """The page in German would open the questionnaire that was refused in English."""
    digest = full_form(open_survey.instrument.digest)
    serve_instead(page, weaker)
    if refused == "silent":
        page.route("**/instrument.json", lambda route: route.abort())
    if refused == "without the script":
        page.route("**/client/client-*.js", lambda route: route.abort())
    fragment = f"#q={digest[:-1] if refused == 'damaged' else digest}"
    page.goto(survey_url + fragment)
    said = {
        "another": "not the questionnaire that your link names",
        "damaged": "This link is damaged",
        "silent": "The server does not answer",
    }
    if refused in said:
        expect(page.get_by_text(said[refused])).to_be_visible()
    links = page.get_by_role("navigation", name="Language").get_by_role("link")
    assert {link.get_attribute("href") for link in links.all()} == {
        f"?lang={tag}{fragment}" for tag in LANGUAGES
    }
    if refused == "another":
        links.get_by_text("Deutsch").click()
        expect(page.get_by_text("den dein Link nennt")).to_be_visible()
        expect(page.get_by_role("radiogroup")).to_have_count(0)


def test_redirect_of_the_page_itself_may_bring_another_digest(
    page, open_survey, survey_url, weaker
):
    """The limit that the threat model names: the short form is then not the screen's."""
    serve_instead(page, weaker)
    elsewhere = f"{survey_url}?lang=en#q={full_form(weaker.digest)}"
    page.route(
        lambda url: url.endswith(survey_url),
        lambda route: route.fulfill(status=302, headers={"Location": elsewhere}),
    )
    page.goto(f"{survey_url}#q={full_form(open_survey.instrument.digest)}")
    short = short_form(weaker.digest)
    assert short != short_form(open_survey.instrument.digest)
    page.get_by_text(f"Compare {short[:9]}").click()
    expect(page.get_by_text(f"that your link names: {short}")).to_be_visible()


def test_damaged_digest_opens_nothing(page, open_survey, survey_url):
    page.goto(f"{survey_url}#q={full_form(open_survey.instrument.digest)[:-1]}")
    expect(page.get_by_text("This link is damaged")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    # The same link would be tried.
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()


def test_link_of_the_projector_says_that_it_is_this_questionnaire(page, open_survey, survey_url):
    digest = full_form(open_survey.instrument.digest)
    page.goto(f"{survey_url}#q={digest}")
    short = " ".join(digest[place : place + 4] for place in range(0, 24, 4))
    page.get_by_text(f"Compare {short[:9]}").click()
    expect(page.get_by_text(f"that your link names: {short}")).to_be_visible()
    assert page.url.endswith(f"#q={digest}")  # a reload, or a link copied from here, keeps it
    choose(page, [1, 0, 1])
    press_send(page)
    expect_saved(page)
