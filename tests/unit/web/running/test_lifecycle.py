"""From draft to open, closed and open again: what anyone can do at each step."""

import re
import secrets

import pytest
from instruments import make_instrument

from survey.core.instrument.parsing import from_canonical_json
from survey.core.responses.response import Response
from survey.errors import StoreUnavailable
from survey.exports.catalog import offered
from survey.store import State, Survey
from survey.wire.stating import sign_missing_statements

CODE = "bcd234"
PATH = f"/surveys/{CODE}"
PAGES = ("", "/instrument.json", "/state", "/coin", "/results", "/results.json")


@pytest.fixture
def survey(store, instrument) -> Survey:
    """A draft."""
    store.surveys.add(Survey(CODE, instrument))
    return store.surveys.get(CODE)


@pytest.fixture
def send(respondent, survey):
    """Sends a response, a new one unless an id is given; returns the status."""

    def send(response_id: str | None = None) -> int:
        body = {
            "instrument": survey.instrument.digest,
            "response_id": response_id or secrets.token_hex(16),
            "reports": [0, 1, 0],
        }
        return respondent.post(f"/s/{CODE}/responses", json=body).status_code

    return send


def test_draft_does_not_exist_for_respondents(respondent, instructor, send):
    assert [respondent.get(f"/s/{CODE}{page}").status_code for page in PAGES] == [404] * len(PAGES)
    assert send() == 404
    assert respondent.get("/join", query_string={"code": CODE}).status_code == 404
    # ... not even while the instructor looks at it in the same browser.
    assert instructor.get(f"/s/{CODE}").status_code == 404


def test_publishing_leads_to_the_page_for_the_projector(instructor, respondent, send, survey):
    answer = instructor.post(f"{PATH}/publish")
    assert answer.headers["Location"] == f"{PATH}/present?slide=0"
    assert respondent.get(f"/s/{CODE}").status_code == 200
    assert respondent.get(f"/s/{CODE}/state").get_json()["open"] is True
    assert send() == 201


def test_weak_odds_are_published_only_if_the_box_is_ticked(instructor, store):
    store.surveys.add(Survey("weak34", make_instrument("1/4", "9/20")))
    page = instructor.get("/surveys/weak34").text
    assert (
        page.count("A report is strong evidence of the answer: at worst, suspicion 30\xa0→\xa089%")
        == 1
    )
    assert 'form="publish" name="weak-privacy" id="weak-privacy" required>' in page
    refused = instructor.post("/surveys/weak34/publish")
    assert refused.status_code == 409
    assert "Question 2: A report is strong evidence of the answer" in refused.text
    assert "Tick the box above Publish" in refused.text
    assert store.surveys.get("weak34").state is State.DRAFT
    assert instructor.post("/surveys/weak34/publish", {"weak-privacy": "on"}).status_code == 302
    assert store.surveys.get("weak34").state is State.OPEN


def test_a_draft_says_how_all_its_questions_together_protect(instructor, store):
    store.surveys.add(Survey("many34", make_instrument(*["1/4"] * 5)))
    page = instructor.get("/surveys/many34").text
    assert '<p class="protection" data-level="hardly_any">' in page
    assert "Each answer: <strong>strong</strong>." in page
    assert "Together, at worst: <strong>hardly any</strong>. Suspicion 30\xa0→\xa099%." in page


def test_a_draft_without_weak_odds_has_no_box_to_tick(instructor, survey):
    assert "weak-privacy" not in instructor.get(PATH).text


