"""survey estimate on published data, rebuilt from its counts, and on bad files."""

import csv
import io
import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from survey.core.intervals.registry import EVERYWHERE, INTERVALS, METHODS

OF_SHARES = [method.name for method in METHODS if method.of_share]

# Blair, Imai, Zhou (2015), JASA 110: contact with armed groups in Nigeria, γ = 1/3.
NIGERIA = ["armed_group_contact"] + ["1"] * 831 + ["0"] * 1604 + ["NA"] * 22

# Höglinger, Jann, Diekmann: misconduct of students in Bern and Zurich, γ = 1/3, n = 372.
MISCONDUCT = {
    "copied": (132, 0.282258),
    "crib_notes": (94, 0.129032),
    "drugs": (63, 0.004032),
    "partial_plagiarism": (64, 0.008065),
    "severe_plagiarism": (64, 0.008065),
}


def test_nigeria(survey_command, file):
    path = file("\n".join(NIGERIA) + "\n")
    outcome = survey_command("estimate", path, "--gamma", "1/3", "--format", "json")
    assert outcome.code == 0
    document = json.loads(outcome.out)
    (question,) = document["questions"]
    assert document["confidence"] == 0.95
    assert question["question"] == "armed_group_contact"
    assert (question["respondents"], question["reported_yes"], question["missing"]) == (
        2435,
        831,
        22,
    )
    assert question["estimate"] == pytest.approx(0.261910, abs=5e-7)
    assert question["gamma"] == "1/3"
    low, high = question["intervals"]["hoeffding"]
    # sqrt(ln 40 / (2·2435)) / (2/3)
    assert high - low == pytest.approx(2 * 0.041283, abs=1e-5)


def test_misconduct_of_students(survey_command, file):
    rows = [
        ["1" if respondent < yes else "0" for yes, _ in MISCONDUCT.values()]
        for respondent in range(372)
    ]
    path = file("\r\n".join(",".join(row) for row in [list(MISCONDUCT), *rows]))
    outcome = survey_command("estimate", path, "--gamma", "1/3", "--format", "json")
    found = {
        question["question"]: (question["reported_yes"], round(question["estimate"], 6))
        for question in json.loads(outcome.out)["questions"]
    }
    assert found == MISCONDUCT


def test_gamma_of_a_real_study_may_have_any_denominator(survey_command, file):
    """0.3405375 = 27243/80000, as a card deck gave it: only what is asked here is bounded."""
    path = file("a\n" + "1\n" * 40 + "0\n" * 60)
    outcome = survey_command("estimate", path, "--gamma", "0.3405375", "--format", "json")
    (question,) = json.loads(outcome.out)["questions"]
    assert question["gamma"] == "27243/80000"
    # (0.4 − 0.5 + 0.3405375) / 0.681075
    assert question["estimate"] == pytest.approx(0.2405375 / 0.681075, abs=1e-12)
    assert "γ = 0.3405375," in survey_command("estimate", path, "--gamma", "0.3405375").out


@pytest.mark.parametrize("interval", [*OF_SHARES, "all"])
def test_intervals_are_chosen(survey_command, file, interval):
    path = file("a\n" + "1\n" * 40 + "0\n" * 60)
    cap = ["--cap", "120"] if interval not in EVERYWHERE else []
    wanted = "estimate", path, "--gamma", "1/4", "--interval", interval, *cap
    outcome = survey_command(*wanted, "--format", "json")
    (question,) = json.loads(outcome.out)["questions"]
    expected = set(OF_SHARES) if interval == "all" else {interval}
    assert set(question["intervals"]) == expected
    table = survey_command(*wanted).out
    for name in INTERVALS:
        assert (f"{name} 95%" in table) == (name in expected)


def test_without_a_cap_all_intervals_are_those_of_every_quantity(survey_command, file):
    path = file("a\n" + "1\n" * 40 + "0\n" * 60)
    wanted = "estimate", path, "--gamma", "1/4", "--interval"
    (question,) = json.loads(survey_command(*wanted, "all", "--format", "json").out)["questions"]
    assert list(question["intervals"]) == list(EVERYWHERE)
    refused = survey_command(*wanted, "horizon")
    assert refused.code == 2
    assert "needs --cap" in refused.err
    refused = survey_command(*wanted, "all", "--cap", "99")
    assert refused.code != 0
    assert "100 responses are more than the cap of 99." in refused.err


