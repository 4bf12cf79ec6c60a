import csv
import io
import json
import math

import numpy as np
import pytest
from instruments import make_instrument, make_mixed_instrument
from scipy.special import lambertw
from scipy.stats import binom

from survey.core.instrument.parsing import validate
from survey.core.intervals.registry import EVERYWHERE
from survey.core.responses.tally import tally
from survey.core.results.results import question_results
from survey.exports.csv_lines import FORMULA_STARTS, safe_cell
from survey.exports.result_terms import ResultTerms
from survey.exports.results_csv import estimates_csv, reports_csv
from survey.exports.results_json import everything_json, results_document

INSTRUMENT = make_instrument("1/4", "2/5")
RESPONSES = [("aa" * 16, (0, 0)), ("bb" * 16, (0, 1)), ("cc" * 16, (0, 0))]
TALLY = tally(INSTRUMENT, [reports for _, reports in RESPONSES])


def parse(pieces) -> tuple[list[str], list[dict]]:
    """The `#` lines and the table of a CSV."""
    lines = "".join(pieces).splitlines(keepends=True)
    preamble = [line for line in lines if line.startswith("#")]
    return preamble, list(csv.DictReader(io.StringIO("".join(lines[len(preamble) :]), newline="")))


def test_tally_counts_each_value_of_each_question():
    assert TALLY.responses == 3
    assert TALLY.counts == ((3, 0), (2, 1))


def test_everything_can_be_recomputed_from_the_json():
    document = json.loads("".join(everything_json(INSTRUMENT, RESPONSES)))
    assert document["instrument_sha256"] == INSTRUMENT.digest
    for number, question in enumerate(document["questions"]):
        yes = [response["reports"][number] for response in document["reports"]]
        share = sum(yes) / len(yes)
        top, bottom = map(int, question["gamma"].split("/"))
        gamma = top / bottom
        assert question["estimate"] == pytest.approx((share - 0.5 + gamma) / (2 * gamma))
        assert question["reported_yes"] == sum(yes)


@pytest.mark.first_cell
@pytest.mark.parametrize(("n", "yes", "gamma"), [(30, 12, 1 / 4), (50, 31, 1 / 10), (12, 1, 2 / 5)])
def test_every_interval_can_be_recomputed_with_another_tool(n, yes, gamma):
    """From each definition as the file gives it, with scipy's laws and a search over a grid."""
    reports = [(f"{i:032x}", (int(i < yes),)) for i in range(n)]
    instrument = make_instrument({1 / 4: "1/4", 1 / 10: "1/10", 2 / 5: "2/5"}[gamma], class_size=60)
    document = json.loads("".join(everything_json(instrument, reports)))
    (question,) = document["questions"]
    found = question["intervals"]
    alpha = 0.05

    def laws(of_truth, truths) -> np.ndarray:
        return np.array([of_truth(truth) for truth in truths])

    def kept(truths, law: np.ndarray) -> list[float]:
        """The first and last truth that takes `yes`, by likelihood ratio."""
        ratios = law / law.max(axis=0)
        taken_before = np.where(ratios > ratios[:, [yes]] * (1 + 1e-9), law, 0).sum(axis=1)
        return [each for each, before in zip(truths, taken_before, strict=True) if before < 0.95]

    truths = range(n + 1)
    plausible = kept(
        truths,
        laws(
            lambda t: np.convolve(
                binom.pmf(range(t + 1), t, 0.5 + gamma),
                binom.pmf(range(n - t + 1), n - t, 0.5 - gamma),
            ),
            truths,
        ),
    )
    assert found["class"] == pytest.approx([plausible[0] / n, plausible[-1] / n])

    shares = np.linspace(0, 1, 20_001)
    plausible = kept(
        shares, laws(lambda p: binom.pmf(range(n + 1), n, 0.5 - gamma + 2 * gamma * p), shares)
    )
    assert found["population"] == pytest.approx([plausible[0], plausible[-1]], abs=1e-4)

    keep, other = 0.5 + gamma, 0.5 - gamma
    x = -lambertw(-(alpha**2) / math.e, -1).real - 1
    d = math.sqrt(x / (document["instrument"]["class_size"] * keep * other))
    steps = np.arange(201) / 20 - 5
    weights = np.exp(-(steps**2) / 2) / np.exp(-(steps**2) / 2).sum()

    def mixture(t: int) -> float:
        growth = np.expm1(steps * d)
        of_yes, of_no = np.log(1 + keep * growth), np.log(1 + other * growth)
        return float(weights @ np.exp(steps * d * yes - t * of_yes - (n - t) * of_no))

    plausible = [t for t in range(n + 1) if mixture(t) < 1 / alpha]
    assert found["anytime"] == pytest.approx([plausible[0] / n, plausible[-1] / n])


def test_nothing_is_clipped_in_an_export():
    document = results_document(INSTRUMENT, TALLY)
    assert document["questions"][0]["estimate"] == -0.5
    _, rows = parse(estimates_csv(INSTRUMENT, TALLY))
    assert float(rows[0]["estimate"]) == -0.5
    assert float(rows[0]["hoeffding_low"]) < -1