def test_odds_above_99_are_published_by_no_box_and_a_closed_survey_says_why(instructor, store):
    strong = from_canonical_json(make_instrument().canonical_json.replace('"1/4"', '"499/1000"'))
    store.surveys.add(Survey("drft34", strong))
    store.surveys.add(Survey("clsd34", strong, State.OPEN, fewest_responses=1))
    store.responses.add("clsd34", Response(strong.digest, "0" * 32, (1,)))
    store.surveys.set_state("clsd34", State.CLOSED)
    draft = instructor.get("/surveys/drft34").text
    assert "cannot be published as it is. Question 1 has odds of 999 to 1." in draft
    assert 'action="/surveys/drft34/publish"' not in draft
    closed = instructor.get("/surveys/clsd34").text
    assert "This survey takes no more responses. Question 1 has odds of 999 to 1." in closed
    answer = instructor.post("/surveys/drft34/publish", {"weak-privacy": "on"})
    assert answer.status_code == 409
    assert "Choose γ = 49/100 or less." in answer.text
    assert instructor.get("/surveys/clsd34/results.json").status_code == 200


def test_closed_survey_takes_nothing_more_by_whatever_door(instructor, respondent, store, send):
    instructor.post(f"{PATH}/publish")
    first = secrets.token_hex(16)
    assert send(first) == 201
    answer = instructor.client.get(instructor.close_for_good(PATH).headers["Location"])
    assert "The order in which responses came is erased from the file." in answer.text
    assert send() == 410
    assert send(first) == 200
    assert "takes no more responses" in respondent.get(f"/s/{CODE}/coin").text
    # What the client shows then: tests/browser/respondent/test_shell.py.
    assert respondent.get(f"/s/{CODE}/state").get_json()["open"] is False
    assert "This survey is closed" in instructor.get(f"{PATH}/present?slide=0").text
    page = instructor.get(f"{PATH}/settings").text
    for door in ("publish", "reopen", "close", "finish"):
        assert f'action="{PATH}/{door}"' not in page
    refused = instructor.post(f"{PATH}/publish")
    assert refused.status_code == 409
    assert "Nothing was done: this has changed since your page was loaded" in refused.text
    assert instructor.post(f"{PATH}/reopen").status_code == 404
    assert instructor.post(f"{PATH}/closing", {"closes": "5"}).status_code == 410
    assert respondent.get(f"/s/{CODE}/state").get_json()["open"] is False
    assert send() == 410
    assert store.responses.tally(CODE).responses == 1


def test_closing_is_stated_and_stays_owed_where_that_failed(instructor, store, survey, monkeypatch):
    def full(*_) -> bool:
        raise StoreUnavailable("The disk is full. Free some space and try again.")

    instructor.post(f"{PATH}/publish")
    with monkeypatch.context() as patch:
        patch.setattr(store.surveys, "add_statement", full)
        instructor.close_for_good(PATH)
    assert store.surveys.missing_statements() == [CODE]
    sign_missing_statements(store, instructor.client.application.extensions["signing_key"])
    assert len(store.surveys.statements(CODE)) == 1


def test_in_the_last_minute_what_was_sent_arrives_and_nothing_is_begun(
    instructor, respondent, store, send
):
    instructor.post(f"{PATH}/publish")
    store.surveys.set_sharing(CODE, True, 1)
    send()
    page = instructor.client.get(instructor.post(f"{PATH}/close").headers["Location"]).text
    assert "Nobody can begin any more." in page
    assert f'action="{PATH}/close"' not in page
    assert "Anyone with the link can answer" not in page
    assert "takes responses without slips" not in instructor.get(f"{PATH}/tokens").text
    state = respondent.get(f"/s/{CODE}/state").get_json()
    assert (state["open"], state["results"]) == (False, True)
    assert state["closes"] is not None  # so no receipt leads to the list
    assert respondent.get(f"/s/{CODE}/results").status_code == 200
    assert "closed for now" in respondent.get(f"/s/{CODE}/coin").text
    assert "This survey is closed" in instructor.get(f"{PATH}/present?slide=0").text
    assert send() == 201  # a phone that waited
    for address in (PATH, f"{PATH}/settings"):
        assert "1 of 100" in instructor.get(address).text
    for export in filter(lambda each: each.own, offered()):
        answer = instructor.get(f"{PATH}/{export.own}")
        assert answer.status_code == (403 if export.reports else 200), export
    assert respondent.get(f"/s/{CODE}/reports").status_code == 403
    assert store.surveys.statements(CODE) == []
    instructor.post(f"{PATH}/closing", {"closes": "cancel"})
    assert respondent.get(f"/s/{CODE}/state").get_json()["open"] is True
    assert "2 of 100" in instructor.get(PATH).text
    assert "Anyone with the link can answer" in instructor.get(f"{PATH}/settings").text
    assert "takes responses without slips" in instructor.get(f"{PATH}/tokens").text


