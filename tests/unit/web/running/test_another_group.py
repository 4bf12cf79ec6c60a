"""A survey's questions are asked of another group, and stay as they are."""

import re

import pytest
from instruments import make_instrument

from survey.store import State, Survey

PATH = "/surveys/bcd234"
FORM = {"group": "  Section B ", "class_size": "12", "when": "now"}


@pytest.fixture(params=[State.OPEN, State.CLOSED])
def asked(request, store, open_survey) -> Survey:
    store.surveys.set_state("bcd234", request.param)
    return store.surveys.get("bcd234")


def draft_of(store) -> Survey:
    (found,) = (each for each in store.surveys.all() if each.code != "bcd234")
    return found


def test_a_draft_with_the_same_questions_is_made(instructor, store, asked):
    assert f'href="{PATH}/group"' in instructor.get(f"{PATH}/settings").text
    answer = instructor.post(f"{PATH}/group", FORM)
    draft = draft_of(store)
    assert answer.headers["Location"] == f"/surveys/{draft.code}"
    assert (draft.state, draft.group_name) == (State.DRAFT, "Section B")
    assert draft.instrument.questions == asked.instrument.questions
    assert draft.instrument.title == f"{asked.instrument.title} (Section B)"
    assert draft.instrument.class_size == 12
    assert store.surveys.get("bcd234") == asked


def test_its_questions_are_frozen_by_every_door(instructor, store, asked):
    instructor.post(f"{PATH}/group", FORM)
    draft = draft_of(store)
    at = f"/surveys/{draft.code}"
    page = instructor.get(at).text
    assert "you cannot edit them" in page
    assert f"{at}/edit" not in page
    edited = {"title": "Another", "class_size": "5", "questions-0-text": "Other?",
              "questions-0-gamma": "2/5", "save": ""}  # fmt: skip
    for refused in (
        instructor.get(f"{at}/edit"),
        instructor.post(f"{at}/edit", edited),
        instructor.get(f"{at}/translations/de"),
    ):
        assert refused.status_code == 409
        assert "asks another group the same questions" in refused.text
    assert store.surveys.get(draft.code).instrument == draft.instrument
    assert instructor.post(f"{at}/publish").status_code == 302
    assert store.surveys.get(draft.code).state is State.OPEN


def test_a_copy_of_it_can_be_edited(instructor, store, asked):
    instructor.post(f"{PATH}/group", FORM)
    copy = instructor.post(f"/surveys/{draft_of(store).code}/duplicate").headers["Location"]
    assert instructor.get(copy).status_code == 200


def test_what_is_sent_twice_makes_one_draft(instructor, store, asked):
    page = instructor.get(f"{PATH}/group").text
    (code,) = re.findall(r'name="code" type="hidden" value="(\w{6})"', page)
    for _ in range(2):
        answer = instructor.post(f"{PATH}/group", FORM | {"code": code})
        assert answer.headers["Location"] == f"/surveys/{code}"
    assert len(store.surveys.all()) == 2


@pytest.mark.parametrize(
    "typed",
    [{"group": " "}, {"group": "x" * 61}, {"class_size": "0"}, {"class_size": "many"}],
)
def test_what_is_no_group_is_said_and_makes_no_draft(instructor, store, asked, typed):
    answer = instructor.post(f"{PATH}/group", FORM | typed)
    assert answer.status_code == 422
    assert 'class="error"' in answer.text
    assert len(store.surveys.all()) == 1


def test_a_draft_has_no_other_group_yet(instructor, store):
    store.surveys.add(Survey("drft34", make_instrument()))
    assert instructor.get("/surveys/drft34/group").status_code == 404
