"""Root and fingerprint of the last statement stand in every export that holds results."""

import io
import json
import sqlite3
from contextlib import closing

import openpyxl
import pytest
from closed_survey import make_closed_survey, rows_of
from pyarrow.parquet import ParquetFile

from survey.core.responses.tally import tally
from survey.errors import DataError
from survey.exports.catalog import EXPORTS, Source
from survey.exports.datasette.folder import write_datasette

FORMATS = {each.format: each for each in EXPORTS}
FIRST = make_closed_survey(30)
CLOSED = FIRST.reopened([*FIRST.rows, *rows_of(FIRST.instrument, 30, seed=8, start=30)])
FACTS = {"root": CLOSED.root, "fingerprint": CLOSED.fingerprint}


def source(notes: tuple[str, ...] = CLOSED.notes) -> Source:
    counted = tally(CLOSED.instrument, (reports for _, reports in CLOSED.rows))
    return Source(
        "bcd234", CLOSED.instrument, lambda: CLOSED.rows, lambda: counted, statements=notes
    )


def written(format_: str) -> bytes:
    return b"".join(FORMATS[format_].encoded(source()))


def test_everything_has_the_code_and_all_signed_notes():
    document = json.loads(written("json"))
    assert (document["code"], document["statements"]) == ("bcd234", list(CLOSED.notes))
    assert document == CLOSED.document


@pytest.mark.parametrize("format_", ["csv", "estimates-csv"])
def test_tables_have_both_before_their_header(format_):
    lines = written(format_).decode().split("\r\n")
    assert {f"# {name}: {value}" for name, value in FACTS.items()} <= set(lines)


def test_parquet_has_both_in_its_metadata():
    metadata = ParquetFile(io.BytesIO(written("parquet"))).schema_arrow.metadata
    assert {name: metadata[name.encode()].decode() for name in FACTS} == FACTS


def test_the_workbook_has_both_on_its_first_sheet():
    sheet = openpyxl.load_workbook(io.BytesIO(written("xlsx")))["about"]
    about = [row[:2] for row in sheet.iter_rows(values_only=True)]
    assert set(FACTS.items()) <= set(about)


@pytest.mark.parametrize("facts", [FACTS, {}])
def test_datasette_has_both_beside_the_digest(tmp_path, facts):
    write_datasette(tmp_path, "bcd234", CLOSED.instrument, CLOSED.rows, 0.95, facts)
    with closing(sqlite3.connect(tmp_path / "bcd234.db")) as database:
        found = database.execute("SELECT root, fingerprint FROM surveys").fetchall()
    assert found == [(facts.get("root"), facts.get("fingerprint"))]


def test_nothing_is_said_where_nothing_was_stated():
    assert source(()).facts == {"state": "open"}


def test_an_earlier_root_is_not_given_for_the_list_of_a_survey_that_is_open_again():
    assert source(CLOSED.notes[:1]).facts == {"state": "open"}


def test_a_note_that_does_not_hold_is_not_passed_on():
    with pytest.raises(DataError):
        _ = source((CLOSED.notes[0], CLOSED.notes[1].replace("98", "99", 1)[:-9])).facts
