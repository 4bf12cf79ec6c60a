"""Laws of the exports: no formula, no loss, and figures that anyone can recompute.

Derandomized: every run tries the same examples, so no law fails by chance.
"""

import csv
import io
import json
import math
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from instruments import make_instrument

from survey.core.instrument.lookalikes import invisible_fault
from survey.core.instrument.parsing import validate
from survey.core.responses.tally import tally
from survey.exports.csv_lines import plain_csv
from survey.exports.result_terms import ResultTerms
from survey.exports.results_csv import estimates_csv, reports_csv
from survey.exports.results_json import everything_json

# Written out here, and not taken from the code.
STARTS = tuple("=+-@|%\t\r\n\0＝＋－＠")
FORMULAS = tuple("=+-@|%＝＋－＠")

any_text = st.text(max_size=20)
risky_text = st.builds(lambda start, rest: start + rest, st.sampled_from(STARTS), any_text)
split_text = st.text(st.sampled_from('a1=-,;\t\r\n"\0#＝'), max_size=12)
typed = (
    st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=20)
    .map("Q".__add__)
    .filter(lambda text: invisible_fault(text) is None)
)
numbers = st.integers(-(10**12), 10**12) | st.floats(allow_nan=False, allow_infinity=False)
gammas = st.sampled_from(["1/10", "1/4", "1/3", "2/5", "123/1000"])


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def expected_cell(text: str) -> str:
    # Behind a separator of another spreadsheet, quotation marks or not, a cell begins too.
    text = re.sub('([;\t\r\n])(?=["\0]*[=+@|%＝＋－＠-])', r"\1'", text)
    return ("'" if text.startswith(STARTS) else "") + text.replace("\0", "")


@given(st.lists(risky_text | any_text, min_size=2, max_size=4), st.data())
def test_every_text_comes_back_from_the_csv_and_none_is_a_formula(header, data):
    row = data.draw(st.lists(risky_text | any_text, min_size=len(header), max_size=len(header)))
    back = rows_of(plain_csv(header, [row]))
    assert back == [[expected_cell(text) for text in cells] for cells in (header, row)]
    assert not any(cell.startswith(STARTS) for cells in back for cell in cells)


@given(st.lists(split_text, min_size=2, max_size=4))
def test_no_text_is_a_formula_whatever_a_spreadsheet_splits_at(row):
    written = plain_csv(["n"] * len(row), [row])
    for delimiter in ",;\t":
        split = csv.reader(io.StringIO(written, newline=""), delimiter=delimiter)
        cells = [cell.replace("\0", "") for cells in split for cell in cells]
        assert not any(cell.startswith(FORMULAS) for cell in cells)


@given(st.lists(numbers, min_size=1, max_size=5))
def test_every_number_comes_back_as_the_very_same_number(row):
    _, back = rows_of(plain_csv(["n"] * len(row), [row]))
    assert [type(number)(cell) for number, cell in zip(row, back, strict=True)] == row


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), max_size=8), gammas)
def test_reports_can_be_counted_again_from_their_csv(reports, gamma):
    instrument = make_instrument(gamma, "1/4")
    listed = [(f"{number:032x}", pair) for number, pair in enumerate(reports)]
    text = "".join(reports_csv(instrument, listed))
    header, *rows = [row for row in rows_of(text) if not row[0].startswith("#")]
    assert header == ["response_id", "q1", "q2"]
    counted = tally(instrument, [[int(cell) for cell in row[1:]] for row in rows])
    assert counted == tally(instrument, reports)
    assert [row[0] for row in rows] == [response_id for response_id, _ in listed]


@given(typed, typed, gammas)
def test_no_typed_word_reaches_the_preamble(title, text, gamma):
    def preamble(title: str, text: str) -> list[str]:
        instrument = validate({"title": title, "questions": [{"text": text, "gamma": gamma}]})
        pieces = "".join(estimates_csv(instrument, tally(instrument, [])))
        lines = [line for line in pieces.split("\r\n") if line.startswith("#")]
        assert instrument.digest in lines[0]
        return lines[1:]

    assert preamble(title, text) == preamble("T", "Q?")
    assert not any(set(line) & {",", '"'} for line in preamble(title, text))


@given(
    st.lists(st.integers(0, 1), min_size=1, max_size=40),
    gammas,
    st.sampled_from([0.9, 0.95, 0.99]),
)
def test_every_figure_can_be_recomputed_from_the_reports_alone(reports, gamma, confidence):
    """By the definitions as the file itself gives them, in another arithmetic."""
    listed = [(f"{number:032x}", (report,)) for number, report in enumerate(reports)]
    pieces = everything_json(make_instrument(gamma), listed, ResultTerms(confidence))
    document = json.loads("".join(pieces))
    (question,) = document["questions"]
    yes = sum(response["reports"][0] for response in document["reports"])
    n, g = len(document["reports"]), Fraction(question["gamma"])
    estimate = (Fraction(yes, n) - Fraction(1, 2) + g) / (2 * g)
    half_width = math.sqrt(math.log(2 / (1 - confidence)) / (2 * n)) / (2 * float(g))
    assert question["respondents"] == document["responses"] == n
    assert question["estimate"] == float(estimate)
    assert question["epsilon"] == pytest.approx(math.log((0.5 + g) / (0.5 - g)), rel=1e-12)
    low, high = question["intervals"]["hoeffding"]
    assert low == pytest.approx(float(estimate) - half_width, abs=1e-9)
    assert high == pytest.approx(float(estimate) + half_width, abs=1e-9)
