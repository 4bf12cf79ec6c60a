"""survey regress: covariates of every kind, missing cells, warnings, and bad files."""

import csv
import io
import json
import sys

import numpy as np
import pytest
from scipy.special import expit


@pytest.fixture
def exams(file):
    """3,000 reports at γ = 1/4, odds of yes e^(−1 + 0.1(age − 24) + [maths]); one cell missing."""
    rng = np.random.default_rng(7)
    age = rng.integers(18, 31, 3000)
    faculty = rng.choice(["arts", "law", "maths"], 3000)
    truth = rng.random(3000) < expit(-1 + 0.1 * (age - 24) + (faculty == "maths"))
    reports = np.where(rng.random(3000) < 0.75, truth, ~truth).astype(int)
    rows = [f"{a},{f},{y}" for a, f, y in zip(age, faculty, reports, strict=True)]
    return file("\n".join(["age,faculty,cheated", *rows, "NA,law,1"]))


def fitted(outcome) -> dict[str, dict]:
    assert outcome.code == 0, outcome.err
    return {each["term"]: each for each in json.loads(outcome.out)["coefficients"]}


def test_numbers_and_groups(survey_command, exams):
    outcome = survey_command(
        "regress", exams, "--outcome", "cheated", "--gamma", "1/4", "--on", "age,faculty",
        "--format", "json",
    )  # fmt: skip
    terms = fitted(outcome)
    assert list(terms) == ["(intercept)", "age", "faculty = law", "faculty = maths"]
    truths = {"age": 0.1, "faculty = law": 0.0, "faculty = maths": 1.0}
    for name, truth in truths.items():
        # 5 standard errors: a false alarm of 6e-7 a coefficient for any seed
        assert abs(terms[name]["coefficient"] - truth) < 5 * terms[name]["standard_error"]
    assert terms["age"]["low"] > 0
    document = json.loads(outcome.out)
    assert (document["respondents"], document["missing"], document["starts"]) == (3000, 1, 32)


def test_table_and_csv_say_the_same(survey_command, exams):
    arguments = ["regress", exams, "--outcome", "cheated", "--gamma", "1/4", "--on", "age"]
    rows = list(csv.DictReader(io.StringIO(survey_command(*arguments, "--format", "csv").out)))
    assert [row["term"] for row in rows] == ["(intercept)", "age"]
    out = survey_command(*arguments).out
    assert "3,000 respondents, 1 left out" in out
    assert "the highest found from 32 starts: it may have several maxima." in out
    assert "found from 2 starts" in survey_command(*arguments, "--starts", "2").out
    for row in rows:
        assert f"{float(row['coefficient']):.4f}" in out


def test_own_export_knows_gamma_and_groups_and_warns_of_randomized_covariates(survey_command, file):
    rng = np.random.default_rng(3)
    reports = rng.integers(0, [2, 3, 2], (400, 3))
    path = file(
        "# q1: kind = yes/no; options = 2; gamma = 2/5; epsilon = 2.2\r\n"
        "# q2: kind = choice; options = 3; gamma = 1/2; epsilon = inf\r\n"
        "# q3: kind = yes/no; options = 2; gamma = 1/4; epsilon = 1.1\r\n"
        "response_id,q1,q2,q3\r\n" + "".join(f"x,{a},{b},{c}\r\n" for a, b, c in reports)
    )
    outcome = survey_command(
        "regress", path, "--outcome", "q1", "--on", "q2,q3", "--format", "json"
    )
    assert list(fitted(outcome)) == ["(intercept)", "q2 = 1", "q2 = 2", "q3"]
    assert json.loads(outcome.out)["gamma"] == "2/5"
    assert "q3 was itself randomized" in outcome.err
    assert "q2" not in outcome.err


def test_a_typing_error_among_numbers_is_warned_of(survey_command, file):
    rows = "".join(f"{n % 4 // 2},{n % 3},{'abc'[n % 5 // 2]}\n" for n in range(240))
    path = file(f"cheated,age,place\n{rows}1,O\x1b,a\n0,O\x1b,a\n")
    arguments = ["--outcome", "cheated", "--gamma", "1/4", "--format", "json"]
    outcome = survey_command("regress", path, *arguments, "--on", "age,place")
    assert "age = O\x1b" in fitted(outcome)
    (warning,) = json.loads(outcome.out)["warnings"]
    assert warning in outcome.err
    assert "age was read as groups" in warning
    assert "'O\\x1b'" in warning


@pytest.mark.parametrize(
    ("table", "arguments", "code", "sentence"),
    [
        ("a,b\n1,2\n", ["--outcome", "a"], 1, "Give it with --gamma"),
        ("a,b\n1,2\n", ["--gamma", "1/4"], 2, "--outcome"),
        ("a,b\n1,2\n", ["--outcome", "a", "--gamma", "1/4", "--on", "a"], 1, "explain itself"),
        ("a,b\n1,2\n", ["--outcome", "a", "--gamma", "1/4", "--on", "c"], 1, "no column 'c'"),
        ("a,b\n1,2\n", ["--outcome", "a", "--gamma", "1/4", "--on", "b"], 1, "too few"),
        ("a,b\n1,NA\n", ["--outcome", "a", "--gamma", "1/4", "--on", "b"], 1, "too few"),
        ("a,b\n7,2\n", ["--outcome", "a", "--gamma", "1/4"], 1, "line 2, column 'a'"),
        (
            "a,b\n" + "1,2\n0,2\n" * 9,
            ["--outcome", "a", "--gamma", "1/4", "--on", "b"],
            1,
            "b is the same for all",
        ),
        (
            "a,b,c\n" + "".join(f"{n % 2},{n},{2 * n + 1}\n" for n in range(20)),
            ["--outcome", "a", "--gamma", "1/4", "--on", "b,c"],
            1,
            "c follows from the other",
        ),
        ("a,b\n" + "1,2\n" * 20, ["--outcome", "a", "--gamma", "1/4"], 1, "no finite maximum"),
        (
            "a,b\n" + "".join(f"1,t{n}\n" for n in range(30)),
            ["--outcome", "a", "--gamma", "1/4", "--on", "b"],
            1,
            "more than 20 different texts",
        ),
        (
            "# q1: kind = choice; options = 3; gamma = 1/4\nq1\n1\n",
            ["--outcome", "q1"],
            1,
            "must be yes/no, not choice",
        ),
    ],
)
def test_bad_input_is_refused_in_a_sentence(survey_command, file, table, arguments, code, sentence):
    outcome = survey_command("regress", file(table), *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert sentence in outcome.err


def test_without_statsmodels_it_says_how_to_get_it(survey_command, exams, monkeypatch):
    monkeypatch.setitem(sys.modules, "statsmodels.api", None)
    outcome = survey_command("regress", exams, "--outcome", "cheated", "--gamma", "1/4")
    assert outcome.code == 2
    assert "pip install statsmodels" in outcome.err
