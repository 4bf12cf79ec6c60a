"""Ready-made surveys by two clicks, and the proposed privacy notice by one."""

import pytest
from playwright.sync_api import expect
from respondent_page import send

from survey.core.ready_made.survey import proposed_notice
from survey.store import State, TokenCounts


@pytest.mark.exhaustive
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
def test_a_control_question_is_ticked_printed_on_slips_and_answered(instructor_page, page, store):
    desk = instructor_page
    desk.goto("/surveys/ready-made")
    offered = desk.get_by_role("listitem").filter(
        has=desk.get_by_role("heading", name="Cheating in exams")
    )
    offered.get_by_label("Also ask for a star on the slip").check()
    offered.get_by_role("button", name="Use").click()
    expect(desk.get_by_text("only then hand out the link")).to_be_visible()
    desk.get_by_role("button", name="Publish").click()
    expect(desk.get_by_role("button", name="Publish")).to_have_count(0)
    (survey,) = (each for each in store.surveys.all() if each.instrument.control)
    desk.goto(f"/surveys/{survey.code}/tokens")
    desk.get_by_label("How many slips").fill("20")
    desk.get_by_role("button", name="Print slips").click()
    starred = desk.get_by_role("listitem").filter(has_text="This slip bears a star.")
    expect(starred).to_have_count(5)
    expect(desk.get_by_text("This slip bears no star.")).to_have_count(15)
    token = starred.first.locator(".token").inner_text().replace("-", "")
    page.goto(f"/s/{survey.code}#t={token}")
    expect(page.get_by_role("radiogroup", name="Does your slip bear a star?")).to_be_visible()
    send(page, [0, 0, 1])
    assert store.surveys.token_counts(survey.code) == TokenCounts(20, 1)


@pytest.mark.exhaustive
def test_the_proposed_notice_is_taken_over_by_a_click(instructor_page):
    page = instructor_page
    page.goto("/surveys/new")
    page.get_by_text("Who asks, and privacy notice").click()
    page.get_by_text("A notice that is true of this app").click()
    page.get_by_role("button", name="Use this notice").click()
    expect(page.get_by_label("Privacy notice", exact=True)).to_have_value(proposed_notice())
    expect(page.get_by_label("Privacy notice", exact=True)).to_be_focused()
