"""What is read of a SurveyJS file is what SurveyJS itself would ask: its own package is asked.

Every combination of the properties that decide which rates, options and
numbers a respondent sees.
"""

import itertools
import json

import pytest
from npm import run_with

from survey.formats.questionnaire_file import read_questionnaire

PACKAGE, VERSION = "survey-core", "3.1.1"

# What a respondent can choose, for each element; of a slider its two ends.
PROGRAM = """
return given.map((element) => {
  const question = new library.Model({ elements: [element] }).getAllQuestions()[0];
  switch (question.getType()) {
    case "rating": return question.visibleRateValues.map((each) => each.text);
    case "slider": return [question.renderedMin, question.renderedMax].map(String);
    case "boolean": return [question.labelTrue, question.labelFalse];
    default: return question.choices.map((each) => each.text);
  }
});
"""

ABSENT = object()


def elements_with(type_: str, **alternatives) -> list[dict]:
    chosen = itertools.product(*alternatives.values())
    return [
        {"type": type_, "name": "n"}
        | {name: value for name, value in zip(alternatives, each, strict=True) if value != ABSENT}
        for each in chosen
    ]


RATINGS = elements_with(
    "rating",
    rateMin=(ABSENT, 0, 1, 2, 6, "0"),
    rateMax=(ABSENT, 0, 2, 5, 10, 30),
    rateCount=(ABSENT, 2, 4, 10),
    rateType=(ABSENT, "smileys"),
)
VALUES = elements_with(
    "rating",
    rateValues=([1, 2, 3], ["bad|Bad", "so so", {"value": 3, "text": "good"}]),
    autoGenerate=(ABSENT, True, False),
    rateMax=(ABSENT, 7),
)
CHOICES = [
    {"type": type_, "name": "n", "choices": choices}
    for type_ in ("radiogroup", "dropdown", "checkbox", "tagbox", "buttongroup")
    for choices in (
        ["a", 2, {"value": "c", "text": "C"}, {"value": 4.5}, True],
        ["a|Alpha", "b|", "c||d", "e|f|g"],
        [{"value": "a|Alpha"}, {"value": "b|Beta", "text": "B"}, {"value": "c", "text": "d|e"}],
    )
]
SLIDERS = elements_with(
    "slider", min=(ABSENT, -5, 2), max=(ABSENT, 9), sliderType=(ABSENT, "single")
)
BOOLEANS = elements_with("boolean", labelTrue=(ABSENT, "Ja"), labelFalse=(ABSENT, "Nein"))


def read(element: dict) -> list[str] | None:
    """The same of what is taken over here; None if the question is left out."""
    content = json.dumps({"elements": [element | {"title": "Really?"}]}).encode()
    questions = read_questionnaire("x.json", content).document["questions"]
    if not questions:
        return None
    question = questions[0]
    match question["kind"]:
        case "rating":
            return [str(each) for each in range(1, question["highest"] + 1)]
        case "number" if element["type"] == "slider":
            return [str(question["low"]), str(question["high"])]
        case "number":
            return [str(each) for each in range(question["low"], question["high"] + 1)]
        case "yes/no":
            return ["Yes", "No"]
    return question["options"]


@pytest.fixture(scope="module")
def asked() -> dict[str, list[str]]:
    elements = [*RATINGS, *VALUES, *CHOICES, *SLIDERS, *BOOLEANS]
    shown = run_with(PACKAGE, VERSION, PROGRAM, elements)
    return {json.dumps(each): texts for each, texts in zip(elements, shown, strict=True)}


@pytest.mark.parametrize(
    "elements",
    [RATINGS, VALUES, CHOICES, SLIDERS, BOOLEANS],
    ids=["ratings", "rate values", "choices", "sliders", "booleans"],
)
def test_respondents_choose_among_what_surveyjs_shows(elements, asked):
    for element in elements:
        shown = asked[json.dumps(element)]
        # Nothing can be chosen where there is one rate only.
        assert read(element) == (shown if len(shown) > 1 else None), element
