"""What the page to compose on says of each question, and of the survey, while it is typed."""

import re
from dataclasses import replace

import pytest
from instruments import make_instrument
from page_words import words_of

from survey.store import Survey

WAITING = (
    "With 120 students: give or take 24 points; 16 points if figures wait until it has closed."
)
FORM = {"title": "", "class_size": "120", "questions-0-text": ""}


def meter(instructor, levels: list[str], fields: dict | None = None) -> dict:
    """What the meter shows of questions at these levels."""
    form = {f"questions-{place}-level": gamma for place, gamma in enumerate(levels)}
    return instructor.post("/surveys/meanings", FORM | form | (fields or {})).get_json()[
        "protection"
    ]


def lines_of(protection: dict) -> list[str]:
    return [
        words_of(each)
        for each in re.findall(r'<p class="protection".*?</p>', protection["html"], re.S)
    ]


def remedy_of(protection: dict) -> str:
    return words_of("".join(re.findall(r'<p class="remedy".*?</p>', protection["html"], re.S)))


def said(instructor, **fields) -> dict:
    form = FORM | {name.replace("_0_", "-0-"): value for name, value in fields.items()}
    return instructor.post("/surveys/meanings", form).get_json()


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [({}, WAITING),
     ({"questions-0-level": "2/5"},
      "With 120 students: give or take 11 points; 6.7 points if figures wait until it has closed."),
     ({"questions-0-gamma": "1/4", "questions-0-level": "9/20"},
      WAITING),
     ({"class_size": "8"}, "With 8 students: says hardly anything. Choose fair."),
     ({"class_size": "1"}, "With 1 student: says hardly anything. Ask about 740 for 10 points."),
     ({"questions-0-kind": "number", "questions-0-low": "0", "questions-0-high": "40"},
      "With 120 students: give or take 10.9; 7.41 if figures wait until it has closed.")],
)  # fmt: skip
def test_margin_follows_level_class_size_and_kind(instructor, fields, sentence):
    (question,) = said(instructor, **fields)["questions"]
    assert question["expectation"] == sentence


def test_recommended_is_the_strongest_level_that_tells_and_never_the_weak_one(instructor):
    found = [
        said(instructor, class_size=size)["questions"][0]["recommended"]
        for size in ("1000", "30", "1")
    ]
    assert found == ["1/4", "2/5", ""]


def test_size_that_is_none_and_a_wrong_gamma_say_nothing(instructor):
    assert said(instructor, class_size="many")["questions"] == [{}]
    wrong = said(instructor, **{"questions-0-gamma": "2"})
    assert wrong == {"questions": [{}], "protection": {"level": "", "html": ""}}


@pytest.mark.parametrize(
    ("levels", "level", "lines"),
    [(["1/4"], "strong", ["Protection: strong. Suspicion after a Yes: 30 → 56%."]),
     (["1/4", "1/4"], "fair",
      ["Each answer: strong.", "Together, at worst: fair. Suspicion 30 → 79%."]),
     (["1/4"] * 3, "weak",
      ["Each answer: strong.", "Together, at worst: weak. Suspicion 30 → 92%."]),
     (["9/20"], "weak", ["Protection: weak. Suspicion after a Yes: 30 → 89%."]),
     (["2/5", "1/4"], "weak",
      ["Least protected answer: fair.", "Together, at worst: weak. Suspicion 30 → 92%."]),
     (["1/4"] * 4 + ["9/20"], "hardly_any",
      ["Least protected answer: weak.",
       "Together, at worst: hardly any. Suspicion 30 → 99.85%."]),
     (["9/20"] * 4, "hardly_any",
      ["Each answer: weak.",
       "Together, at worst: hardly any. Suspicion 30 → over 99.9%."])],
)  # fmt: skip
def test_each_answer_and_all_of_them_together(instructor, levels, level, lines):
    protection = meter(instructor, levels)
    assert protection["level"] == level
    assert lines_of(protection) == lines


def test_a_question_that_stands_twice_is_named_while_it_is_typed(instructor):
    second = {"questions-1-text": "did you copy"}
    fields = {"questions-0-text": "Did you copy?", **second}
    assert "Questions 1, 2 ask the same" in meter(instructor, ["1/4"] * 2, fields)["html"]
    assert "ask the same" not in meter(instructor, ["1/4"] * 2)["html"]
    assert "ask the same" not in meter(instructor, ["1/4"] * 2, second)["html"]


