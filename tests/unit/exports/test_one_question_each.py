"""Every export of one question each: empty where not asked, and its figures recomputed."""

import io
import json
import sqlite3
import subprocess
import sys
from contextlib import closing

import pandas
import pytest
from closed_survey import rows_of
from exported import Exported
from instruments import make_one_question_each

from survey.exports.codebook import codebook_document
from survey.exports.datasette.folder import write_datasette
from survey.exports.parquet import parquet
from survey.exports.results_csv import reports_csv
from survey.exports.results_json import everything_json
from survey.exports.verification.verify import verify
from survey.exports.xlsx.recompute import PYTHON, for_file
from survey.exports.xlsx.workbook import workbook


@pytest.fixture
def each() -> Exported:
    instrument = make_one_question_each()
    return Exported(instrument, list(rows_of(instrument, 80)))


def test_csv_has_an_empty_cell_and_says_why(each):
    text = "".join(reports_csv(each.instrument, each.responses))
    assert "each device drew one of the questions" in text
    frame = pandas.read_csv(io.StringIO(text), comment="#")
    assert (frame.notna().sum(axis=1) - 1).isin([1, 2]).all()  # two options of q3
    assert frame["q1"].notna().sum() == sum(each.tally.counts[0])


def test_parquet_and_codebook_allow_null(each):
    frame = pandas.read_parquet(io.BytesIO(b"".join(parquet(each.instrument, each.responses))))
    expected = [[None if pandas.isna(cell) else int(cell) for cell in row]
                for row in frame.drop(columns="response_id").to_numpy(object)]  # fmt: skip
    assert expected == [list(reports) for _, reports in each.responses]
    assert (
        "null or an empty cell"
        in codebook_document(each.instrument)["definitions"]["one_question_each"]
    )


def test_workbooks_own_program_finds_every_estimate(each, tmp_path):
    pieces = workbook(each.instrument, each.responses, 80, name="each.xlsx")
    (tmp_path / "each.xlsx").write_bytes(b"".join(pieces))
    program = [*for_file(PYTHON, "each.xlsx"), "print(codebook.to_json(orient='records'))"]
    (tmp_path / "recompute.py").write_text("\n".join(program))
    done = subprocess.run(
        [sys.executable, "recompute.py"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    rows = json.loads(done.stdout.splitlines()[-1])
    found = {(row["column"], row["code"]): row["estimate"] for row in rows}
    assert {key: found[key] for key in each.shares} == pytest.approx(each.shares)


def test_datasettes_view_finds_every_estimate(each, tmp_path):
    write_datasette(tmp_path / "out", "each34", each.instrument, each.responses, 0.95)
    with closing(sqlite3.connect(tmp_path / "out" / "each34.db")) as database:
        found = {row[:2]: row[2] for row in
                 database.execute('SELECT "column", code, estimate FROM recomputed')}  # fmt: skip
        reports = database.execute("SELECT count(*) FROM reports").fetchone()[0]
    assert {key: found[key] for key in each.shares} == pytest.approx(each.shares)
    assert reports == sum(sum(row) for row in each.tally.counts)


def test_a_question_whose_responses_were_refused_is_odd():
    """Nothing in the file proves it, so it is no fault."""
    instrument = make_one_question_each()
    taken = [row for row in rows_of(instrument, 200) if row[1][0] is None]
    cautions = verify(json.loads("".join(everything_json(instrument, taken)))).cautions
    assert any("answered by unequal numbers, from 0 to" in each for each in cautions)


def test_json_is_verified_and_one_report_more_is_a_fault(each):
    document = json.loads("".join(everything_json(each.instrument, each.responses)))
    assert verify(document).faults == verify(document).cautions == ()
    assert [question["respondents"] for question in document["questions"]] == [
        sum(each.tally.counts[item]) for item in each.instrument.first_items
    ]
    full = [0 if report is None else report for report in document["reports"][0]["reports"]]
    document["reports"][0]["reports"] = full
    assert any("must answer one question" in fault for fault in verify(document).faults)
