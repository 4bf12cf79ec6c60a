"""Composing every kind of question: saved, edited, each fault at its field, warned beforehand."""

import html
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from instruments import make_mixed_instrument
from page_words import field_errors

from survey.core.instrument.known_share import KnownShare
from survey.core.kinds.kind import OptionsField
from survey.core.kinds.registry import KINDS
from survey.store import State, Survey
from survey.text.kinds.kind_words import WORDS

WRITE = "Please write something here."


def form_of(**fields) -> dict:
    """A survey of a randomized question and one more with these fields."""
    return {
        "title": "All kinds",
        "introduction": "",
        "class_size": "100",
        "questions-0-kind": "yes/no",
        "questions-0-text": "Did you cheat?",
        "questions-0-gamma": "1/4",
        "questions-1-text": "And then?",
        "questions-1-gamma": "2/5",
        **{f"questions-1-{field}": value for field, value in fields.items()},
        "save": "",
    }


GOOD = {
    "choice": ({"options": "Mine\r\nA friend's\r\n\r\n"}, {"options": ["Mine", "A friend's"]}),
    "several": ({"options": "Algebra"}, {"options": ["Algebra"]}),
    "number": ({"low": "-5", "high": "40"}, {"low": -5, "high": 40}),
    "rating": ({"highest": "7"}, {"highest": 7}),
    "yes/no": ({"options": "left over", "low": "9", "high": "1"}, {}),
}


@pytest.mark.parametrize("kind", GOOD)
def test_every_kind_is_saved(instructor, store, kind):
    fields, expected = GOOD[kind]
    answer = instructor.post("/surveys/new", form_of(kind=kind, **fields))
    assert answer.status_code == 302
    (survey,) = store.surveys.all()
    document = survey.instrument.questions[1].document()
    common = {"kind": kind, "text": "And then?", "gamma": "2/5"}
    assert document == common | expected


FAULTS = [
    ({"kind": "choice", "options": ""}, "options", "Please give 2 to 20 options, one per line."),
    ({"kind": "choice", "options": "a"}, "options", "Please give 2 to 20 options, one per line."),
    ({"kind": "choice", "options": "a\na"}, "options", "Two options are the same."),
    ({"kind": "choice", "options": "Yes\nY\u0435s"}, "options",
     "Two options look the same: “Yes” and “Y\u0435s” (with U+0435, CYRILLIC SMALL LETTER IE). "
     "Please write them so that they look different."),
    ({"kind": "several", "options": "\n".join(map(str, range(21)))}, "options",
     "Please give 1 to 20 options, one per line."),
    ({"kind": "several", "options": "x" * 101}, "options",
     "This is 101 characters long; at most 100 fit."),
    ({"kind": "number", "low": "5", "high": "5"}, "high",
     "The highest number must be above the lowest."),
    ({"kind": "number", "low": "x", "high": "5"}, "low",
     "Please give a whole number, from −1,000,000 to 1,000,000."),
    ({"kind": "number", "low": "1", "high": "1000001"}, "high",
     "Please give a whole number, from −1,000,000 to 1,000,000."),
    ({"kind": "rating", "highest": "1"}, "highest",
     "Please give the highest rating, from 2 to 10."),
    ({"kind": "rating", "highest": "11"}, "highest",
     "Please give the highest rating, from 2 to 10."),
    ({"kind": "guess"}, "kind", "The kind must be one of yes/no, choice, several, number, rating."),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "field", "sentence"), FAULTS)
def test_each_fault_is_said_at_its_field_and_nothing_typed_is_lost(
    instructor, store, fields, field, sentence
):
    answer = instructor.post("/surveys/new", form_of(**fields))
    assert answer.status_code == 422
    assert field_errors(answer.text) == {f"questions-1-{field}": sentence}
    assert store.surveys.all() == []
    if field in {"low", "high", "highest"}:
        for name, typed in fields.items():
            if name != "kind":
                assert re.search(rf'name="questions-1-{name}"[^>]*value="{typed}"', answer.text)


