"""survey estimate on every kind of question: known answers, own exports, foreign files."""

import csv
import io
import json
import re

import pytest
from instruments import make_mixed_instrument
from known_answers import cases

from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.core.library import estimate
from survey.core.responses.response import Response
from survey.core.responses.tally import tally
from survey.exports.result_terms import ResultTerms
from survey.exports.results_json import results_document
from survey.store import State
from survey.web.authoring.new_drafts import add_survey

REPORTS = [(1, 0, 0, 1, 1, 4), (0, 2, 1, 1, 0, 3), (1, 1, 0, 0, 1, 4), (0, 0, 0, 1, 1, 0),
           (1, 0, 1, 1, 1, 2)]  # fmt: skip


@pytest.fixture
def mixed(tmp_path):
    """A closed survey of every kind with five responses: (data folder, code)."""
    data = tmp_path / "instance"
    store = open_instance(Config(data))
    instrument = make_mixed_instrument()
    code = add_survey(store, instrument)
    store.surveys.set_state(code, State.OPEN)
    for number, reports in enumerate(REPORTS):
        store.responses.add(code, Response(instrument.digest, f"{number:032x}", reports, None))
    store.close()
    return data, code


def json_of(outcome):
    assert outcome.code == 0, outcome.err
    return json.loads(outcome.out)


@pytest.mark.parametrize("simultaneous", [False, True])
def test_own_export_gives_the_apps_own_figures(survey_command, mixed, tmp_path, simultaneous):
    data, code = mixed
    path = tmp_path / "reports.csv"
    survey_command("export", code, "--data", data, "--format", "csv", "--output", path)
    arguments = ["--interval", "all", "--format", "json"] + ["--simultaneous"] * simultaneous
    estimated = json_of(survey_command("estimate", path, *arguments))
    found = {question["question"]: question for question in estimated["questions"]}
    instrument = make_mixed_instrument()
    terms = ResultTerms(simultaneous=simultaneous)
    document = results_document(instrument, tally(instrument, REPORTS), terms)
    assert list(found) == document["items"] == ["q1", "q2", "q3_1", "q3_2", "q4", "q5"]
    for ours in document["questions"]:
        if ours["kind"] == "several":
            # A column is one option, a yes/no of its own.
            for option in ours["options"]:
                for key in ("reported_yes", "estimate", "intervals"):
                    assert found[option["name"]][key] == option[key]
            continue
        theirs = found[ours["question"]]
        for key in ("kind", "respondents", "gamma", "epsilon", "low", "high", "odds"):
            assert theirs.get(key) == ours.get(key)
        # The anytime interval is tuned for the class size, 100 in both.
        for key in ("mean", "intervals", "estimate"):
            assert theirs.get(key) == ours.get(key)
        for option, mine in zip(theirs.get("options", []), ours.get("options", []), strict=True):
            for words in ("option", "name"):
                del option[words], mine[words]
            assert option == mine


def test_simultaneous_intervals_share_alpha(survey_command, file):
    path = file("a,b\n" + "1,0\n" * 40 + "0,1\n" * 60)
    alone = json_of(
        survey_command(
            "estimate", path, "--gamma", "1/4", "--confidence", "0.975", "--format", "json"
        )  # fmt: skip
    )
    together = json_of(
        survey_command("estimate", path, "--gamma", "1/4", "--simultaneous", "--format", "json")
    )
    for one, other in zip(alone["questions"], together["questions"], strict=True):
        assert one["intervals"]["hoeffding"] == pytest.approx(other["intervals"]["hoeffding"])
    out = survey_command("estimate", path, "--gamma", "1/4", "--simultaneous").out
    assert "hoeffding 97.5%" in out


@pytest.mark.parametrize(
    "case",
    [case for case in cases("choice_estimates") if sum(case["counts"]) <= 2000],
    ids=lambda case: f"{case['gamma']} {case['counts']}",
)
def test_foreign_choice_has_the_known_estimates(survey_command, file, case):
    labels = [f"Option {place}" for place in range(case["options"])]
    cells = [
        label for label, count in zip(labels, case["counts"], strict=True) for _ in range(count)
    ]
    outcome = survey_command(
        "estimate", file("\n".join(["vote", *cells])), "--gamma", case["gamma"],
        "--kind", "choice", "--options", ",".join(labels), "--format", "json",
    )  # fmt: skip
    (question,) = json_of(outcome)["questions"]
    assert [option["option"] for option in question["options"]] == labels
    estimates = [option["estimate"] for option in question["options"]]
    assert estimates == pytest.approx(case["estimates"], abs=1e-12)
    low, high = question["options"][0]["intervals"]["hoeffding"]
    assert (high - low) / 2 == pytest.approx(case["hoeffding_half_width_95"], rel=1e-12)


def test_foreign_number_and_rating_have_a_mean(survey_command, file):
    path = file("a\n" + "1\n" * 30 + "0\n" * 10)
    told = ["--kind", "number", "--low", "0", "--high", "40", "--gamma", "1/4"]
    (question,) = json_of(survey_command("estimate", path, *told, "--format", "json"))["questions"]
    assert question["mean"]["estimate"] == pytest.approx(40.0)  # (0.75 − 0.25) / 0.5 of 40
    out = survey_command("estimate", path, *told).out
    assert "About 40.0 on average" in out

    path = file("a\n" + "5\n" * 30 + "1\n" * 10)
    told = ["--kind", "rating", "--options", "5", "--gamma", "2/5"]
    (question,) = json_of(survey_command("estimate", path, *told, "--format", "json"))["questions"]
    counts = [option["reported_yes"] for option in question["options"]]
    assert counts == [10, 0, 0, 0, 30]
    # keep = 9/13, other = 1/13: (4 − 15/13) / (8/13)
    assert question["mean"]["estimate"] == pytest.approx((4 - 15 / 13) / (8 / 13))


