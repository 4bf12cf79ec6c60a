"""Laws of the app's own files: what is exported reads back, and exports again as it was."""

import tempfile
from pathlib import Path

import numpy as np
import pytest
from drawn_questionnaires import instruments
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from survey.core.instrument.parsing import validate
from survey.core.library.exported import ExportTable
from survey.core.mechanism.vectorized import randomize_array
from survey.core.responses.tally import tally
from survey.exports.catalog import EXPORTS, Source
from survey.exports.datasette.folder import write_datasette
from survey.exports.reading import read_export

FORMATS = {each.format: each for each in EXPORTS}
# These hold the questionnaire whole; a codebook and a workbook lack what is no column's.
WHOLE = ("json", "parquet")
few = settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])


def responses_to(instrument, count: int, seed: int) -> list:
    generator = np.random.default_rng(seed)
    columns = [
        randomize_array(
            generator.integers(0, item.options, count), item.odds, item.options, generator
        ).tolist()
        for item in instrument.items
    ]
    return [(f"{7919 * number:032x}", row) for number, row in enumerate(zip(*columns, strict=True))]


def source_of(instrument, rows) -> Source:
    counted = tally(instrument, [reports for _, reports in rows])
    return Source("bcd234", instrument, lambda: iter(rows), lambda: counted)


def written(format_: str, source: Source, folder: Path) -> Path:
    export = FORMATS[format_]
    path = folder / export.file_name(source.code)
    path.write_bytes(b"".join(export.encoded(source)))
    return path


def rows_of(export: ExportTable) -> list:
    codes = [export[item.name].codes for item in export.instrument.items]
    return list(zip(export.response_ids, zip(*codes, strict=True), strict=True))


@few
@given(instruments, st.integers(1, 12), st.integers(0, 2**32))
@pytest.mark.parametrize("format_", ["csv", "json", "parquet", "xlsx"])
def test_an_export_reads_back_and_exports_again_as_it_was(format_, instrument, count, seed):
    rows = responses_to(instrument, count, seed)
    source = source_of(instrument, rows)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        written("codebook-csv", source, folder)
        path = written(format_, source, folder)
        export = read_export(path)
        assert rows_of(export) == rows
        asked = [(each.text, str(each.kind), each.gamma, each.listed, each.low, each.high)
                 for each in export.instrument.questions]  # fmt: skip
        assert asked == [(each.text, str(each.kind), each.gamma, each.listed, each.low, each.high)
                         for each in instrument.questions]  # fmt: skip
        if format_ in WHOLE:
            assert export.instrument.digest == instrument.digest
            before = path.read_bytes()
            again = source_of(export.instrument, rows_of(export))
            assert written(format_, again, folder).read_bytes() == before


# What a guard against formulas stands before, and what it is; an option is a single line.
lines = st.text("'=+-@;\"a", min_size=1, max_size=6)
blocks = st.text("'=+-@;\"a\n", min_size=1, max_size=8).map(str.strip).filter(bool)


@few
@given(blocks, st.lists(lines, min_size=2, max_size=4, unique=True))
@pytest.mark.parametrize("format_", ["csv", "json", "parquet", "xlsx", "datasette"])
def test_texts_that_look_like_formulas_come_back(format_, text, options):
    """`=1+1` and `'=1+1` were one option in a CSV, and our own file was refused."""
    question = {"kind": "choice", "text": text, "options": options, "gamma": "1/4"}
    instrument = validate({"title": "a", "questions": [question]}, published=True)
    rows = responses_to(instrument, 9, 1)
    source = source_of(instrument, rows)
    with tempfile.TemporaryDirectory() as name:
        path = Path(name)
        written("codebook-csv", source, path)
        if format_ == "datasette":
            write_datasette(path / "published", "bcd234", instrument, rows, 0.95)
        file = path / "published" if format_ == "datasette" else written(format_, source, path)
        (asked,) = read_export(file).instrument.questions
        assert (asked.text, asked.listed) == (text, tuple(options))


def test_a_text_and_the_same_with_an_apostrophe_stay_apart():
    options = ["=1+1", "'=1+1", "''=1+1"]
    inner = test_texts_that_look_like_formulas_come_back.hypothesis.inner_test
    for format_ in ("csv", "json", "parquet", "xlsx", "datasette"):
        inner(format_, "'=1", options)


def test_a_codebook_of_release_0_2_0_is_read_by_its_own_guard(tmp_path):
    """It has no apostrophe before a text that begins with one, and no line on its guard."""
    options = ["=1", "''=2", "a;=3"]
    question = {"kind": "choice", "text": "-", "options": options, "gamma": "1/4"}
    instrument = validate({"title": "a", "questions": [question]}, published=True)
    source = source_of(instrument, responses_to(instrument, 9, 1))
    path = written("codebook-csv", source, tmp_path)
    now = [each for each in path.read_text("utf-8").splitlines() if "# guard: " not in each]
    path.write_text("\n".join(now).replace("'" * 3 + "=2", "''=2"), "utf-8")
    export = read_export(written("csv", source, tmp_path))
    assert list(export["q1"].labels) == options
