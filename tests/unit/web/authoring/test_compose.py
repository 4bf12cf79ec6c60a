"""The compose form at its limits: each sentence at its field, and no number too strange."""

import html
import re

import pytest
from instruments import make_instrument
from page_words import field_errors
from states import STORED

from survey.store import State, Survey

GOOD = {
    "title": "After the final",
    "introduction": "Why we ask",
    "class_size": "120",
    "questions-0-text": "Did you cheat?",
    "questions-0-gamma": "1/4",
    "questions-1-text": "Did you copy?",
    "questions-1-gamma": "0.1",
}
WRITE = "Please write something here."
CONTROL = "This holds a control character. Please type the text again."
INVISIBLE = (
    "After “Did” this holds an invisible character (U+200B, ZERO WIDTH SPACE). It can make "
    "different texts look the same. Please delete it, or type the text again."
)
CLASS = "Please give the class size as a whole number from 1 to 1,000,000,000."
FRACTION = 'γ must be a fraction such as "1/4", or a decimal such as "0.25".'
BETWEEN = (
    "γ must lie strictly between 0 and 1/2: at 0 a report says nothing, "
    "at 1/2 it is the answer itself."
)
ROUNDER = "γ may have a denominator of at most 10,000 (four decimals): choose a rounder number."
STRONG = (
    "This γ makes odds of more than 99 to 1: a report would be as good as the answer, and "
    "respondents' browsers refuse it. Choose γ = 49/100 or less."
)

FAULTS = [
    ("title", "", WRITE),
    ("title", " \t ", WRITE),
    ("title", "x" * 121, "This is 121 characters long; at most 120 fit."),
    ("title", "bell\x07", CONTROL),
    ("introduction", "x" * 2001, "This is 2,001 characters long; at most 2,000 fit."),
    ("introduction", "nul\0", CONTROL),
    *[
        ("class_size", typed, CLASS)
        for typed in ("", "0", "-1", "1.5", "many", "1000000001", "1.000")
    ],
    ("questions-0-text", "", WRITE),
    ("questions-1-text", "x" * 301, "This is 301 characters long; at most 300 fit."),
    ("questions-1-text", "escape\x1b", CONTROL),
    ("questions-1-text", "Did\u200b you?", INVISIBLE),
    *[("questions-0-gamma", typed, FRACTION) for typed in ("x", "1.250", "1/0", "1e-1", "¼")],
    *[("questions-1-gamma", typed, BETWEEN) for typed in ("0", "1/2", "0.5", "0.0", "7", "3/4")],
    *[("questions-1-gamma", typed, ROUNDER) for typed in ("1/10001", "0.12345", "0.3405375")],
    *[("questions-1-gamma", typed, STRONG) for typed in ("4901/10000", "0.499")],
]


def focused(page: str) -> list[str]:
    """The fields in which the cursor is to stand; a browser takes the first."""
    tags = re.findall(r"<[^>]*\sautofocus\b[^>]*>", page)
    return [re.search(r'\bid="([\w-]+)"', tag)[1] for tag in tags]


@pytest.mark.parametrize(("field", "typed", "sentence"), FAULTS)
def test_each_fault_is_said_at_its_own_field_and_nowhere_else(
    instructor, store, field, typed, sentence
):
    answer = instructor.post("/surveys/new", {**GOOD, field: typed, "save": ""})
    assert answer.status_code == 422
    assert field_errors(answer.text) == {field: sentence}
    assert focused(answer.text) == [field]
    assert store.surveys.all() == []


def test_all_faults_are_said_at_once(instructor):
    wrong = {field: typed for field, typed, _ in FAULTS}
    answer = instructor.post("/surveys/new", {**wrong, "save": ""})
    assert set(field_errors(answer.text)) == set(wrong)
    assert focused(answer.text) == ["title"]


def test_longest_of_everything_fits(instructor, store):
    longest = {"title": "x" * 120, "introduction": "y" * 2000, "class_size": "1000000000"}
    for number in range(50):
        longest |= {
            f"questions-{number}-text": "z" * 300,
            f"questions-{number}-gamma": "4899/10000",
        }
    assert instructor.post("/surveys/new", {**longest, "save": ""}).status_code == 302
    instrument = store.surveys.all()[0].instrument
    assert len(instrument.questions) == 50
    assert len(instrument.introduction) == 2000


def test_fifty_first_question_is_refused_and_the_survey_not_saved_instead(instructor, store):
    fifty = {f"questions-{number}-text": f"Question {number}?" for number in range(50)}
    answer = instructor.post("/surveys/new", {**GOOD, **fifty, "add": ""})
    assert answer.status_code == 422
    assert field_errors(answer.text) == {"title": "At most 50 questions fit in a survey."}
    assert "Question 49?" in answer.text
    assert store.surveys.all() == []


