"""An instructor's five minutes, in a real browser."""

import re
import secrets

import pytest
from playwright.sync_api import expect
from respondent_page import send, send_button

from survey.core.responses.response import Response


def test_from_composing_to_a_result_on_the_projector(instructor_page, new_context, store):
    page = instructor_page
    page.get_by_role("link", name="New survey").click()
    page.get_by_label("Title").fill("After the final")
    page.get_by_label("Class size").fill("200")
    page.get_by_label("Question", exact=True).fill("Did you cheat?")
    page.get_by_text("Exact γ").click()
    page.get_by_label("γ of this question").fill("0.1")
    expect(page.get_by_text("With 200 respondents expect ±48 points, by Hoeff")).to_be_visible()
    page.get_by_label("γ of this question").fill("49/100")
    expect(page.get_by_text("Truth is sent with probability 99%")).to_be_visible()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Preview").click()
    expect(page.get_by_text("This is a preview")).to_be_visible()
    page.get_by_role("radio", name="Yes").check()
    send_button(page).click()
    expect(page.get_by_role("heading", name="Preview of the receipt")).to_be_visible()
    assert page.evaluate("localStorage.length") == 0
    page.get_by_role("link", name="Back to the survey").click()
    page.get_by_label("I have read that a report is strong evidence here").check()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("The count appears once 15 have responded")).to_be_visible()
    code = page.url.split("/")[-2]
    for _ in range(5):
        student = new_context().new_page()
        student.goto("/")
        student.get_by_label("Code on the screen").fill(f"{code[:3].upper()} {code[3:]}")
        student.get_by_role("button", name="Join").click()
        send(student, [1])
    page.get_by_role("link", name="Back to the survey").click()
    expect(page.get_by_text("5 of 200 responses")).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("."))).to_be_visible()
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Settings").click()
    page.get_by_role("button", name="Close", exact=True).click()
    expect(page.get_by_text("Nobody can begin any more.")).to_be_visible()
    page.get_by_role("button", name="Finish now").click()
    expect(page.get_by_text("The survey is closed.")).to_be_visible()


@pytest.mark.exhaustive
def test_enter_in_a_field_saves_and_does_not_remove_a_question(instructor_page, store):
    page = instructor_page
    page.goto("/surveys/new")
    page.get_by_role("button", name="+ question").click()
    page.get_by_label("Question", exact=True).nth(0).fill("One?")
    page.get_by_label("Question", exact=True).nth(1).fill("Two?")
    page.get_by_label("Title").fill("T")
    page.get_by_label("Title").press("Enter")
    page.wait_for_url(re.compile(r"/surveys/\w{6}$"))
    assert len(store.surveys.all()[0].instrument.questions) == 2


@pytest.fixture
def dashboard(instructor_page, open_survey):
    instructor_page.goto("/surveys/bcd234")
    return instructor_page


def test_dashboard_updates_itself_and_asks_for_nothing_new_in_between(
    dashboard, store, open_survey
):
    expect(dashboard.get_by_text("Results are hidden until 5 responses")).to_be_visible()
    for _ in range(6):
        response = Response(open_survey.instrument.digest, secrets.token_hex(16), (1, 0, 1))
        store.responses.add("bcd234", response)
    expect(dashboard.get_by_text("6 of 100 responses")).to_be_visible()
    expect(dashboard.get_by_role("img")).to_have_count(3)
    expect(dashboard.get_by_text("Results are hidden")).to_be_hidden()
    expect(dashboard.get_by_role("link", name="Handout to print")).to_be_visible()
    for _ in range(2):
        with dashboard.expect_request("**/surveys/bcd234") as asked:
            pass
        assert asked.value.response().status == 304


@pytest.mark.exhaustive
def test_dashboard_says_when_it_has_lost_the_server(dashboard):
    dashboard.context.set_offline(True)
    expect(dashboard.get_by_text("the server does not answer")).to_be_visible()
    dashboard.context.set_offline(False)
    expect(dashboard.get_by_text("the server does not answer")).to_be_hidden()


def test_download_is_a_file_that_opens(dashboard, store, open_survey):
    for _ in range(5):
        response = Response(open_survey.instrument.digest, secrets.token_hex(16), (1, 0, 1))
        store.responses.add("bcd234", response)
    dashboard.get_by_role("link", name="Files").click()
    with dashboard.expect_download() as download:
        dashboard.get_by_role("link", name="Reports (CSV)").click()
    assert download.value.suggested_filename == "bcd234-reports.csv"
    lines = download.value.path().read_text().splitlines()
    assert len([line for line in lines if not line.startswith("#")]) == 6


@pytest.mark.first_cell
@pytest.mark.parametrize("kind", ["SVG", "PNG"])
def test_card_is_saved_under_the_surveys_name(dashboard, store, open_survey, kind):
    for _ in range(5):
        response = Response(open_survey.instrument.digest, secrets.token_hex(16), (1, 0, 1))
        store.responses.add("bcd234", response)
    dashboard.reload()
    dashboard.get_by_text("Picture", exact=True).first.click()
    role = "link" if kind == "SVG" else "button"
    with dashboard.expect_download() as download:
        dashboard.get_by_role(role, name=kind).first.click()
    assert download.value.suggested_filename == f"bcd234-q1.{kind.lower()}"
    content = download.value.path().read_bytes()
    assert content.startswith(b"<svg" if kind == "SVG" else b"\x89PNG")
