"""survey crosstab: a published table, groups, and bad files."""

import csv
import io
import json

import pytest

# Unemployment benefit in the Netherlands (van den Hout, van der Heijden 2007), γ = 3/10.
DUTCH = "\n".join(
    ["first,second"]
    + ["yes,yes"] * 68 + ["yes,no"] * 52 + ["no,yes"] * 103 + ["no,no"] * 189
)  # fmt: skip


def rows_of(outcome, quantity):
    assert outcome.code == 0, outcome.err
    return [row for row in json.loads(outcome.out)["rows"] if row["quantity"] == quantity]


def test_published_joint_table(survey_command, file):
    outcome = survey_command(
        "crosstab", file(DUTCH), "first", "second", "--gamma", "3/10", "--format", "json"
    )
    joint = {(row["group"], row["option"]): row["estimate"] for row in rows_of(outcome, "joint")}
    published = {
        ("Yes", "Yes"): 0.17718447, ("Yes", "No"): -0.02508091,
        ("No", "Yes"): 0.18122977, ("No", "No"): 0.66666667,
    }  # fmt: skip
    assert joint == pytest.approx(published, abs=5e-9)


def test_table_says_what_the_json_says(survey_command, file):
    out = survey_command("crosstab", file(DUTCH), "first", "second", "--gamma", "3/10").out
    assert "412 respondents, 0 left out" in out
    assert "66.7%" in out
    assert "−2.5%" in out
    assert "Difference from first = No, in points" in out


def test_csv_holds_every_figure(survey_command, file):
    outcome = survey_command(
        "crosstab", file(DUTCH), "first", "second", "--gamma", "3/10", "--format", "csv"
    )
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [row["quantity"] for row in rows] == ["joint"] * 4 + ["conditional"] * 4 + [
        "difference"
    ] * 2


def test_own_export_relates_a_rating_to_groups(survey_command, file):
    path = file(
        "# q1: kind = choice; options = 2; gamma = 9/20; epsilon = 2.9\r\n"
        "# q2: kind = rating; options = 3; gamma = 2/5; epsilon = 2.2\r\n"
        "response_id,q1,q2\r\n" + "a,0,2\r\n" * 10 + "b,1,0\r\n" * 9 + "b,NA,0\r\n"
    )
    outcome = survey_command("crosstab", path, "q1", "q2", "--format", "json")
    assert json.loads(outcome.out)["gammas"] == ["9/20", "2/5"]
    assert json.loads(outcome.out)["counts"] == [[0, 0, 10], [9, 0, 0]]
    assert json.loads(outcome.out)["missing"] == 1
    assert {row["quantity"] for row in json.loads(outcome.out)["rows"]} == {
        "joint", "conditional", "difference"
    }  # fmt: skip


def test_no_pair_of_reports_has_no_estimate(survey_command, file):
    outcome = survey_command("crosstab", file("a,b\nNA,1\n"), "a", "b", "--gamma", "1/4")
    assert outcome.code == 0
    assert outcome.out == "0 respondents, 1 left out for a missing report\n"


@pytest.mark.parametrize(
    ("table", "arguments", "code", "sentence"),
    [
        ("a,b\n1,0\n", ["a", "a", "--gamma", "1/4"], 2, "two different columns"),
        ("a,b\n1,0\n", ["a", "c", "--gamma", "1/4"], 1, "no column 'c'"),
        ("a,b\n1,0\n", ["a", "b"], 1, "Give it with --gamma"),
        ("a,b\nx,0\n", ["a", "b", "--gamma", "1/4"], 1, "line 2, column 'a' is no report: use 0/1"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(survey_command, file, table, arguments, code, sentence):
    outcome = survey_command("crosstab", file(table), *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert sentence in outcome.err


def test_it_says_what_is_cut_and_what_is_not(survey_command, tmp_path):
    path = tmp_path / "reports.csv"
    path.write_text("a,b\n" + "1,0\n" * 30 + "0,1\n" * 30)
    told = survey_command("crosstab", path, "a", "b", "--gamma", "1/4")
    assert "−" in told.out and "Shares are not cut" in told.out.splitlines()[-1]
    path.write_text("a,b\n" + "1,0\n0,1\n1,1\n0,0\n" * 30)
    assert "not cut" not in survey_command("crosstab", path, "a", "b", "--gamma", "1/4").out
