"""A picture that is saved says by itself what it is: question, figures, legend."""

import re
import xml.etree.ElementTree as ET

import pytest

from survey.core.estimation.results import question_results
from survey.core.instrument.instrument import validate
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.text.number_format import percent
from survey.text.summaries import ends_in_words, read_aloud
from survey.web.charts.captions import UNITS, broken

PAGE = "/surveys/bcd234"
SVG = "{http://www.w3.org/2000/svg}"


def lines_of(answer) -> list[ET.Element]:
    """The lines of text of an SVG file, from the top down as they stand in it."""
    assert answer.status_code == 200
    return list(ET.fromstring(answer.text).iter(f"{SVG}text"))  # noqa: S314 - our own file


def said_in(answer) -> str:
    return " ".join(line.text for line in lines_of(answer))


@pytest.mark.parametrize(("state", "second"), [(State.CLOSED, "Class"), (State.OPEN, "Anytime")])
def test_a_saved_picture_says_its_question_figures_and_legend(
    instructor, store, mixed_survey, state, second
):
    store.surveys.set_state("bcd234", state)
    results = question_results(mixed_survey.instrument, store.responses.tally("bcd234"), 0.95)
    for result in results[:3]:
        said = said_in(instructor.get(f"{PAGE}/pictures/{result.name}.svg"))
        assert said.startswith(result.question.text)
        assert read_aloud(result) in said
        for share in result.shares:
            ends = ends_in_words(share.estimate, "hoeffding")
            assert f"{percent(share.estimate.estimate, 1)} · Hoeffding {ends}" in said
            assert f"{second} {ends_in_words(share.estimate, second.lower())}" in said
        assert "debiased estimate with its Hoeffding interval" in said
        assert f"{second.lower()} interval" in said
        assert "reports as received" in said


def test_a_saved_relation_and_a_saved_plan_say_what_they_show(instructor, mixed_survey):
    said = said_in(instructor.get(f"{PAGE}/relations/relation.svg?first=q1&second=q2"))
    assert said.startswith("q2 “Whose notes?” among each answer to q1 “Did you cheat?”")
    assert re.search(r"Mine: \d+\.\d% · \d+\.\d% to \d+\.\d%", said)
    assert "share among the reports as received" in said
    assert "Class size" in said_in(instructor.get("/plan/trade-off.svg?respondents=50&gamma=1/4"))


def test_words_of_another_script_run_its_way(instructor, store):
    arabic = "هل غششت في الامتحان؟"
    document = {"title": "T", "language": "ar", "questions": [{"text": arabic}]}
    survey = Survey("bcd234", validate(document), State.OPEN, fewest_responses=1)
    store.surveys.add(survey)
    store.responses.add("bcd234", Response(survey.instrument.digest, "0" * 32, (1,)))
    title, *others = lines_of(instructor.get(f"{PAGE}/pictures/q1.svg"))
    assert (title.text, title.get("direction"), title.get("x")) == (arabic, "rtl", "376")
    assert {line.get("direction") for line in others} == {None}


LONG = ["a word " * 40, "Unbreakable" * 20, "你在期末考试中作弊了吗？" * 9, "a" * 21 + " b" * 99]


@pytest.mark.parametrize("text", ["", "short", *LONG])
def test_lines_hold_what_fits_and_lose_nothing(text):
    lines = broken(text, UNITS)
    assert all(0 < len(line) <= UNITS for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())