def test_the_remedy_comes_when_the_sum_falls_and_leads_back(instructor):
    size = {"class_size": "100"}
    assert remedy_of(meter(instructor, ["1/4"], size)) == ""
    assert remedy_of(meter(instructor, ["1/4"] * 2, size)) == (
        "Ask each student one of the 2: strong again, give or take 26 points, not 17 points. "
        "That holds if figures wait until the end."
    )
    three = ["1/4"] * 3
    assert remedy_of(meter(instructor, three, size)) == (
        "Ask each student one of the 3: strong again, give or take 31 points, not 17 points. "
        "That holds if figures wait until the end."
    )
    each = meter(instructor, three, size | {"one_question_each": "y"})
    assert lines_of(each) == ["One of 3 questions each: strong. Suspicion after a Yes: 30 → 56%."]
    assert remedy_of(each).startswith(
        "Ask each student all 3: weak, give or take 17 points, not 31 points."
    )


def test_no_switch_is_offered_to_questions_that_then_tell_almost_nothing(instructor):
    size = {"class_size": "100"}
    many = meter(instructor, ["1/4"] * 8, size)
    assert remedy_of(many) == "Remove 5 questions: weak."
    assert "Switch" not in many["html"]
    few = {"class_size": "40"}
    assert remedy_of(meter(instructor, ["1/4"] * 3, few)) == "Remove a question: fair."
    unlike = ["1/4", "2/5"]
    assert remedy_of(meter(instructor, unlike, {"class_size": "4"})) == "Remove a question: strong."


@pytest.mark.parametrize(
    "fields",
    [{"class_size": "many"}, {"questions-1-known": "1/4"}],
)
def test_no_remedy_is_offered_that_cannot_be_asked(instructor, fields):
    assert remedy_of(meter(instructor, ["1/4"] * 3, fields)) == ""


def test_no_level_is_recommended_that_leads_to_a_sum_below_fair(instructor):
    def recommended(*levels: str) -> list[str]:
        form = FORM | {f"questions-{place}-level": each for place, each in enumerate(levels)}
        asked = instructor.post("/surveys/meanings", form).get_json()["questions"]
        return [each["recommended"] for each in asked]

    assert recommended("1/4") == ["1/4"]
    assert recommended("1/4", "1/4") == ["1/4", "1/4"]
    assert recommended("1/4", "1/4", "1/4") == ["", "", ""]
    # What would mend it is: the other, which cannot, is not.
    assert recommended("9/20", "1/4") == ["1/4", ""]


def test_switch_asks_one_question_each_without_a_script(instructor):
    form = FORM | {f"questions-{place}-level": "1/4" for place in range(3)} | {"switch": ""}
    page = instructor.post("/surveys/new", form).text
    assert "One of 3 questions each: <strong>strong</strong>" in page
    assert re.search(r'name="one_question_each"[^>]*checked|checked[^>]*one_question_each', page)
    page = instructor.post("/surveys/new", form | {"one_question_each": "y"}).text
    assert "Each answer: <strong>strong</strong>" in page


def test_each_option_of_all_that_apply_counts(instructor):
    fields = {"questions-0-kind": "several", "questions-0-options": "a\nb\nc"}
    assert said(instructor, **fields)["protection"]["level"] == "weak"


@pytest.mark.parametrize(("gamma", "weak"), [("2/5", False), ("9/20", True)])
def test_weak_odds_are_warned_of_while_typing(instructor, gamma, weak):
    (question,) = said(instructor, **{"questions-0-gamma": gamma})["questions"]
    assert ("strong evidence of the answer" in question["warning"]) is weak


def test_a_draft_names_a_question_that_stands_twice_before_it_is_published(instructor, store):
    instrument = make_instrument("1/4", "1/3")
    first, second = instrument.questions
    twice = replace(instrument, questions=(first, replace(second, text=first.text)))
    for code, asked in (("bcd234", instrument), ("cdf345", twice)):
        store.surveys.add(Survey(code, asked))
        page = instructor.get(f"/surveys/{code}").text
        assert ("Questions 1, 2 ask the same" in page) == (asked is twice)
