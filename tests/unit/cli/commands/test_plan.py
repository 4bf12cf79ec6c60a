import json
import re
from fractions import Fraction

import pytest
from known_answers import cases

from survey.core.planning.planner import METHODS


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "case", cases("planning"), ids=lambda c: f"{c['gamma']} {c['margin']} {c['confidence']}"
)
def test_known_answer(survey_command, case):
    outcome = survey_command(
        "plan", "--gamma", case["gamma"], "--margin", case["margin"],
        "--confidence", case["confidence"], "--format", "json",
    )  # fmt: skip
    document = json.loads(outcome.out)
    epsilon = document.pop("epsilon")
    assert epsilon > 0
    assert [row["interval"] for row in document.pop("intervals")] == list(METHODS)
    assert document.pop("warnings") == []
    assert document == {**case, "margin": float(Fraction(case["margin"]))}


def test_table_says_it_in_words(survey_command):
    out = survey_command("plan", "--gamma", "1/4", "--margin", "10%").out
    assert out.startswith("738 respondents give ±10 points with 95% confidence")
    assert "would need 28" in out


def test_table_has_each_interval(survey_command):
    out = survey_command("plan", "--gamma", "1/4", "--margin", "10%").out
    rows = [line.split() for line in out.splitlines() if "±10 points  1/4" in line]
    assert [row[0] for row in rows] == [
        name.replace("central_laplace", "trusted") for name in METHODS
    ]
    assert rows[0] == ["hoeffding", "738", "±10", "points", "1/4", "1.10"]


def test_cap_that_is_too_small_is_named_in_the_table(survey_command):
    out = survey_command("plan", "--gamma", "1/4", "--margin", "10%", "--cap", "20").out
    assert [line.split()[1:3] for line in out.splitlines() if line.startswith("horizon")] == [
        ["over", "20"]
    ]
    assert "over 1,000,000" not in out


def test_survey_that_cannot_say_anything_is_warned_of(survey_command):
    outcome = survey_command("plan", "--respondents", "30", "--gamma", "1/10")
    assert outcome.code == 0
    assert "30 respondents give ±120 points" in outcome.out
    assert "Warning: Such a survey will tell you almost nothing" in outcome.out
    assert "Instead: 4,612 respondents give ±10 points" in outcome.out
    assert "Of 100 students whose answer is yes, 60 send yes on average" in outcome.out


def test_what_nothing_gives_is_null_and_said(survey_command):
    arguments = ["plan", "--respondents", "30", "--margin", "0.05"]
    document = json.loads(survey_command(*arguments, "--format", "json").out)
    assert document["gamma"] is document["epsilon"] is None
    assert document["central_laplace_respondents"] is None
    assert len(document["warnings"]) == 1
    out = survey_command(*arguments).out
    assert out.startswith("No γ up to 49/100 gives ±5.0 points")
    assert "hoeffding                 30  ±5.0 points   none     –" in out


def test_kind_for_the_mean_of_a_rating_is_said(survey_command):
    said = "For the mean of a rating from 1 to 5 ask for a "
    out = survey_command("plan", "--gamma", "1/4", "--margin", "0.1").out
    assert (
        said
        + "number (a rating needs 1.61 times the respondents): a person adds a variance of 14.0"
        in out
    )
    out = survey_command("plan", "--gamma", "2/5", "--margin", "0.1").out
    assert said + "rating (a number needs 1.30 times the respondents)" in out


def test_more_than_a_million(survey_command):
    out = survey_command("plan", "--gamma", "1/4", "--margin", "0.001").out
    for name in ("class", "population", "anytime"):
        assert re.search(rf"^{name} +over 1,000,000 ", out, re.M)


def test_margin_above_all_shares_needs_no_curator(survey_command):
    out = survey_command("plan", "--respondents=30", "--gamma=1/10", "--format=json").out
    assert json.loads(out)["central_laplace_respondents"] is None


def test_csv(survey_command):
    out = survey_command("plan", "--gamma", "1/4", "--margin", "1/10", "--format", "csv").out
    header, *rows = out.splitlines()
    assert header == "interval,respondents,margin,gamma,epsilon,confidence"
    assert rows[0] == "hoeffding,738,0.1,1/4,1.0986122886681098,0.95"
    assert [row.split(",")[0] for row in rows] == list(METHODS)


@pytest.mark.parametrize(
    "given", [[], ["--gamma", "1/4"], ["--respondents", "9"], ["--margin", "0.1"],
              ["--gamma", "1/4", "--margin", "0.1", "--respondents", "9"]],
)  # fmt: skip
def test_other_than_two_is_wrong_usage(survey_command, given):
    outcome = survey_command("plan", *given)
    assert outcome.code == 2
    assert "Error: Give two of respondents, margin and γ" in outcome.err


@pytest.mark.parametrize("respondents", ["0", "-1", "1000001", "many", "1e3", "3.5"])
def test_impossible_class_is_wrong_usage(survey_command, respondents):
    outcome = survey_command("plan", "--gamma", "1/4", f"--respondents={respondents}")
    assert outcome.code == 2
    assert "Error: " in outcome.err


@pytest.mark.parametrize("margin", ["0", "2", "-1", "x", "1/0", "", "150%", "nan", "1e3"])
def test_impossible_margin_is_wrong_usage(survey_command, margin):
    outcome = survey_command("plan", "--gamma", "1/4", f"--margin={margin}")
    assert outcome.code == 2
    assert "Error: " in outcome.err


@pytest.mark.parametrize("cap", [20, 100, 500])
@pytest.mark.parametrize(
    "given",
    [["--gamma=1/4", "--margin=0.1"], ["--gamma=1/4", "--margin=0.2"],
     ["--gamma=2/5", "--margin=5%"], ["--gamma=1/10", "--margin=0.1"],
     ["--gamma=1/4", "--respondents=20"],
     ["--margin=0.1", "--respondents=20"], ["--gamma=1/10", "--respondents=9"]],
)  # fmt: skip
def test_with_a_cap_no_more_respondents_than_it_are_named(survey_command, given, cap):
    """It stood beside Hoeffding's 738 for at most 100."""
    told = survey_command("plan", *given, f"--cap={cap}")
    assert told.code == 0, told.err
    first, *_ = told.out.splitlines()
    assert "by the horizon interval" in first and "Hoeffding" not in first
    table = told.out[told.out.index("interval  ") :]
    named = re.findall(r"([0-9,]+) (?:respondents?\b|who can)|would need ([0-9,]+)", told.out)
    counts = [each for pair in named for each in pair if each]
    counts += re.findall(r"^[a-z ]+?  +([0-9,]+) ", table, re.M)
    assert counts and max(int(each.replace(",", "")) for each in counts) <= cap
    document = json.loads(survey_command("plan", *given, f"--cap={cap}", "--format", "json").out)
    assert document["margin"] == next(
        row["margin"] for row in document["intervals"] if row["interval"] == "horizon"
    )
    for row in document["intervals"]:
        assert row["respondents"] is None or row["respondents"] <= cap


def test_a_cap_that_is_too_small_is_said(survey_command):
    out = survey_command("plan", "--gamma=1/4", "--margin=0.1", "--cap=100").out
    assert out.startswith("Not even all 100 who can respond give ±10 points with 95% confidence")
    assert "nor by the class interval" in out
    out = survey_command("plan", "--gamma=1/4", "--margin=0.2", "--cap=100").out
    assert out.startswith("99 respondents give ±20 points")
