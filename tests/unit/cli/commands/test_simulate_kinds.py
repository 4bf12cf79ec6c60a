"""survey simulate on every kind of question: the truth as asked, and intervals that hold it."""

import json
import math
import re

import numpy as np
import pytest
from instruments import make_mixed_instrument

from survey.core.mechanism.vectorized import randomize_array
from survey.core.simulation import students as made_up_module

RESPONDENTS = 200
TRUTHS = ("0.3", "0.5,0.3,0.2", "60%,1/5", "0.25", "0.1,0.2,0.3,0.2,0.2")
RATINGS = [0.1, 0.2, 0.3, 0.2, 0.2]

# (keep, other) of each item, by hand from γ and the number of options.
CHANNELS = {
    "q1": (3 / 4, 1 / 4),
    "q2": (9 / 11, 1 / 11),
    "q3_1": (5 / 6, 1 / 6),
    "q3_2": (5 / 6, 1 / 6),
    "q4": (3 / 4, 1 / 4),
    "q5": (9 / 13, 1 / 13),
}
OPTIONS = (2, 3, 2, 2, 2, 5)


@pytest.fixture
def run(survey_command, mixed_url):
    """Simulates with these truths and arguments."""

    def run(*arguments, truths=TRUTHS, respondents=RESPONDENTS):
        given = [part for truth in truths for part in ("--truth", truth)]
        return survey_command(
            "simulate", "--yes", mixed_url, "--respondents", respondents, *given, *arguments
        )

    return run


@pytest.fixture
def document_of(run):
    def document_of(*arguments, **options) -> dict:
        outcome = run(*arguments, "--format", "json", **options)
        assert outcome.code == 0, outcome.err
        return json.loads(outcome.out)

    return document_of


def statements_of(document) -> list[dict]:
    """Everything with a truth, in the order of the table: shares, then a mean."""
    found = []
    for question in document["questions"]:
        shares = question.get("options", [] if "mean" in question else [question])
        found += shares + ([question["mean"]] if "mean" in question else [])
    return found


def truths_of(document) -> list[float]:
    return [statement["truth"] for statement in statements_of(document)]


def test_the_truth_is_as_asked_for_every_kind(document_of):
    truths = truths_of(document_of("--seed", 7))
    hours = truths.pop(6)
    # The mean rating is 0.1 + 2·0.2 + 3·0.3 + 4·0.2 + 5·0.2 = 3.2.
    assert truths == pytest.approx([0.3, 0.5, 0.3, 0.2, 0.6, 0.2, *RATINGS, 3.2])
    # Binomial: 40 · 1/4 ± 5 of its deviations
    assert hours == pytest.approx(10, abs=5 * math.sqrt(40 * 3 / 16 / RESPONDENTS))


def test_one_truth_for_all_is_spread_over_the_options(document_of):
    truths = truths_of(document_of("--seed", 7, truths=["0.4"], respondents=20))
    hours = truths.pop(6)
    assert truths == pytest.approx([0.4, 0.4, 0.3, 0.3, 0.4, 0.4, 0.4, 0.15, 0.15, 0.15, 0.15, 2.5])
    assert 0 < hours < 40


def test_every_interval_of_this_seed_holds_the_truth(document_of):
    document = document_of("--seed", 7)
    for statement in statements_of(document):
        low, high = statement["intervals"]["hoeffding"]
        assert statement["covered"] is True
        assert low - 1e-9 <= statement["truth"] <= high + 1e-9
    assert [question["kind"] for question in document["questions"]] == [
        "yes/no", "choice", "several", "number", "rating",
    ]  # fmt: skip
    assert document["statuses"] == {"201": RESPONDENTS}


def test_reports_sent_are_in_range_and_give_the_estimates(document_of, store):
    document = document_of("--seed", 7)
    reports = np.array([reports for _, reports in store.responses.all("mix234")])
    assert reports.shape == (RESPONDENTS, len(OPTIONS))
    estimates = []
    for column, k, (keep, other) in zip(reports.T, OPTIONS, CHANNELS.values(), strict=True):
        assert set(column) == set(range(k))  # all of them occur in 200
        estimates.append((np.bincount(column) / RESPONDENTS - other) / (keep - other))
    expected = [
        estimates[0][1], *estimates[1], estimates[2][1], estimates[3][1], 40 * estimates[4][1],
        *estimates[5], estimates[5] @ [1, 2, 3, 4, 5],
    ]  # fmt: skip
    found = [statement["estimate"] for statement in statements_of(document)]
    assert found == pytest.approx(expected)


