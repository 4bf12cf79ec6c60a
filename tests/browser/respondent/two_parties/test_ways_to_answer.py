"""From a held page, slips, one question each and handing over work as on the server's own page."""

import json

from playwright.sync_api import expect
from ports import unused_port
from respondent_page import choose, expect_saved, press_send

from survey.core.instrument.parsing import validate
from survey.core.responses.links import survey_link
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.store import State, Survey
from survey.web.respondent.survey_links import shared_link

ONE_EACH = validate({
    "title": "One each", "class_size": 60, "one_question_each": True,
    "questions": [{"text": "Ever cheated?"}, {"text": "Ever helped to cheat?"}],
})  # fmt: skip


def test_a_slip_counts_once_with_the_one_question_that_was_drawn(
    page, app, address, held, holder, watched, store
):
    app.config["PUBLIC_URL"] = address
    survey = Survey("each34", ONE_EACH, State.OPEN)
    store.surveys.add(survey)
    [token] = draw_tokens(1)
    store.surveys.add_tokens("each34", [hash_token(app.config["SECRET_KEY"], token)])
    with app.test_request_context():
        link = shared_link(survey)
    page.goto(f"{link}&t={token}")
    expect(page.get_by_text("Your device has picked question")).to_be_visible()
    page.get_by_role("radio", name="Yes").check()
    press_send(page)
    expect_saved(page)
    [(_, reports)] = store.responses.all("each34")
    sent = json.loads(watched.bodies[-1])
    assert (sent["token"], sent["reports"]) == (token, list(reports))
    assert token not in page.url
    assert len(holder.asked) == 1  # the page, before an answer was given


def test_a_response_is_handed_over_where_the_collector_does_not_answer(
    page, held, holder, open_survey, respondent
):
    address = f"https://127.0.0.1:{unused_port()}/s/{open_survey.code}"
    page.goto(survey_link(address, open_survey.instrument.digest, client=held))
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    questionnaire = open_survey.instrument.canonical_json.encode()
    page.get_by_label("Choose the questionnaire's file").set_input_files(
        {"name": "instrument.json", "mimeType": "application/json", "buffer": questionnaire}
    )
    choose(page, [1, 0, 1])
    press_send(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    handed = json.loads(download.value.path().read_text())
    answer = respondent.post(f"/s/{open_survey.code}/responses", json=handed["response"])
    assert answer.status_code == 201
    assert len(holder.asked) == 1
