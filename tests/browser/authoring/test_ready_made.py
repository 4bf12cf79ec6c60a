"""Ready-made surveys by two clicks, and the proposed privacy notice by one."""

import pytest
from playwright.sync_api import expect

from survey.core.ready_made.privacy_notice import proposed_notice
from survey.store import State


def test_a_ready_made_survey_is_chosen_and_published(instructor_page, store):
    page = instructor_page
    page.goto("/surveys")
    page.get_by_role("link", name="Ready-made", exact=True).click()
    page.get_by_role("button", name="Use “Sexual harassment at our university”").click()
    page.get_by_label("Local support line").fill("Student counselling, 555 0100")
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_role("button", name="Publish")).to_have_count(0)
    (survey,) = (each for each in store.surveys.all() if each.instrument.support_needed)
    assert survey.state is State.OPEN
    assert survey.instrument.worded_in("ar").support == "Student counselling, 555 0100"


@pytest.mark.exhaustive
def test_the_proposed_notice_is_taken_over_by_a_click(instructor_page):
    page = instructor_page
    page.goto("/surveys/new")
    page.get_by_text("Who asks, and privacy notice").click()
    page.get_by_text("A notice that is true of this app").click()
    page.get_by_role("button", name="Take it over").click()
    expect(page.get_by_label("Privacy notice", exact=True)).to_have_value(proposed_notice())
    expect(page.get_by_label("Privacy notice", exact=True)).to_be_focused()