LINE = re.compile(r"(q\d) +(\S+) +(\S+)   (\S+) to (\S+) \((holds|misses) the truth\)(?:  (\S.*))?")
SAID = ["", "Mine", "A friend's", "Prefer not to answer", "Algebra", "Analysis", "mean",
        "1", "2", "3", "4", "5", "mean"]  # fmt: skip


def figure(text: str) -> float:
    value = float(text.replace("−", "-").removesuffix("%"))
    return value / 100 if text.endswith("%") else value


def test_the_table_holds_what_the_json_does(run, document_of):
    lines = [LINE.fullmatch(line) for line in run("--seed", 7).out.splitlines()[1:-1]]
    statements = statements_of(document_of("--seed", 7))
    names = ["q1"] + ["q2"] * 3 + ["q3"] * 2 + ["q4"] + ["q5"] * 6
    for line, statement, name, said in zip(lines, statements, names, SAID, strict=True):
        assert (line[1], line[6], line[7] or "") == (name, "holds", said)
        told = [figure(line[place]) for place in (2, 3, 4, 5)]
        exact = [
            statement["truth"], statement["estimate"], *statement["intervals"]["hoeffding"],
        ]  # fmt: skip
        shares = [line[place].endswith("%") for place in (2, 3, 4, 5)]
        assert shares == [said != "mean"] * 4
        nearest = 0.05 if said == "mean" else 0.0005  # and ends outwards
        assert told[:2] == pytest.approx(exact[:2], abs=nearest + 1e-9)
        assert 0 <= exact[2] - told[2] < 2 * nearest + 1e-9
        assert 0 <= told[3] - exact[3] < 2 * nearest + 1e-9


def test_each_question_is_randomized_once_by_its_own_odds_and_options(document_of, monkeypatch):
    calls = []

    def record(answers, odds, options, generator):
        calls.append((answers.shape, odds, options))
        return randomize_array(answers, odds, options, generator)

    monkeypatch.setattr(made_up_module, "randomize_array", record)
    document_of(respondents=10)
    assert calls == [
        ((10, 1), (3, 1), 2), ((10,), (9, 1), 3), ((10, 2), (5, 1), 2),
        ((10,), (3, 1), 2), ((10,), (9, 1), 5),
    ]  # fmt: skip


@pytest.mark.parametrize("end", [0, 1])
def test_numbers_at_an_end_are_rounded_to_it(document_of, store, monkeypatch, end):
    monkeypatch.setattr(made_up_module, "randomize_array", lambda answers, *rest: answers)
    document = document_of("--seed", 7, truths=[*TRUTHS[:3], str(end), *TRUTHS[4:]])
    assert truths_of(document)[6] == 40 * end
    assert {reports[4] for _, reports in store.responses.all("mix234")} == {end}


def test_control_reports_that_ignore_the_answers_miss_the_truth(document_of, monkeypatch):
    monkeypatch.setattr(
        made_up_module, "randomize_array", lambda answers, *rest: np.zeros_like(answers)
    )
    for question in document_of("--seed", 7)["questions"]:
        covered = [each["covered"] for each in statements_of({"questions": [question]})]
        assert not all(covered)


@pytest.mark.parametrize(
    ("question", "truth", "wanted"),
    [
        (0, "0.3,0.7", "the share of yes"),
        (1, "0.5,0.5", "the share of the first option, or one for each option with sum 1"),
        (1, "0.5,0.3,0.3", "the share of the first option, or one for each option with sum 1"),
        (2, "0.1,0.2,0.3", "the share of every option, or one for each option"),
        (3, "0.1,0.2", "where the mean lies in the range, from 0 to 1"),
        (4, "0.5,0.5", "the share of the lowest rating, or one for each rating with sum 1"),
        (4, "1,0,0,0,1", "the share of the lowest rating, or one for each rating with sum 1"),
    ],
)
def test_bad_truths_are_refused_before_anything_is_sent(run, watched, question, truth, wanted):
    truths = [*TRUTHS[:question], truth, *TRUTHS[question + 1 :]]
    text = make_mixed_instrument().questions[question].text
    outcome = run(truths=truths)
    assert (outcome.code, outcome.out) == (2, "")
    assert f"For “{text}” --truth is {wanted}." in outcome.err
    assert watched.bodies == []


@pytest.mark.parametrize("truth", ["2", "0.3,1.1", "101%"])
def test_a_truth_that_is_no_share_is_refused(run, watched, truth):
    outcome = run(truths=[truth])
    assert (outcome.code, outcome.out) == (2, "")
    said = f"--truth {truth} is no share. Give a number from 0 to 1, such as 0.3."
    assert said in outcome.err
    assert watched.bodies == []
