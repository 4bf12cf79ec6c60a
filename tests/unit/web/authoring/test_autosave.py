"""Drafts that save themselves, publishing from the composer, and the option not to answer."""

import html
import re

import pytest

from survey.store import State
from survey.store.stamps import survey_stamp
from survey.web.authoring.declining import accepts_declining, offers_declining

FORM = {"title": "T", "class_size": "20", "questions-0-text": "Q?"}


def test_first_valid_change_makes_a_draft_and_the_next_one_changes_it(instructor, store):
    said = instructor.post("/surveys/new", FORM | {"autosave": ""}).get_json()
    (draft,) = store.surveys.all()
    assert said == {"saved": True, "address": f"/surveys/{draft.code}/edit",
                    "draft": draft.instrument.digest, "phrases": "{}"}  # fmt: skip
    again = FORM | {"title": "U", "draft": said["draft"], "autosave": ""}
    assert instructor.post(said["address"], again).status_code == 200
    (draft,) = store.surveys.all()
    assert draft.instrument.title == "U"


def test_a_first_save_whose_answer_was_lost_is_repeated_without_a_second_draft(instructor, store):
    page = instructor.get("/surveys/new").text
    code = re.search(r'name="code"[^>]*value="([^"]+)"', page)[1]
    first = FORM | {"code": code, "autosave": ""}
    answers = [instructor.post("/surveys/new", first) for _ in range(2)]
    assert answers[0].get_json() == answers[1].get_json()
    assert [survey.code for survey in store.surveys.all()] == [code]
    assert instructor.post("/surveys/new", first | {"title": "U"}).status_code == 409
    assert store.surveys.get(code).instrument.title == "T"


def test_a_form_cannot_take_a_code_that_is_not_one_or_not_free(instructor, store, open_survey):
    for code in ("", "admin1", open_survey.code):
        assert instructor.post("/surveys/new", FORM | {"code": code, "save": ""}).status_code == 302
    codes = {survey.code for survey in store.surveys.all()} - {open_survey.code}
    assert len(codes) == 3
    assert "admin1" not in codes


def test_what_is_not_valid_is_not_saved(instructor, store):
    answer = instructor.post("/surveys/new", FORM | {"title": "", "autosave": ""})
    assert (answer.status_code, answer.get_json()) == (200, {"saved": False})
    assert store.surveys.all() == []


def test_another_windows_change_is_not_overwritten(instructor, store):
    said = instructor.post("/surveys/new", FORM | {"autosave": ""}).get_json()
    first = FORM | {"title": "U", "draft": said["draft"], "autosave": ""}
    second = FORM | {"title": "V", "draft": said["draft"], "autosave": ""}
    assert instructor.post(said["address"], first).status_code == 200
    assert instructor.post(said["address"], second).status_code == 409
    assert store.surveys.all()[0].instrument.title == "U"


def test_publish_of_the_composer_opens_the_survey(instructor, store):
    answer = instructor.post("/surveys/new", FORM | {"publish": ""})
    assert answer.status_code == 307
    (draft,) = store.surveys.all()
    assert answer.location == f"/surveys/{draft.code}/publish?shown={survey_stamp(draft)}"
    assert instructor.post(answer.location, FORM).status_code == 302
    assert store.surveys.all()[0].state is State.OPEN


def test_rehearse_of_the_composer_saves_and_posts_on(instructor, store):
    answer = instructor.post("/surveys/new", FORM | {"rehearse": ""})
    (draft,) = store.surveys.all()
    assert answer.status_code == 307
    assert answer.location == f"/surveys/{draft.code}/rehearse"


@pytest.mark.parametrize("button", ["save", "rehearse", "autosave"])
def test_the_limit_that_was_typed_is_kept_whatever_is_pressed(instructor, store, button):
    typed = {"figures": "closed", "cap": "44", button: ""}
    instructor.post("/surveys/new", FORM | typed)
    (draft,) = store.surveys.all()
    assert (draft.cap, draft.hidden_until_closed) == (44, True)
    changed = {"figures": "running", "cap": "", "draft": draft.instrument.digest, button: ""}
    instructor.post(f"/surveys/{draft.code}/edit", FORM | changed)
    (draft,) = store.surveys.all()
    assert (draft.cap, draft.hidden_until_closed) == (None, False)


