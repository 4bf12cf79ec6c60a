"""An instructor composes, publishes, closes and deletes surveys."""

import re

import pytest

from survey.store import State

FORM = {
    "title": "After the final",
    "introduction": "Why we ask",
    "class_size": "120",
    "questions-0-text": "Did you cheat?",
    "questions-0-gamma": "1/4",
}


@pytest.fixture
def draft(instructor) -> str:
    """The path of a new draft."""
    answer = instructor.post("/surveys/new", {**FORM, "save": ""})
    assert answer.status_code == 302
    return answer.headers["Location"]


def test_new_survey_is_a_draft_with_what_was_typed(store, draft):
    survey = store.surveys.get(draft.rsplit("/", 1)[1])
    assert survey.state is State.DRAFT
    assert survey.instrument.title == "After the final"
    assert survey.instrument.class_size == 120
    assert [question.text for question in survey.instrument.questions] == ["Did you cheat?"]


def test_adding_and_removing_questions_keeps_what_was_typed(instructor):
    page = instructor.post("/surveys/new", {**FORM, "add": ""}).text
    assert page.count("<legend>Question") == 2
    (focused,) = re.findall(r"<input[^>]*autofocus[^>]*>", page)
    assert 'name="questions-1-text"' in focused
    assert "Did you cheat?" in page
    two = {**FORM, "questions-1-text": "Did you copy?", "questions-1-gamma": "1/3"}
    page = instructor.post("/surveys/new", {**two, "remove": "1"}).text
    assert page.count("<legend>Question") == 1
    assert "Did you copy?" in page
    assert 'value="1/3"' in page
    assert 'value="Did you cheat?"' not in page


@pytest.mark.parametrize("number", ["0", "3", "-1", "x", "１", "9" * 30])
def test_removing_what_is_not_there_changes_nothing(instructor, number):
    two = {**FORM, "questions-1-text": "Did you copy?", "questions-1-gamma": "1/3"}
    page = instructor.post("/surveys/new", {**two, "remove": number})
    assert page.status_code == 200
    assert page.text.count("<legend>Question") == 2


def test_every_fault_stands_at_its_field_and_nothing_typed_is_lost(instructor, store):
    wrong = {**FORM, "title": " ", "class_size": "many", "questions-0-gamma": "0.5"}
    answer = instructor.post("/surveys/new", {**wrong, "save": ""})
    assert answer.status_code == 422
    for field in ("title", "class_size", "questions-0-gamma"):
        (control,) = re.findall(rf'<input [^>]*id="{field}"[^>]*>', answer.text)
        assert 'aria-invalid="true"' in control
        assert f"{field}-error" in control
        assert f'id="{field}-error"' in answer.text
    assert "Did you cheat?" in answer.text
    assert "many" in answer.text
    assert store.surveys.all() == []


def test_draft_can_be_edited(instructor, store, draft):
    assert "Did you cheat?" in instructor.get(f"{draft}/edit").text
    code = draft.rsplit("/", 1)[1]
    form = {
        **FORM,
        "draft": store.surveys.get(code).instrument.digest,
        "title": "Renamed",
        "save": "",
    }
    instructor.post(f"{draft}/edit", form)
    assert store.surveys.get(code).instrument.title == "Renamed"


def test_published_survey_is_frozen(instructor, store, draft):
    instructor.post(f"{draft}/publish")
    code = draft.rsplit("/", 1)[1]
    before = store.surveys.get(code).instrument
    assert instructor.get(f"{draft}/edit").status_code == 409
    assert instructor.post(f"{draft}/edit", {**FORM, "title": "X", "save": ""}).status_code == 409
    assert store.surveys.get(code).instrument == before


def test_publish_and_close_for_good(instructor, store, draft):
    code = draft.rsplit("/", 1)[1]
    assert instructor.post(f"{draft}/publish").status_code == 302
    assert store.surveys.get(code).state == "open"
    assert instructor.close_for_good(draft).status_code == 302
    assert store.surveys.get(code).state == "closed"
    refused = instructor.post(f"{draft}/publish")
    assert refused.status_code == 409
    assert "Nothing was done" in refused.text
    assert instructor.post(f"{draft}/reopen").status_code == 404
    assert store.surveys.get(code).state == "closed"


def test_duplicate_is_a_draft_of_its_own(instructor, store, draft):
    instructor.post(f"{draft}/publish")
    copy = instructor.post(f"{draft}/duplicate").headers["Location"]
    assert copy != f"{draft}/edit"
    first, second = store.surveys.all()
    assert first.instrument == second.instrument
    assert first.state is State.DRAFT


def test_delete_needs_the_code_typed(instructor, store, draft):
    code = draft.rsplit("/", 1)[1]
    wrong = instructor.post(f"{draft}/delete", {"code": "nosuch"})
    assert wrong.status_code == 422
    assert "Nothing was deleted" in wrong.text
    assert store.surveys.get(code)
    spaced = f" {code[:3].upper()} {code[3:]} "
    assert instructor.post(f"{draft}/delete", {"code": spaced}).status_code == 302
    assert store.surveys.all() == []


def test_markup_in_any_text_is_shown_as_text(instructor, store):
    wild = '"><img src=x onerror=alert(1)>{{7*7}}</script>'
    form = {**FORM, "title": wild, "introduction": wild, "questions-0-text": wild, "save": ""}
    path = instructor.post("/surveys/new", form).headers["Location"]
    code = path.rsplit("/", 1)[1]
    instructor.post(f"{path}/publish")
    store.surveys.set_sharing(code, True, 1)
    pages = ["/surveys", path, f"{path}/present", f"{path}/delete", f"/s/{code}/coin",
             f"/s/{code}/results"]  # fmt: skip
    for page in pages:
        text = instructor.get(page).text
        assert "<img src=x" not in text, page
        assert "{{7*7}}" in text, page
    # The client puts texts into elements: tests/browser/respondent/test_shell.py.
    for page in (f"{path}/preview", f"/s/{code}"):
        assert "7*7" not in instructor.get(page).text, page
        questionnaire = instructor.get(f"{page}/instrument.json")
        assert questionnaire.mimetype == "application/json"
        assert questionnaire.headers["X-Content-Type-Options"] == "nosniff"
        assert questionnaire.get_json()["title"] == wild