@pytest.mark.parametrize(
    ("field", "typed"),
    [("class_size", "9" * 400), ("class_size", "9" * 5000), ("remove", "9" * 5000), ("remove", "²"),
     ("questions-²-text", "x"), (f"questions-{'9' * 5000}-text", "x"), ("questions-x-gamma", "x")],
)  # fmt: skip
@pytest.mark.parametrize("button", ["add", "save"])
def test_strange_numbers_are_no_error_of_ours(instructor, field, typed, button):
    form = {**GOOD, button: "", field: typed}
    assert instructor.post("/surveys/new", form).status_code in {200, 302, 422}


def test_enter_in_a_field_saves_and_never_removes(instructor):
    """A browser presses the first button of the form."""
    page = instructor.post("/surveys/new", {**GOOD, "add": ""}).text
    form = page[page.index('id="compose"') :]
    assert re.search(r"<button[^>]*name=\"(\w+)\"", form)[1] == "save"


def test_fields_have_names_that_say_what_to_type(instructor):
    page = html.unescape(instructor.get("/surveys/new").text)
    assert re.search(r"<option[^>]*>Not specified</option>", page)


def test_what_each_gamma_means_stands_beside_it(instructor):
    page = instructor.post("/surveys/new", {**GOOD, "add": ""}).text
    meanings = re.findall(r'<p class="meaning">(.*?)</p>', page)
    # γ = 1/4: ε = ln 3, w = 2·sqrt(ln 40/240) = 0.248; γ = 1/10: ε = ln 1.5, w = 0.620
    assert "ε = 1.10" in meanings[0]
    assert "±25 points" in meanings[0]
    assert "ε = 0.41" in meanings[1]
    assert "±62 points" in meanings[1]


@pytest.mark.parametrize("state", STORED)
def test_preview_is_the_client_of_all_with_the_questionnaire_of_the_draft(
    instructor, respondent, store, instrument, state
):
    """What it shows and that it sends nothing: tests/browser/respondent/test_shell.py."""
    store.surveys.add(Survey("bcd234", instrument, state))
    store.surveys.add(Survey("else34", make_instrument(title="Other"), State.OPEN))
    path = "/surveys/bcd234/preview"
    page = instructor.get(path)
    assert page.data == instructor.get("/surveys/else34/preview").data
    assert page.data == respondent.get("/s/else34").data
    for question in instrument.questions:
        assert question.text not in page.text
    questionnaire = instructor.get(f"{path}/instrument.json")
    assert questionnaire.mimetype == "application/json"
    assert questionnaire.text == instrument.canonical_json
    assert instructor.get(f"{path}/state").get_json() == {
        "open": True, "token": False, "results": False, "closes": None
    }  # fmt: skip
    for below in ("", "/instrument.json", "/state"):
        assert respondent.get(path + below).status_code == 302


def test_editing_starts_from_what_is_there_and_keeps_the_code(instructor, store):
    store.surveys.add(Survey("bcd234", make_instrument("1/3", "1/10", class_size=77)))
    page = instructor.get("/surveys/bcd234/edit").text
    for value in ("Exams", "77", "Did you cheat on exam 2?", "1/3", "1/10"):
        assert f'value="{value}"' in page
    draft = {"draft": store.surveys.get("bcd234").instrument.digest}
    answer = instructor.post("/surveys/bcd234/edit", {**GOOD, **draft, "save": ""})
    assert answer.headers["Location"] == "/surveys/bcd234"
    assert [survey.code for survey in store.surveys.all()] == ["bcd234"]
    wrong = instructor.post("/surveys/bcd234/edit", {**GOOD, "title": "", "save": ""})
    assert field_errors(wrong.text) == {"title": WRITE}
    assert store.surveys.get("bcd234").instrument.title == "After the final"


def test_too_large_a_file_is_refused(instructor, store):
    # Put together here: the test client would leave a temporary file of such a form open.
    parts = [
        ("csrf_token", "", instructor.token("/password").encode()),
        ("file", '; filename="large.toml"', b"#" * 1_100_000),
    ]
    body = b"".join(
        f'--part\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'.encode()
        + content + b"\r\n"
        for name, more, content in parts
    )  # fmt: skip
    answer = instructor.client.post(
        "/surveys/new/import",
        data=body + b"--part--",
        content_type="multipart/form-data; boundary=part",
    )
    assert answer.status_code == 413
    assert store.surveys.all() == []