def test_a_control_question_is_composed_edited_and_refused(instructor, store):
    form = form_of(kind="yes/no", known="25%")
    assert instructor.post("/surveys/new", form).status_code == 302
    (draft,) = store.surveys.all()
    assert draft.instrument.questions[1].known == KnownShare(Fraction(1, 4))
    page = instructor.get(f"/surveys/{draft.code}/edit").text
    assert re.search(r'name="questions-1-known"[^>]*value="1/4"', page)
    assert "If 43% of 100 answer at random, it finds this four times in five." in page
    refused = instructor.post("/surveys/new", form | {"questions-1-known": "1/2"})
    assert refused.status_code == 422
    assert "At most a quarter of the slips" in field_errors(refused.text)["questions-1-known"]


def test_editing_starts_from_every_kind_and_saves_the_same(instructor, store):
    instrument = make_mixed_instrument()
    store.surveys.add(Survey("bcd234", instrument))
    page = instructor.get("/surveys/bcd234/edit").text
    form: dict[str, str] = {}
    for field in re.findall(r"<input [^>]*>", page):
        name, value = re.search(r'name="([^"]*)"', field), re.search(r'value="([^"]*)"', field)
        if not name or not name[1].startswith(("title", "class", "questions")):
            continue
        if 'type="checkbox"' in field or 'type="radio"' in field:
            if "checked" in field:
                form[name[1]] = html.unescape(value[1]) if value else "y"
        else:
            form[name[1]] = html.unescape(value[1]) if value else ""
    for name, inside in re.findall(r'<select [^>]*name="([^"]*)"[^>]*>(.*?)</select>', page, re.S):
        form[name] = re.search(r'<option [^>]*selected value="([^"]*)"', inside)[1]
    for name, typed in re.findall(
        r'<textarea [^>]*name="([^"]*)"[^>]*>\r?\n?(.*?)</textarea>', page, re.S
    ):
        form[name] = html.unescape(typed)
    assert instructor.post("/surveys/bcd234/edit", {**form, "save": ""}).status_code == 302
    assert store.surveys.get("bcd234").instrument == instrument


def test_draft_says_what_cannot_say_anything_and_what_would(instructor, store):
    form = form_of(kind="choice", options="a\nb\nc", gamma="1/10") | {"class_size": "30"}
    instructor.post("/surveys/new", form)
    (survey,) = store.surveys.all()
    page = instructor.get(f"/surveys/{survey.code}").text
    assert "Question 2 will tell you almost nothing." in page
    assert "Question 1" not in page.replace("Question 1 of", "")
    assert "respondents for ±10 points by Hoeffding" in page


def test_draft_shows_what_each_kind_sends(instructor, store):
    store.surveys.add(Survey("bcd234", make_mixed_instrument(), State.DRAFT))
    page = html.unescape(instructor.get("/surveys/bcd234").text)
    for words in (
        "Of 100 students whose answer is yes, 75 send yes",
        "each other with",
        "1.61 an option and 3.22 for all 2",
        "rounded at random to 0 or to 40",
    ):
        assert words in page


def test_a_kind_that_takes_fewer_options_says_so(instructor, monkeypatch):
    assert "One per line, up to 20.<" in instructor.get("/surveys/new").text
    fewer = replace(KINDS["choice"], fields=(OptionsField(least=2, most=7),))
    monkeypatch.setitem(KINDS, "choice", fewer)
    said = f"One per line, up to 20. {WORDS['choice'].label}: 7.<"
    assert said in instructor.get("/surveys/new").text


@pytest.mark.parametrize(
    ("gamma", "tag", "said"),
    [
        ("viel", "de", "γ muss ein Bruch sein wie „1/4“"),
        ("1/2", "de", "γ muss zwischen 0 und 1/2 liegen"),
        ("0.12345", "de", "einen Nenner von höchstens 10.000 haben"),
        ("4999/10000", "es", "una razón de probabilidades de más de 99 a 1"),
    ],
)
def test_a_refused_gamma_is_explained_in_the_language_of_the_page(instructor, gamma, tag, said):
    answer = instructor.post(f"/surveys/new?lang={tag}", form_of(kind="yes/no", gamma=gamma))
    assert answer.status_code == 422
    assert said in html.unescape(answer.text)
