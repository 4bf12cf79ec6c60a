"""survey study coverage in its three formats."""

import csv
import io
import json


def test_csv_has_a_row_a_cell_of_the_grid(survey_command):
    outcome = survey_command("study", "coverage", "--classes", 100, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert len(rows) == 3 * 4 * 4 * 4
    assert all(float(row["coverage"]) >= 0.95 for row in rows)


def test_json_says_how_it_was_simulated(survey_command):
    outcome = survey_command("study", "coverage", "--classes", 100, "--seed", 7, "--format", "json")
    watching = json.loads(outcome.out)["watching"]
    assert (watching["from"], watching["to"], watching["seed"]) == (10, 300, 7)
    assert len(watching["ever_wrong"]) == 6


def test_table_is_readable(survey_command):
    out = survey_command("study", "coverage", "--classes", 100).out
    assert "least coverage" in out
    assert "Ever wrong while watching" in out


def test_a_seed_below_zero_is_wrong_usage(survey_command):
    for command in (["study", "coverage"], ["simulate", "URL", "--respondents", 3, "--truth", 1]):
        outcome = survey_command(*command, "--seed", -1)
        assert outcome.code == 2
        assert "-1 is not in the range x>=0" in outcome.err
