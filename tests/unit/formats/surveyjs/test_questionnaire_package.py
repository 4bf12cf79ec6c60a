"""What is read of a SurveyJS file is what SurveyJS itself would ask."""

import json

import pytest
import surveyjs_choices
from surveyjs_choices import ELEMENTS

from survey.formats.questionnaire_file import read_questionnaire


def read(element: dict) -> list[str] | None:
    """What a respondent can choose among here; None if the question is left out."""
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


@pytest.mark.parametrize("elements", ELEMENTS.values(), ids=ELEMENTS)
def test_respondents_choose_among_what_surveyjs_shows(elements):
    stored = surveyjs_choices.stored()
    for element in elements:
        shown = stored[json.dumps(element)]
        # Nothing can be chosen where there is one rate only.
        assert read(element) == (shown if len(shown) > 1 else None), element


@pytest.mark.exhaustive
def test_what_is_stored_is_what_surveyjs_shows():
    assert surveyjs_choices.asked() == surveyjs_choices.stored()