def test_csv_has_a_row_an_option_and_one_for_the_mean(survey_command, file):
    path = file("a\n1\n3\nNA\n")
    outcome = survey_command(
        "estimate", path, "--gamma", "2/5", "--kind", "rating", "--options", "3", "--format", "csv"
    )
    rows = list(csv.DictReader(io.StringIO(outcome.out)))
    assert [(row["quantity"], row["option"], row["missing"]) for row in rows] == [
        ("share", "1", "1"), ("share", "2", "1"), ("share", "3", "1"), ("mean", "", "1"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--options", "3"], 2, "--options goes with --kind"),
        (["--kind", "number", "--low", "5", "--high", "5"], 2, "--high must be above --low."),
        (["--low", "5"], 2, "go with --kind number"),
        # None of them is guessed: of 0 and 1 alone, a mean between 0 and 100 would be made up.
        (["--kind", "number"], 2, "needs --low and --high"),
        (["--kind", "number", "--high", "5"], 2, "needs --low and --high"),
        (["--kind", "choice"], 2, "needs --options, such as --options red,green"),
        (["--kind", "rating"], 2, "needs the highest one, such as --options 5"),
        (["--kind", "choice", "--options", "x"], 1, "Please give 2 to 20 options"),
        (["--kind", "choice", "--options", "x,x"], 1, "Two options are the same"),
        (["--kind", "choice", "--options", "x,y"], 1, "these cells are the codes 0 to 1"),
        (["--kind", "rating", "--options", "99"], 1, "highest rating, from 2 to 10"),
        (["--kind", "several"], 2, "several"),
    ],
)
def test_bad_kinds_are_refused_in_a_sentence(survey_command, file, arguments, code, sentence):
    outcome = survey_command("estimate", file("a\n1\n"), "--gamma", "1/4", *arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert sentence in outcome.err


@pytest.mark.parametrize(
    ("about", "sentence"),
    [
        ("kind = choice; options = 1000000000; gamma = 1/4", "2 to 20 options"),
        ("kind = choice; options = x; gamma = 1/4", "2 to 20 options"),
        ("kind = guess; gamma = 1/4", "the kind of q1"),
        ("kind = number; low = a; high = 4; gamma = 1/4", "the lowest number of q1"),
        ("kind = number; low = 0; high = 4; gamma = 1/2", "at 1/2 it is the answer itself"),
        (
            "kind = rating; options = 3; gamma = 1/4",
            "line 3, column 'q1' is no report: use 0, 1, 2",
        ),
        ("kind = yes/no; options = 2", "Give it with --gamma"),
    ],
)
def test_damaged_preamble_is_refused_in_a_sentence(survey_command, file, about, sentence):
    outcome = survey_command("estimate", file(f"# q1: {about}\nq1\n7\n"))
    assert (outcome.code, outcome.out) == (1, "")
    assert sentence in outcome.err
    assert len(outcome.err) < 400


def test_spreadsheet_quotes_leave_the_preamble_readable(survey_command, file):
    export = (
        '"# q1: kind = choice; options = 3; gamma = 2/5; epsilon = 2.1";\r\n"q1";"q2"\r\n2;1\r\n'
    )
    outcome = survey_command("estimate", file(export), "--column", "q1", "--format", "json")
    (question,) = json_of(outcome)["questions"]
    assert (question["kind"], question["gamma"]) == ("choice", "2/5")
    assert [option["reported_yes"] for option in question["options"]] == [0, 0, 1]


@pytest.mark.parametrize("cells", ["0,1,4,3", "1,2,4,3"])
def test_codes_are_not_read_as_ratings(survey_command, file, cells):
    """Its mean was -0.06 for 3.44, though the library refuses such a column."""
    rating = ["--gamma", "2/5", "--kind", "rating", "--options", "5"]
    path = file("\n".join(["a", *cells.split(",")]))
    refused = survey_command("estimate", path, *rating)
    assert (refused.code, refused.out) == (1, "")
    assert "the codes 0 to 4 of the app's own files, which stand for 1 to 5" in refused.err
    assert "Say --codes, or --labels" in refused.err
    numbers = list(map(int, cells.split(",")))
    for flag, coded in (("--codes", True), ("--labels", False)):
        told = survey_command("estimate", path, *rating, flag, "--format", "json")
        if "0" in cells and not coded:
            assert told.code == 1 and "line 2, column 'a' is no report" in told.err
            continue
        mean = json.loads(told.out)["questions"][0]["mean"]["estimate"]
        ours = estimate(numbers, "2/5", kind="rating", highest=5, coded=coded)
        assert mean == pytest.approx(ours.rows[-1]["estimate"])


def test_a_cell_that_is_a_code_among_ratings_is_named_by_its_line(survey_command, file):
    path = file("a\n5\n0\n3\n")
    told = survey_command("estimate", path, "--gamma", "2/5", "--kind", "rating", "--options", "5")
    assert told.code == 1 and "line 3, column 'a' is no report: use 1, 2, 3, 4, 5" in told.err
    assert "For other columns give --kind." in told.err


@pytest.mark.parametrize("interval", ["class", "anytime"])
def test_a_row_has_the_range_that_the_sentence_of_a_rating_tells(survey_command, file, interval):
    ratings = list("12345543445215443554") * 6
    path = file("\n".join(["rate", *ratings]))
    asked = ("estimate", path, "--gamma", "2/5", "--kind", "rating", "--options", "5")
    said = survey_command(*asked, "--interval", interval).out
    low, high = re.search(r"between ([0-9.]+) and ([0-9.]+)", said.splitlines()[-1]).groups()
    assert f"{low} to {high}" in said