def test_a_slide_closes_undoes_and_finishes(instructor, store, survey):
    instructor.post(f"{PATH}/publish")
    slide = {"slide": "1"}
    for press, form, state in (
        ("close", slide, (State.OPEN, True)),
        ("closing", slide | {"closes": "cancel"}, (State.OPEN, False)),
        ("close", slide, (State.OPEN, True)),
        ("finish", slide, (State.CLOSED, False)),
    ):
        answer = instructor.post(f"{PATH}/{press}", form)
        assert answer.headers["Location"] == f"{PATH}/present?slide=1"
        now = store.surveys.get(CODE)
        assert (now.state, now.closing) == state
        page = instructor.get(f"{PATH}/present?slide=1").text
        assert ("Undo" in page, "Finish now" in page) == (now.closing, now.closing)


@pytest.mark.parametrize("steps", [["publish"], ["publish", "close"], ["publish", "finish"]])
def test_once_published_nothing_can_change_the_questions(instructor, store, survey, steps):
    for step in steps:
        instructor.post(f"{PATH}/{step}")
    edited = {"title": "Another", "class_size": "5", "questions-0-text": "Other?",
              "questions-0-gamma": "2/5", "save": ""}  # fmt: skip
    refused = instructor.post(f"{PATH}/edit", edited)
    assert refused.status_code == 409
    assert "Duplicate it and edit the copy." in refused.text
    assert instructor.get(f"{PATH}/edit").status_code == 409
    assert store.surveys.get(CODE).instrument.digest == survey.instrument.digest
    assert f"{PATH}/edit" not in instructor.get(PATH).text


def test_draft_page_shows_what_will_be_frozen(instructor, survey):
    page = instructor.get(PATH).text
    for question in survey.instrument.questions:
        assert question.text in page
        assert f"γ = {question.gamma}:" in page
    assert "Publishing freezes the questions" in page
    assert "ε = 3.11" in page  # ln 3 + ln 5 + ln 1.5 = ln 22.5


@pytest.mark.parametrize("step", ["publish", "close"])
def test_a_step_pressed_twice_does_no_harm(instructor, store, survey, step):
    if step != "publish":
        instructor.post(f"{PATH}/publish")
    shown = {"shown": instructor.stamp(PATH)}
    assert instructor.post(f"{PATH}/{step}", shown).status_code == 302
    after = store.surveys.get(CODE)
    assert instructor.post(f"{PATH}/{step}", shown).status_code == 409
    assert store.surveys.get(CODE) == after


def test_deleting_a_survey_without_responses_counts_none(instructor, store, two_surveys):
    page = instructor.get("/surveys/thr346/delete").text
    responses = store.responses.tally("thr346").responses
    assert ("Nobody has responded to it." in page) is (responses == 0)
    assert "0 response" not in page


@pytest.mark.parametrize("action", ["publish", "close", "sharing", "delete", "duplicate", "edit"])
def test_action_on_a_survey_that_does_not_exist_is_404(instructor, store, action):
    form = {"fewest_responses": "5", "code": "nosuch"}
    assert instructor.post(f"/surveys/nosuch/{action}", form).status_code == 404
    assert store.surveys.all() == []


@pytest.fixture
def two_surveys(store, survey, instructor, send):
    """The survey, published with one response, and another that must stay."""
    store.surveys.add(Survey("thr346", make_instrument(title="Another"), State.OPEN))
    instructor.post(f"{PATH}/publish")
    send()


