"""A server that leads to a second draw of the same answers: the page says so beforehand."""

from dataclasses import replace

from answered_instead import serve_instead
from playwright.sync_api import expect
from respondent_page import choose, expect_saved, press_send

from survey.core.instrument.digest_forms import full_form


def test_a_second_draw_by_another_address_is_said(page, store, open_survey, survey_url):
    """A redirect keeps the link's digest: the same questionnaire, under another code."""
    warning = page.get_by_text("This device has answered this questionnaire before.")
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    expect(warning).to_have_count(0)
    press_send(page)
    expect_saved(page)
    store.surveys.add(replace(open_survey, code="zzz234"))
    page.route(lambda url: url.endswith(survey_url), lambda route: route.fulfill(
        status=302, headers={"Location": "/s/zzz234"}))  # fmt: skip
    page.goto(f"{survey_url}#q={full_form(open_survey.instrument.digest)}")
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    assert "/s/zzz234#q=" in page.url
    expect(warning).to_be_visible()
    choose(page, [1, 0, 1])
    press_send(page)
    expect_saved(page)
    expect(warning).to_be_hidden()  # over the receipt it would be read as of a third draw


def test_a_second_draw_by_another_questionnaire_is_said(page, open_survey, survey_url):
    """Without a digest in the link, another class size is another questionnaire."""
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect_saved(page)
    serve_instead(page, replace(open_survey.instrument, class_size=41))
    page.goto("about:blank")
    page.goto(survey_url)
    expect(page.get_by_text("This device has answered this questionnaire before.")).to_be_visible()
