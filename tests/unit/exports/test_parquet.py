"""Parquet: typed columns, and all that it takes to read them inside the file."""

import io
import json

import pandas
import pyarrow
import pytest
from pyarrow.parquet import ParquetFile

from survey.errors import FormatUnavailable
from survey.exports import parquet as module
from survey.exports.codebook import codebook_document
from survey.exports.parquet import parquet


@pytest.fixture
def content(exported) -> bytes:
    return b"".join(parquet(exported.instrument, exported.responses))


def test_rows_are_the_reports_in_typed_columns(exported, content):
    table = ParquetFile(io.BytesIO(content)).read()
    assert table.schema.names == ["response_id", "q1", "q2", "q3_1", "q3_2", "q4", "q5"]
    assert table.schema.types == [pyarrow.string(), *[pyarrow.int8()] * 6]
    rows = list(zip(*[column.to_pylist() for column in table.columns], strict=True))
    assert rows == [(each, *reports) for each, reports in exported.responses]


def test_metadata_holds_digest_instrument_and_codebook(exported, content):
    schema = ParquetFile(io.BytesIO(content)).schema_arrow
    assert schema.metadata[b"instrument_sha256"].decode() == exported.instrument.digest
    assert schema.metadata[b"instrument"].decode() == exported.instrument.canonical_json
    codebook = json.loads(schema.metadata[b"codebook"])
    assert codebook == json.loads(json.dumps(codebook_document(exported.instrument)))
    for column in codebook["columns"]:
        field = schema.field(column["column"])
        assert json.loads(field.metadata[b"codebook"]) == column


def test_estimates_can_be_recomputed_from_the_file_alone(exported, content):
    frame = pandas.read_parquet(io.BytesIO(content))
    codebook = json.loads(ParquetFile(io.BytesIO(content)).schema_arrow.metadata[b"codebook"])
    found = {
        (column["column"], code["code"]): (
            (frame[column["column"]] == code["code"]).mean() - column["other"]
        )
        / (column["keep"] - column["other"])
        for column in codebook["columns"]
        for code in column["codes"]
    }
    assert {key: found[key] for key in exported.shares} == pytest.approx(exported.shares)


def test_reports_are_read_a_group_at_a_time(exported, monkeypatch):
    """At no time are more responses read than those of one group."""
    monkeypatch.setattr(module, "RESPONSES_A_GROUP", 7)
    content = b"".join(parquet(exported.instrument, iter(exported.responses)))
    file = ParquetFile(io.BytesIO(content))
    sizes = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
    assert sizes == [7] * 8 + [4]
    assert file.read().column("response_id").to_pylist() == [each for each, _ in exported.responses]


def test_without_responses_there_are_columns(exported):
    content = b"".join(parquet(exported.instrument, []))
    assert pandas.read_parquet(io.BytesIO(content)).shape == (0, 7)


def test_without_pyarrow_one_sentence_says_how_to_install_it(exported, monkeypatch):
    monkeypatch.setattr(module, "find_spec", lambda name: None)
    with pytest.raises(FormatUnavailable, match=r"pip install pyarrow"):
        parquet(exported.instrument, exported.responses)