def test_an_impossible_limit_saves_nothing_and_stands_at_its_field(instructor, store):
    typed = FORM | {"figures": "closed", "cap": "0"}
    assert instructor.post("/surveys/new", typed | {"autosave": ""}).get_json() == {"saved": False}
    page = instructor.post("/surveys/new", typed | {"save": ""})
    assert page.status_code == 422
    assert store.surveys.all() == []
    assert re.search('name="cap"[^>]* value="0"', page.text)
    assert 'value="T"' in page.text


@pytest.mark.parametrize("fields", [{"questions-0-level": "9/20"}, {"support_needed": "1"}])
def test_what_is_to_be_confirmed_or_added_is_asked_for_on_the_drafts_page(
    instructor, store, fields
):
    answer = instructor.post("/surveys/new", FORM | fields | {"publish": ""})
    (draft,) = store.surveys.all()
    typed = {"figures": "running", "cap": "44", "closes": "10"}
    page = instructor.post(answer.location, FORM | fields | typed | {"publish": ""})
    assert page.status_code == 409
    assert 'id="publish"' in page.text
    assert re.search('name="cap"[^>]* value="44"', page.text)
    assert re.search(r'id="closing-10" value="10" checked', page.text)
    assert store.surveys.get(draft.code) == draft


def test_limit_on_epsilon_holds_for_publish_of_the_composer(instructor, store):
    instructor.post("/settings", {"largest_epsilon": "1"})
    answer = instructor.post("/surveys/new", FORM | {"publish": ""})
    page = instructor.post(answer.location, FORM)
    assert page.status_code == 409
    assert "above your limit" in page.text


@pytest.mark.parametrize(
    ("language", "options"),
    [("", ["Yes", "No", "I prefer not to answer"]),
     ("de-AT", ["Ja", "Nein", "Ich möchte nicht antworten"]),
     ("it", ["Yes", "No", "I prefer not to answer"])],
)  # fmt: skip
def test_not_to_answer_is_an_option_in_the_questionnaires_language(language, options):
    asked = {"kind": "yes/no", "text": "Q?", "gamma": "1/4"}
    document = offers_declining(dict(asked), language)
    assert document == asked | {"kind": "choice", "options": options}
    assert accepts_declining(document, language) == (asked, True)


def test_not_to_answer_is_the_last_option_of_a_choice_and_of_no_other_kind():
    choice = {"kind": "choice", "options": ["a", "b"]}
    assert offers_declining(choice, "fr")["options"] == ["a", "b", "Je préfère ne pas répondre"]
    rating = {"kind": "rating", "highest": "5"}
    assert offers_declining(rating, "fr") == rating


def test_the_box_stays_ticked_and_its_margin_is_that_of_three_options(instructor, store):
    fields = {"questions-0-decline": "y", "class_size": "120"}
    instructor.post("/surveys/new", FORM | fields | {"save": ""})
    (draft,) = store.surveys.all()
    assert draft.instrument.questions[0].options == 3
    page = html.unescape(instructor.get(f"/surveys/{draft.code}/edit").text)
    assert re.search(r'<input checked[^>]*name="questions-0-decline"', page)
    assert re.search(r'<option [^>]*selected value="yes/no"', page)
    assert "20 points if figures wait until it has closed." in page


def test_its_translation_is_the_catalogs(instructor, store):
    form = FORM | {"language": "en", "questions-0-decline": "y", "save": "",
                   "phrases": '{"de":[["","T","T"],["Q?","Q?","F?"]]}'}  # fmt: skip
    assert instructor.post("/surveys/new", form).status_code == 302
    (draft,) = store.surveys.all()
    german = draft.instrument.worded_in("de").questions[0]
    assert german.listed == ("Ja", "Nein", "Ich möchte nicht antworten")
