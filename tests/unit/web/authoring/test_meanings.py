"""What the page to compose on says of each question, and of the survey, while it is typed."""

import pytest

WAITING = (
    "With 120 students: give or take 24 points; 16 points if figures wait until it has closed."
)
FORM = {"title": "", "class_size": "120", "questions-0-text": ""}


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
    assert wrong == {
        "questions": [{}],
        "protection": {"level": "", "word": "", "sentence": ""},
    }


@pytest.mark.parametrize(
    ("levels", "level", "times"),
    [(["1/4"], "strong", "by 3 at most."), (["1/4", "1/4"], "fair", "by 9 at most."),
     (["9/20"], "weak", "by 19 at most."), (["2/5", "2/5"], "hardly_any", "by 81 at most."),
     (["9/20"] * 4, "hardly_any", "by more than 1,000.")],
)  # fmt: skip
def test_protection_is_that_of_all_questions_together(instructor, levels, level, times):
    form = {f"questions-{place}-level": gamma for place, gamma in enumerate(levels)}
    protection = instructor.post("/surveys/meanings", FORM | form).get_json()["protection"]
    assert protection["level"] == level
    assert protection["sentence"].endswith(times)


def test_each_option_of_all_that_apply_counts(instructor):
    fields = {"questions-0-kind": "several", "questions-0-options": "a\nb\nc"}
    assert said(instructor, **fields)["protection"]["level"] == "weak"


@pytest.mark.parametrize(("gamma", "weak"), [("2/5", False), ("9/20", True)])
def test_weak_odds_are_warned_of_while_typing(instructor, gamma, weak):
    (question,) = said(instructor, **{"questions-0-gamma": gamma})["questions"]
    assert ("strong evidence of the answer" in question["warning"]) is weak