@pytest.mark.parametrize("typed", ["", " ", "nosuch", "thr346", "bcd23", "bcd234x", "yes"])
def test_nothing_is_deleted_unless_its_own_code_is_typed(instructor, store, two_surveys, typed):
    answer = instructor.post(f"{PATH}/delete", {"code": typed})
    assert answer.status_code == 422
    assert "Nothing was deleted." in answer.text
    assert len(store.surveys.all()) == 2
    assert store.responses.tally(CODE).responses == 1


def test_deleting_says_how_much_and_leaves_the_other_survey(
    instructor, respondent, store, two_surveys, send
):
    page = re.sub(r"\s+", " ", instructor.get(f"{PATH}/delete").text)
    assert "its 1 response for good" in page
    answer = instructor.post(f"{PATH}/delete", {"code": "BCD-234"}, follow_redirects=True)
    assert "“Exams” is deleted, with all its responses." in answer.text
    assert [survey.code for survey in store.surveys.all()] == ["thr346"]
    assert [respondent.get(f"/s/{CODE}{page}").status_code for page in PAGES] == [404] * len(PAGES)
    assert send() == 404
    assert instructor.get(PATH).status_code == 404


def test_results_are_not_hidden_below_more_responses_than_can_come(instructor, store):
    store.surveys.add(Survey("capd34", make_instrument("1/4"), State.OPEN, cap=8))
    for fewest, status in (("9", 422), ("8", 302)):
        answer = instructor.post("/surveys/capd34/sharing", {"fewest_responses": fewest})
        assert answer.status_code == status
        assert ("At most 8 can answer" in answer.text) == (status == 422)


def test_sharing_is_kept_as_chosen(instructor, store, survey):
    form = {"results_public": "y", "fewest_responses": "12"}
    assert instructor.post(f"{PATH}/sharing", form).status_code == 302
    kept = store.surveys.get(CODE)
    assert (kept.results_public, kept.fewest_responses) == (True, 12)
    instructor.post(f"{PATH}/sharing", {"fewest_responses": "1"})
    kept = store.surveys.get(CODE)
    assert (kept.results_public, kept.fewest_responses) == (False, 1)


@pytest.mark.parametrize("typed", ["0", "-3", "1000001", "1.5", "many", ""])
def test_impossible_threshold_changes_nothing(instructor, store, survey, typed):
    instructor.post(f"{PATH}/publish")
    before = store.surveys.get(CODE)
    answer = instructor.post(f"{PATH}/sharing", {"results_public": "y", "fewest_responses": typed})
    assert answer.status_code == 422
    assert 'id="fewest_responses-error"' in answer.text
    assert re.search(f'name="fewest_responses"[^>]* value="{typed}"', answer.text)
    assert store.surveys.get(CODE) == before


def test_draft_is_not_closed(instructor, store, survey):
    answer = instructor.post(f"{PATH}/close")
    assert answer.status_code == 410
    assert "it has not been published" in answer.text
    assert store.surveys.get(CODE).state is State.DRAFT


def test_order_that_could_not_be_wiped_is_said_and_wiped_later(
    instructor, store, open_survey, monkeypatch
):
    with monkeypatch.context() as patch:
        patch.setattr(store.database, "_rewrite", fail_to_rewrite)
        page = instructor.close_for_good("/surveys/bcd234", follow_redirects=True).text
    assert "The survey is closed. The order in which responses came cannot be erased" in page
    assert "The server tries again until it is done" in page
    assert store.surveys.get("bcd234").state is State.CLOSED
    store.maintenance.wipe()  # as the housekeeper does


def test_deletion_that_has_happened_is_no_failure_while_its_bytes_are_yet_to_be_wiped(
    instructor, store, open_survey, monkeypatch
):
    with monkeypatch.context() as patch:
        patch.setattr(store.database, "_rewrite", fail_to_rewrite)
        form = {"code": "bcd234"}
        answer = instructor.post("/surveys/bcd234/delete", form, follow_redirects=True)
    assert answer.status_code == 200
    assert "“Exams” is deleted, with all its responses." in answer.text
    assert "The former bytes cannot be erased from the database’s files yet" in answer.text
    assert store.surveys.all() == []


def fail_to_rewrite():
    raise StoreUnavailable("The disk is full.")