def test_every_spelling_of_a_report(survey_command, file):
    path = file("a\tb\n1\tyes\n0\tNo\n true \tFALSE\nna\t\n")
    outcome = survey_command("estimate", path, "--gamma", ".25", "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [(row["respondents"], row["reported_yes"], row["missing"]) for row in rows] == [
        ("3", "2", "1"), ("3", "1", "1"),
    ]  # fmt: skip


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_spreadsheets_of_all_countries(survey_command, file, delimiter):
    content = f'\ufeff"a b"{delimiter}c\r\n"1"{delimiter}0\r\n'
    outcome = survey_command("estimate", file(content), "--gamma", "1/4", "--column", "a b")
    assert outcome.code == 0
    assert "respondents    1" in outcome.out


def test_own_export_knows_its_gamma_and_its_ids(survey_command, file):
    export = "# q1: gamma = 1/3; epsilon = 1.6\r\nresponse_id,q1\r\n00ff,1\r\n11ff,0\r\n"
    outcome = survey_command("estimate", file(export), "--format", "json")
    (question,) = json.loads(outcome.out)["questions"]
    assert (question["question"], question["gamma"]) == ("q1", "1/3")
    other = survey_command("estimate", file(export), "--format", "json", "--gamma", "1/4")
    assert json.loads(other.out)["questions"][0]["gamma"] == "1/4"


def test_export_saved_again_with_quotes_knows_its_gamma(survey_command, file):
    export = '"# q1: gamma = 1/3; epsilon = 1.6";\r\n"response_id";"q1"\r\n"00ff";"1"\r\n'
    outcome = survey_command("estimate", file(export), "--format", "json")
    assert json.loads(outcome.out)["questions"][0]["gamma"] == "1/3"


@pytest.mark.parametrize(
    ("table", "names"),
    [
        ('"a, b, c";d\n1;0\n', ["a, b, c", "d"]),
        ('"say ""a;b;c""",d\n1,0\n', ['say "a;b;c"', "d"]),
        ('a,"b\nc"\n1,0\n', ["a", "b c"]),
    ],
)
def test_header_of_whole_questions(survey_command, file, table, names):
    outcome = survey_command("estimate", file(table), "--gamma", "1/4", "--format", "json")
    assert outcome.code == 0
    assert [found["question"] for found in json.loads(outcome.out)["questions"]] == names


def test_names_of_columns_do_not_steer_the_terminal(survey_command, file):
    out = survey_command("estimate", file("a\x1b[2Jb\n1\n"), "--gamma", "1/4").out
    assert out.startswith(r"'a\x1b[2Jb'")


def test_fault_after_a_header_of_two_lines_is_named_by_its_line(survey_command, file):
    outcome = survey_command("estimate", file('# x\n"a\nb"\n1\n2\n'), "--gamma", "1/4")
    assert "line 5, column 'a b'" in outcome.err


def test_nothing_is_clipped(survey_command, file):
    path = file("a\n" + "0\n" * 10)
    outcome = survey_command("estimate", path, "--gamma", "1/4", "--format", "json")
    assert json.loads(outcome.out)["questions"][0]["estimate"] == -0.5
    assert "−50.0%" in survey_command("estimate", path, "--gamma", "1/4").out


def test_estimate_outside_0_to_1_is_said_not_to_be_clipped(survey_command, file):
    outside = survey_command("estimate", file("a\n0\n"), "--gamma", "1/4").out
    inside = survey_command("estimate", file("a\n0\n1\n"), "--gamma", "1/4").out
    assert "not clipped" in outside
    assert "not clipped" not in inside


def test_column_of_missing_reports_has_no_estimate(survey_command, file):
    outcome = survey_command("estimate", file("a\nNA\n\n"), "--gamma", "1/4", "--format", "json")
    (question,) = json.loads(outcome.out)["questions"]
    assert (question["respondents"], question["estimate"], question["missing"]) == (0, None, 2)


