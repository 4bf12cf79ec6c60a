"""A student finds their own receipt among all reports, and the server does not learn which."""

import random
import re

import pytest
from playwright.sync_api import expect
from respondent_page import send, shown_id, shown_reports

from survey.core.responses.response import Response
from survey.store import State

HERE = "Here it is: these reports were counted."


@pytest.fixture
def answered(page, store, open_survey, survey_url) -> str:
    """The response id of a student among 21; closed since, and its results public."""
    drawn = random.Random("reports")  # the same in every run
    for _ in range(20):
        reports = tuple(drawn.randrange(2) for _ in range(3))
        response = Response(open_survey.instrument.digest, drawn.randbytes(16).hex(), reports)
        store.responses.add("bcd234", response)
    store.surveys.set_sharing("bcd234", True, 5)
    page.goto(survey_url)
    send(page, [1, 0, 1])
    answered = shown_id(page)
    expect(page.get_by_role("link", name="all reports")).to_have_count(0)
    store.surveys.set_state("bcd234", State.CLOSED)
    return answered


def test_receipt_leads_to_its_line(page, answered):
    sent = shown_reports(page)
    page.reload()
    assert shown_id(page) == answered
    page.get_by_role("link", name="all reports").click()
    expect(page.get_by_text(HERE)).to_be_visible()
    line = page.get_by_role("row", name=re.compile(answered))
    expect(line).to_be_in_viewport()
    assert line.get_by_role("cell").all_inner_texts() == sent


@pytest.mark.parametrize("rows_a_page", [300, 5])
def test_the_server_never_sees_the_id_that_is_looked_for(
    page, answered, watched, monkeypatch, rows_a_page
):
    monkeypatch.setattr("survey.core.responses.id_pages.ROWS_A_PAGE", rows_a_page)
    page.goto("/s/bcd234/reports")
    watched.requests.clear()
    asked = []
    page.on("request", lambda request: asked.append(request.url + str(request.headers)))
    page.get_by_label("Your response id").fill(answered.upper())
    page.get_by_role("button", name="Find it").click()
    expect(page.get_by_text(HERE)).to_be_visible()
    assert answered not in str(watched.requests)
    assert all(answered[:8] not in each.split("#")[0] for each in asked)
    divided = rows_a_page == 5
    assert page.url.endswith(f"/reports{'/' + answered[0] if divided else ''}#{answered}")


def test_an_id_that_was_not_counted_is_told(page, answered):
    page.goto("/s/bcd234/reports")
    find = page.get_by_label("Your response id")
    find.fill("f" * 32)
    page.keyboard.press("Enter")
    expect(page.get_by_text("No response with this id was counted.")).to_be_visible()
    find.fill("not an id")
    page.keyboard.press("Enter")
    expect(page.get_by_text("A response id has 32 digits")).to_be_visible()


def test_without_a_script_the_list_is_there(new_context, answered):
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/s/bcd234/reports")
    expect(page.get_by_role("row", name=re.compile(answered))).to_be_visible()
    expect(page.get_by_role("button", name="Find it")).to_be_hidden()
