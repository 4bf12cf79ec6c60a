"""Without a network the file takes the questionnaire as a file, and hands its response over."""

import json

import pytest
from instruments import make_instrument
from playwright.sync_api import expect
from ports import unused_port
from respondent_page import choose, expect_saved, press_send
from single_file import open_link

from survey.core.responses.links import survey_link

ANSWERS = [1, 0, 1]


@pytest.fixture
def unreachable(open_survey) -> str:
    """The link of the survey where no server answers."""
    address = f"http://127.0.0.1:{unused_port()}/s/{open_survey.code}"
    return survey_link(address, open_survey.instrument.digest)


def choose_file(page, name: str, content: str) -> None:
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    page.get_by_label("Choose the questionnaire's file").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": content.encode()}
    )


def test_response_is_handed_over_as_file_and_as_qr_code(
    page, file, unreachable, open_survey, respondent
):
    open_link(page, file, unreachable)
    choose_file(page, "instrument.json", open_survey.instrument.canonical_json)
    choose(page, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Delete the file once it is handed over")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    [line] = download.value.path().read_text().splitlines()
    handed = json.loads(line)
    assert (handed["format"], handed["code"]) == ("deniable-response/1", open_survey.code)
    response_id = handed["response"]["response_id"]
    name = f"deniable-{open_survey.code}-{response_id[:8]}.json"
    assert download.value.suggested_filename == name
    answer = respondent.post(f"/s/{open_survey.code}/responses", json=handed["response"])
    assert answer.status_code == 201
    page.get_by_role("button", name="Show as a QR code").click()
    expect(page.get_by_role("img", name="QR code of your reports")).to_be_visible()
    # A reload offers the same response again.
    page.reload()
    choose_file(page, "instrument.json", open_survey.instrument.canonical_json)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert download.value.path().read_text().strip() == line


def test_response_that_waits_is_said_before_its_questionnaire_is_here(
    page, file, unreachable, open_survey
):
    """And only then: a first visit has nothing that could be saved."""
    open_link(page, file, unreachable)
    choose_file(page, "instrument.json", open_survey.instrument.canonical_json)
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    expect(page.get_by_text("Not saved yet")).to_have_count(0)
    choose(page, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Not saved yet: the server does not answer.")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Choose the questionnaire's file")).to_be_visible()
    expect(page.get_by_text("Not saved yet: the server does not answer.")).to_be_visible()


@pytest.mark.exhaustive
def test_response_is_sent_as_soon_as_the_server_answers(page, file, link, store, open_survey):
    def silent(route):
        route.abort()

    page.route("**/s/**", silent)
    open_link(page, file, link)
    choose_file(page, "instrument.json", open_survey.instrument.canonical_json)
    choose(page, ANSWERS)
    press_send(page)
    expect(page.get_by_role("heading", name="No network here?")).to_be_visible()
    page.unroute("**/s/**", silent)
    expect_saved(page)
    expect(page.get_by_role("heading", name="No network here?")).to_be_hidden()
    assert len(list(store.responses.all(open_survey.code))) == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize("content", ["{}", make_instrument("1/4").canonical_json])
def test_file_that_is_not_the_questionnaire_is_refused_until_another_is_chosen(
    page, file, unreachable, open_survey, content
):
    # Without a digest in the link, any questionnaire would do.
    open_link(page, file, unreachable.partition("#")[0] if content == "{}" else unreachable)
    choose_file(page, "other.json", content)
    said = page.get_by_text("This file is not the questionnaire of your link.")
    expect(said).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    choose_file(page, "instrument.json", open_survey.instrument.canonical_json)
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    expect(said).to_be_hidden()


@pytest.mark.exhaustive
def test_response_is_offered_once_the_server_has_not_answered(page, file, link):
    held = []
    page.route("**/responses", lambda route: held.append(route))
    open_link(page, file, link)
    choose(page, ANSWERS)
    with page.expect_request("**/responses"):
        press_send(page)
    expect(page.get_by_text("Sending")).to_be_visible()
    offered = page.get_by_role("heading", name="No network here?")
    expect(offered).to_be_hidden()
    page.route("**/responses", lambda route: route.abort())
    held[0].abort()
    expect(offered).to_be_visible()
    page.get_by_role("button", name="Show as a QR code").click()
    with page.expect_event("requestfailed"):
        pass
    # The picture outlives another attempt.
    expect(page.get_by_role("img", name="QR code of your reports")).to_be_visible()
