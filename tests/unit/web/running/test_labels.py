"""Labels filter the list of surveys; templates are used again, and never published."""

import pytest
from instruments import make_instrument

from survey.store import State, Survey
from survey.store.models import INSTRUCTOR, Role
from survey.web.accounts.labels import LONGEST, MOST, read_labels

INSTRUMENT = make_instrument("1/4", title="After the final")
CODE = "bcd234"


@pytest.fixture
def survey(store) -> Survey:
    survey = Survey(CODE, INSTRUMENT, cap=44, hidden_until_closed=True)
    store.surveys.add(survey)
    return survey


def only_new(store, *known: str) -> Survey:
    (made,) = [each for each in store.surveys.all() if each.code not in known]
    return made


@pytest.mark.parametrize(
    ("typed", "labels"),
    [
        ("", ()),
        (" , ,", ()),
        ("Statistics I", ("Statistics I",)),
        (" Statistics  I ,2026, statistics i", ("Statistics I", "2026")),
        ("a,b,c,d,e,f,g", ("a", "b", "c", "d", "e")),
        ("x" * 60, ("x" * LONGEST,)),
        ("a\u202eb, ok", ("ok",)),
    ],
)
def test_a_line_of_labels(typed, labels):
    assert read_labels(typed) == labels
    assert len(labels) <= MOST


def test_labels_are_saved_shown_and_filter_the_list(instructor, store, survey):
    store.surveys.add(Survey("oth234", make_instrument("1/3", title="Another")))
    saved = instructor.post(f"/surveys/{CODE}/labels", {"labels": "Logic & sets, 2026"})
    assert saved.location.endswith(f"/surveys/{CODE}")
    assert store.surveys.get(CODE).labels == ("Logic & sets", "2026")
    every = instructor.get("/surveys").text
    assert "Logic &amp; sets" in every
    assert "/surveys?label=Logic+%26+sets" in every
    for label, shown in (("Logic %26 sets", True), ("2026", True), ("none", False)):
        page = instructor.get(f"/surveys?label={label}").text
        assert (f'href="/surveys/{CODE}"' in page) is shown
        assert 'href="/surveys/oth234"' not in page
    store.surveys.set_state(CODE, State.OPEN)
    assert 'value="Logic &amp; sets, 2026"' in instructor.get(f"/surveys/{CODE}/settings").text


def test_copies_and_other_groups_keep_the_labels(instructor, store, survey):
    store.surveys.set_labels(CODE, ["A"])
    instructor.post(f"/surveys/{CODE}/duplicate")
    copy = only_new(store, CODE)
    assert copy.labels == ("A",)
    store.surveys.set_state(CODE, State.OPEN)
    instructor.post(f"/surveys/{CODE}/group", {"when": "now", "group": "B", "class_size": "40"})
    assert only_new(store, CODE, copy.code).labels == ("A",)


def test_a_colleague_sees_none_of_the_owners_labels(signed_in_as, store, survey):
    store.surveys.set_labels(CODE, ["Private note"])
    ada = signed_in_as("ada")
    store.surveys.set_colleague(CODE, "ada", Role.EDIT)
    assert "Private note" not in ada.get("/surveys").text
    assert "Private note" not in ada.get(f"/surveys/{CODE}").text


def test_a_template_is_kept_used_and_deleted(instructor, store, survey):
    answer = instructor.post(f"/surveys/{CODE}/template")
    assert answer.location.endswith("/surveys/ready-made")
    template = only_new(store, CODE)
    assert template.template
    assert (template.cap, template.hidden_until_closed) == (44, True)
    assert f'href="/surveys/{template.code}"' in instructor.get("/surveys/ready-made").text
    assert template.code not in instructor.get("/surveys").text
    page = instructor.get(f"/surveys/{template.code}").text
    assert "Use for a survey" in page
    assert "Publish" not in page
    instructor.post(f"/surveys/{template.code}/duplicate")
    used = only_new(store, CODE, template.code)
    assert not used.template
    assert used.instrument.digest == INSTRUMENT.digest
    instructor.post(f"/surveys/{template.code}/delete", {"code": template.code})
    assert "Your templates" not in instructor.get("/surveys/ready-made").text


def test_a_template_cannot_be_published(instructor, store):
    store.surveys.add(Survey("tpl234", INSTRUMENT, template=True))
    answer = instructor.post("/surveys/tpl234/publish")
    assert answer.status_code == 409
    assert "Use it for a survey" in answer.text
    assert store.surveys.get("tpl234").state is State.DRAFT


def test_templates_are_their_owners_alone(signed_in_as, instructor, store):
    store.surveys.add(Survey("tpl234", INSTRUMENT, template=True, owner=INSTRUCTOR))
    assert "Your templates" not in signed_in_as("ada").get("/surveys/ready-made").text
    assert "Your templates" in instructor.get("/surveys/ready-made").text


def test_a_colleague_publishes_within_the_owners_limit(signed_in_as, instructor, store, survey):
    instructor.post("/settings", {"largest_epsilon": "0.50"})
    ada = signed_in_as("ada")
    store.surveys.set_colleague(CODE, "ada", Role.EDIT)
    assert ada.post(f"/surveys/{CODE}/publish").status_code == 409
    assert not store.surveys.get(CODE).published
