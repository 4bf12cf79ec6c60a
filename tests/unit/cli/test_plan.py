import json
from fractions import Fraction

import pytest
from known_answers import cases


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
    assert document == {**case, "margin": float(Fraction(case["margin"]))}


def test_table_says_it_in_words(survey_command):
    out = survey_command("plan", "--gamma", "1/4", "--margin", "10%").out
    assert out.startswith("738 respondents give ±10 points with 95% confidence")
    assert "would need 28" in out


def test_csv(survey_command):
    out = survey_command("plan", "--gamma", "1/4", "--margin", "1/10", "--format", "csv").out
    header, row = out.splitlines()
    assert header == "gamma,margin,confidence,epsilon,respondents,central_laplace_respondents"
    assert row.endswith(",738,28")


@pytest.mark.parametrize("margin", ["0", "2", "-1", "x", "1/0", "", "150%", "nan", "1e3"])
def test_impossible_margin_is_wrong_usage(survey_command, margin):
    outcome = survey_command("plan", "--gamma", "1/4", f"--margin={margin}")
    assert outcome.code == 2
    assert "Error: " in outcome.err
