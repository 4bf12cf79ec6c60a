"""survey lab: every experiment as a table, as JSON and as CSV."""

import csv
import io
import json

import pytest

from survey.lab.catalog import LESSONS


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_lesson_runs_in_every_format(survey_command, lesson):
    outcome = lesson.outcome(lesson.initial)
    table = survey_command("lab", lesson.name)
    assert (table.code, table.err) == (0, "")
    assert lesson.title in table.out
    assert outcome.says in table.out
    document = json.loads(survey_command("lab", lesson.name, "--format", "json").out)
    assert document["says"] == outcome.says
    points = [point for each in document["series"] for point in each["points"]]
    header, *rows = csv.reader(
        io.StringIO(survey_command("lab", lesson.name, "--format", "csv").out)
    )
    assert header == ["series", "x", "y"]
    assert [[float(x), float(y)] for _, x, y in rows] == points


def test_settings_are_options_and_a_wrong_one_is_told(survey_command):
    told = survey_command("lab", "attempts", "--gamma", "1/10", "--format", "json")
    assert json.loads(told.out)["settings"] == {"gamma": "0.1", "respondents": "100", "seed": "1"}
    wrong = survey_command("lab", "attempts", "--gamma", "2")
    assert wrong.code == 2
    assert "γ, how much truth: give a number from 0 to 0.5, in steps of 0.01." in wrong.err
    assert survey_command("lab", "nothing").code == 2


def test_lessons_are_listed_in_the_order_of_the_lecture(survey_command):
    listed = survey_command("lab", "--help").out
    places = [listed.index(f"\n  {lesson.name} ") for lesson in LESSONS]
    assert places == sorted(places)