def test_no_responses_give_nulls_and_empty_cells():
    nobody = tally(INSTRUMENT, [])
    document = results_document(INSTRUMENT, nobody)
    assert document["questions"][0]["estimate"] is None
    assert document["questions"][0]["intervals"] == dict.fromkeys(EVERYWHERE)
    _, rows = parse(estimates_csv(INSTRUMENT, nobody))
    assert rows[0]["estimate"] == ""


def test_csv_and_json_agree():
    document = results_document(INSTRUMENT, TALLY, ResultTerms(0.9))
    _, rows = parse(estimates_csv(INSTRUMENT, TALLY, ResultTerms(0.9)))
    for question, row in zip(document["questions"], rows, strict=True):
        for key in ("estimate", "epsilon", "reported_share"):
            assert float(row[key]) == question[key]
        for name, ends in question["intervals"].items():
            cells = [row[f"{name}_low"], row[f"{name}_high"]]
            assert cells == (["", ""] if ends is None else [str(end) for end in ends])


def test_reports_csv_holds_every_report_and_what_it_means():
    preamble, rows = parse(reports_csv(INSTRUMENT, RESPONSES))
    assert [(row["response_id"], (int(row["q1"]), int(row["q2"]))) for row in rows] == RESPONSES
    text = "".join(preamble)
    assert INSTRUMENT.digest in text
    assert "# q2: kind = yes/no; options = 2; gamma = 2/5; epsilon = 2.197" in text
    assert "# epsilon: ln(" in text


def test_preamble_is_one_plain_cell_a_line_and_holds_nothing_typed():
    wild = make_instrument(title='=HYPERLINK("x"),a')
    preamble, _ = parse(reports_csv(wild, []))
    assert preamble
    for line in preamble:
        assert "," not in line
        assert '"' not in line
        assert "HYPERLINK" not in line


@pytest.mark.parametrize("start", [*FORMULA_STARTS, "=1+1", "@SUM(A1)", "\t=1"])
def test_text_that_a_spreadsheet_would_run_is_defused(start):
    cell = safe_cell(f"{start}HYPERLINK")
    assert cell.startswith("'")
    assert "\0" not in cell


@pytest.mark.parametrize("number", [-0.25, -1, 0, 1.5])
def test_numbers_stay_numbers(number):
    assert safe_cell(number) is number


def test_question_text_is_defused_in_the_estimates():
    wild = validate({"title": "T", "questions": [{"text": '=1+1, "quoted"\nline'}]})
    _, rows = parse(estimates_csv(wild, tally(wild, [])))
    assert rows[0]["text"] == '\'=1+1, "quoted"\nline'


MIXED = make_mixed_instrument()
MIXED_TALLY = tally(MIXED, [(1, 0, 0, 1, 1, 4), (0, 2, 1, 1, 0, 3), (1, 1, 0, 0, 1, 4), (1,) * 6])

# The range of a term of each statement: 1/(keep − other), times the range of a mean.
# Yes/no, 3 options, 2 of several, the mean number, 5 ratings, their mean.
TERM_WIDTHS = [2] + [11 / 8] * 3 + [3 / 2] * 2 + [80] + [13 / 8] * 5 + [13 / 2]


def statements(counted=MIXED_TALLY, instrument=MIXED, **options):
    results = question_results(instrument, counted, 0.95, **options)
    return [statement for result in results for statement in result.quantities]


def test_together_each_of_the_m_statements_gets_alpha_over_m():
    m = len(TERM_WIDTHS)
    assert m == 13
    for statement, width in zip(statements(simultaneous=True), TERM_WIDTHS, strict=True):
        assert statement.confidence == pytest.approx(1 - 0.05 / m)
        low, high = statement.interval("hoeffding")
        # ln(2 / (alpha/m)) over 2n, n = 4
        assert (high - low) / 2 == pytest.approx(width * math.sqrt(math.log(40 * m) / 8))


@pytest.mark.parametrize("interval", EVERYWHERE)
def test_together_every_interval_is_that_at_a_smaller_alpha(interval):
    counted = tally(MIXED, [(1, 0, 0, 1, 1, 4), (0, 2, 1, 1, 0, 3)] * 50)
    together = statements(counted, simultaneous=True)
    alone = question_results(MIXED, counted, 1 - (1 - 0.95) / 13)
    alone = [statement for result in alone for statement in result.quantities]
    wider = 0
    for one, other, plain in zip(together, alone, statements(counted), strict=True):
        assert one.interval(interval) == other.interval(interval)
        if plain.interval(interval):
            (low, high), (inner_low, inner_high) = one.interval(interval), plain.interval(interval)
            assert low <= inner_low <= inner_high <= high
            wider += high - low > inner_high - inner_low
    assert wider


def test_together_no_estimate_changes():
    estimates = [statement.estimate for statement in statements()]
    assert [statement.estimate for statement in statements(simultaneous=True)] == estimates
    assert statements(simultaneous=False) == statements()


def test_one_statement_alone_keeps_its_confidence():
    (alone,) = statements(tally(make_instrument(), [(1,)]), make_instrument(), simultaneous=True)
    assert alone.confidence == pytest.approx(0.95, rel=1e-15)
