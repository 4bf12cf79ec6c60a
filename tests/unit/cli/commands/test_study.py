"""survey study coverage in its three formats."""

import csv
import io
import json
from fractions import Fraction

import pytest


@pytest.mark.exhaustive
def test_csv_has_a_row_a_cell_of_the_grid(survey_command):
    outcome = survey_command("study", "coverage", "--classes", 100, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert len(rows) == 3 * 4 * 4 * 4
    assert all(float(row["coverage"]) >= 0.95 for row in rows)


@pytest.mark.exhaustive
def test_json_says_how_it_was_simulated(survey_command):
    outcome = survey_command("study", "coverage", "--classes", 100, "--seed", 7, "--format", "json")
    watching = json.loads(outcome.out)["watching"]
    widths = json.loads(outcome.out)["widths"]
    assert len(widths) == 3 * 4
    assert all(row["least"] <= row["class"] for row in widths)
    assert (watching["from"], watching["to"], watching["seed"]) == (10, 300, 7)
    assert len(watching["ever_wrong"]) == 6


@pytest.mark.exhaustive
def test_table_is_readable(survey_command):
    out = survey_command("study", "coverage", "--classes", 100).out
    assert "least coverage" in out
    assert "Ever wrong while watching" in out
    assert "the least of any rule" in out


def test_groups_have_a_row_a_size(survey_command, monkeypatch):
    monkeypatch.setattr("survey.cli.commands.study.PAIRS", [(Fraction(1, 4), Fraction(2, 5))])
    monkeypatch.setattr("survey.cli.commands.study.GROUP_SIZES", [30, 100])
    out = survey_command("study", "groups", "--runs", 100).out
    header, *rows = out.splitlines()[2:]
    assert header.split() == [
        "γ", "group", "γ", "option", "n", "least", "coverage", "width", "guaranteed", "width"
    ]  # fmt: skip
    assert [row.split()[:3] for row in rows] == [["1/4", "2/5", "30"], ["1/4", "2/5", "100"]]


def test_control_has_a_row_a_share_that_deviates(survey_command, monkeypatch):
    monkeypatch.setattr("survey.cli.commands.study.CONTROL_SIZES", [(30, 40)])
    monkeypatch.setattr("survey.cli.commands.study.CONTROL_GAMMAS", [Fraction(2, 5)])
    out = survey_command("study", "control", "--runs", 100).out
    _, *rows = (line.split() for line in out.splitlines()[2:])
    shares = ["0%", "10%", "20%", "30%"]
    assert [row[3:5] for row in rows] == [[model, s] for model in ("random", "no") for s in shares]


def test_a_seed_below_zero_is_wrong_usage(survey_command):
    for command in (["study", "coverage"], ["simulate", "URL", "--respondents", 3, "--truth", 1]):
        outcome = survey_command(*command, "--seed", -1)
        assert outcome.code == 2
        assert "-1 is not in the range x>=0" in outcome.err