BAD = {
    "empty": ("", "is empty"),
    "only comments": ("# a\n# b\n", "is empty"),
    "another value": ("a,b\n1,0\n1,maybe\n", "line 3, column 'b'"),
    "two": ("a\n2\n", "line 2, column 'a'"),
    "ragged": ("a,b\n1\n", "line 2: 1 cells, but the header has 2"),
    "too many cells": ("a\n1,0\n", "line 2: 2 cells"),
    "two columns of one name": ("a,a\n1,0\n", "two columns named 'a'"),
    "only ids": ("response_id\nff\n", "no column of reports"),
    "not UTF-8": (b"a\n\xff\n", "not text in UTF-8"),
    "binary": (b"\x00\x01\x02", "not text"),
    "unclosed quote": ('a\n"1\n0\n', "is not CSV"),
    "cut off within a quote": ('a\n1\n"0', "line 3 is not CSV"),
    "unclosed quote in the header": ('"a\n1\n0\n', "is not CSV"),
    "cell longer than any": ("a\n" + "1" * 200_000, "line 2 is not CSV"),
    "no header": ("1\n0\n1\n", "line 1 holds reports, not names"),
    "γ of the file out of range": ("# q: gamma = 7; x\nq\n1\n", "γ of q: γ must lie strictly"),
    "long name": ("question" * 99 + "\nmaybe\n", "…' is no report"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_file_is_refused_in_a_sentence(survey_command, file, kind):
    content, sentence = BAD[kind]
    gamma = [] if "gamma" in str(content) else ["--gamma", "1/4"]
    outcome = survey_command("estimate", file(content), *gamma)
    assert outcome.code == 1
    assert outcome.err.startswith("Error: ")
    assert len(outcome.err) < 500
    assert sentence in outcome.err
    assert "maybe" not in outcome.err


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [(["--gamma", "1/2"], 2, "strictly between"), (["--gamma", "x"], 2, "must be a fraction"),
     (["--gamma", "1/4", "--confidence", "95"], 2, "between 0 and 1"),
     (["--gamma", "1/4", "--confidence", "x"], 2, "give a share"),
     (["--gamma", "1/4", "--column", "z"], 1, "no column 'z'; it has 'a'"),
     (["--gamma", "1/4", "--format", "xml"], 2, "xml"), ([], 1, "Give it with --gamma")],
)  # fmt: skip
def test_bad_arguments_are_refused_in_a_sentence(survey_command, file, arguments, code, sentence):
    outcome = survey_command("estimate", file("a\n1\n"), *arguments)
    assert outcome.code == code
    assert sentence in outcome.err


@pytest.mark.parametrize(("path", "code"), [("missing.csv", 2), (".", 1)])
def test_missing_file_and_folder_are_refused(survey_command, path, code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert survey_command("estimate", path, "--gamma", "1/4").code == code


def test_any_bytes_end_in_a_sentence(survey_command, file):
    codes = set()

    @settings(max_examples=200, deadline=None, derandomize=True, database=None,
              suppress_health_check=list(HealthCheck))  # fmt: skip
    @given(st.binary(max_size=60) | st.text("01ab,;\n\"'#\t ", max_size=40).map(str.encode))
    def run(content):
        codes.add(survey_command("estimate", file(content), "--gamma", "1/4").code)

    run()
    assert codes == {0, 1}


def test_cells_are_taken_as_pandas_and_stata_write_them(survey_command, file):
    text = "q1\n" + "1.0\n0.0\nNaN\n.\n<NA>\n1.\n1\n"
    found = json.loads(
        survey_command("estimate", file(text), "--gamma", "1/4", "--format", "json").out
    )
    (column,) = found["questions"]
    assert (column["respondents"], column["reported_yes"], column["missing"]) == (4, 3, 3)


def test_cells_are_taken_as_a_spreadsheet_with_decimal_commas_writes_them(survey_command, file):
    text = "\ufeffsep=;\r\nq1;age\r\n1,0;20,5\r\n0,0;21\r\n"
    outcome = survey_command("estimate", file(text), "--gamma", "1/4", "--column", "q1")
    assert "reported yes   1 (50.0%)" in outcome.out


def test_a_refused_cell_is_named_by_row_and_column_alone(survey_command, file):
    told = survey_command("estimate", file("q1,q2\n1,0\n0,maybe\n"), "--gamma", "1/4")
    assert told.code == 1
    assert "line 3, column 'q2'" in told.err
    assert "maybe" not in told.err


def test_options_are_a_line_of_csv(survey_command, file):
    path = file('v\n"Yes, often"\nNo\n')
    kind = ["--gamma", "1/4", "--kind", "choice", "--options"]
    told = survey_command("estimate", path, *kind, '"Yes, often",No')
    assert told.code == 0 and "Yes, often" in told.out
    wrong = survey_command("estimate", path, *kind, '"Yes, often"x,No')
    assert wrong.code == 2 and "quotation marks" in wrong.err


@pytest.mark.parametrize(
    ("interval", "said"),
    [
        ("hoeffding", "if you look once"),
        ("class", "for exactly this class"),
        ("anytime", "however often you look"),
        ("horizon", "whenever you close"),
        ("population", "a random sample of a larger population"),
        ("closed_mean", "has no closed_mean interval"),
    ],
)
def test_the_last_line_is_about_the_interval_that_was_asked_for(
    survey_command, file, interval, said
):
    text = "q1\n" + "1\n" * 120 + "0\n" * 80
    arguments = ["--gamma", "2/5", "--interval", interval, "--cap", "200"]
    told = survey_command("estimate", file(text), *arguments)
    assert said in told.out.splitlines()[-1]
