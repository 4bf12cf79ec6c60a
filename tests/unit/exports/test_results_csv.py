"""The two exports as CSV.

What they hold is checked in tests/unit/core/results/test_results.py.
"""

import csv
import io

import pytest
from instruments import make_instrument

from survey.core.instrument.parsing import validate
from survey.core.responses.tally import Tally, tally
from survey.exports.results_csv import ESTIMATE_COLUMNS, estimates_csv, reports_csv


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


def test_estimates_have_the_columns_that_they_promise():
    instrument = make_instrument("1/4", "2/5")
    text = "".join(estimates_csv(instrument, tally(instrument, [(0, 1)])))
    header, *rows = [row for row in rows_of(text) if not row[0].startswith("#")]
    assert tuple(header[: len(ESTIMATE_COLUMNS)]) == ESTIMATE_COLUMNS
    assert header[-1] == "text"
    assert [row[0] for row in rows] == ["q1", "q2"]
    assert all(len(row) == len(header) for row in rows)


def test_question_text_is_the_only_typed_cell_and_cannot_break_its_row():
    typed = 'x",\r\n=1+1\n"'
    wild = validate({"title": typed, "introduction": typed, "questions": [{"text": typed}]})
    text = "".join(estimates_csv(wild, Tally(4, ((4, 0),))))
    _, row = [row for row in rows_of(text) if not row[0].startswith("#")]
    assert row[-1] == wild.questions[0].text.replace("\n=", "\n'=")
    assert text.count("=1+1") == 1


@pytest.mark.parametrize("export", [
    lambda instrument: reports_csv(instrument, []),
    lambda instrument: estimates_csv(instrument, tally(instrument, [])),
])  # fmt: skip
def test_preamble_is_plain_cells_and_the_same_whatever_was_typed(export):
    """Two questionnaires that differ in every typed word differ in one line: the digest's."""
    preambles = []
    for typed in ('=HYPERLINK("x"),1', "other"):
        instrument = validate({"title": typed, "questions": [{"text": typed}]})
        lines = [line for line in export(instrument) if line.startswith("#")]
        assert lines[0] == f"# instrument_sha256: {instrument.digest}\r\n"
        for line in lines:
            assert not set(line) & {",", '"'}
            assert len(rows_of(line)) == len(rows_of(line)[0]) == 1
        preambles.append(lines[1:])
    assert preambles[0] == preambles[1]
    assert len(preambles[0]) > 5
