"""The codebook: every code of every column, and a formula that gives the estimates."""

import csv
import math

import pytest
from control_survey import star_instrument
from instruments import make_mixed_instrument

from survey.core.instrument.parsing import validate
from survey.exports.codebook import CODEBOOK_COLUMNS, codebook_csv, codebook_document, codebook_rows

INSTRUMENT = make_mixed_instrument()


def rows() -> list[dict]:
    return [dict(zip(CODEBOOK_COLUMNS, row, strict=True)) for row in codebook_rows(INSTRUMENT)]


def test_every_code_of_every_column_is_there_with_its_label():
    expected = [
        (item.name, code, label)
        for item in INSTRUMENT.items
        for code, label in enumerate(item.labels)
    ]
    assert [(row["column"], row["code"], row["label"]) for row in rows()] == expected


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['column']} {row['code']}")
def test_figures_agree_with_each_other(row):
    """keep / other = A/B = e^ε, and the chances of all codes of a column add up to 1."""
    codes = sum(other["column"] == row["column"] for other in rows())
    assert row["keep"] + (codes - 1) * row["other"] == pytest.approx(1)
    assert row["keep"] * row["odds_b"] == pytest.approx(row["other"] * row["odds_a"])
    if row["gamma"] == "1/2":
        assert (row["epsilon"], row["keep"], row["other"]) == (None, 1, 0)
    else:
        assert math.exp(row["epsilon"]) == pytest.approx(row["odds_a"] / row["odds_b"])


def test_known_figures():
    """γ = 2/5 is odds of 9; with three options keep = 9/11, other = 1/11."""
    notes = next(row for row in rows() if row["column"] == "q2")
    assert (notes["odds_a"], notes["odds_b"]) == (9, 1)
    assert (notes["keep"], notes["other"]) == (9 / 11, 1 / 11)


def test_only_numbers_and_ratings_have_values():
    values = {}
    for row in rows():
        values.setdefault(row["column"], []).append(row["value"])
    assert values["q4"] == [0, 40]
    assert values["q5"] == [1, 2, 3, 4, 5]
    assert {value for name in ("q1", "q2", "q3_1") for value in values[name]} == {None}


def test_options_of_choose_all_stand_beside_their_question():
    (row, _) = [row for row in rows() if row["column"] == "q3_2"]
    assert (row["question"], row["text"], row["option"]) == ("q3", "Which exams?", "Analysis")


def test_words_say_what_is_different():
    words = {row["column"]: row["debias"] for row in rows()}
    assert "(keep - other)" in words["q1"]
    assert "mean = " not in words["q1"]
    assert "mean = the sum of value times estimate" in words["q4"]


def test_csv_holds_the_same_rows_after_the_lines_of_every_table():
    text = "".join(codebook_csv(INSTRUMENT))
    assert text.startswith(f"# instrument_sha256: {INSTRUMENT.digest}\r\n")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    for read, row in zip(csv.DictReader(lines), rows(), strict=True):
        assert read == {name: "" if value is None else str(value) for name, value in row.items()}


def test_document_holds_the_same_with_the_digest_and_definitions():
    document = codebook_document(INSTRUMENT)
    assert document["instrument_sha256"] == INSTRUMENT.digest
    codes = [
        (column["column"], code["code"], code["label"], code.get("value"), column["keep"])
        for column in document["columns"]
        for code in column["codes"]
    ]
    keys = ("column", "code", "label", "value", "keep")
    assert codes == [tuple(row[key] for key in keys) for row in rows()]
    assert {"report", "keep", "estimate"} <= document["definitions"].keys()


def test_no_typed_text_is_a_formula_in_the_csv():
    typed = {"kind": "choice", "text": "=1+1", "options": ["@a", "+b"], "gamma": "1/4"}
    instrument = validate({"title": "=2", "questions": [typed]})
    lines = [line for line in "".join(codebook_csv(instrument)).splitlines() if line[0] != "#"]
    read = list(csv.DictReader(lines))
    assert [(row["text"], row["label"]) for row in read] == [("'=1+1", "'@a"), ("'=1+1", "'+b")]


def test_a_known_share_stands_at_its_column():
    star, birthday = (
        codebook_document(star_instrument(**each)) for each in ({}, {"known_source": "births"})
    )
    assert star["columns"][1]["known"] == "1/4"
    assert "known" not in star["columns"][0] and "known_source" not in star["columns"][1]
    assert birthday["columns"][1]["known_source"] == "births"
    rows_of_star = [row[-2:] for row in codebook_rows(star_instrument())]
    assert rows_of_star == [(None, None)] * 2 + [("1/4", None)] * 2


def test_gamma_is_a_decimal_beside_the_fraction():
    """A spreadsheet makes 2/5 a date."""
    assert {(row["gamma"], row["gamma_decimal"]) for row in rows()} == {
        ("1/4", 0.25), ("2/5", 0.4), ("1/3", 1 / 3)
    }  # fmt: skip


def test_every_cell_with_an_apostrophe_is_quoted():
    """R's read.table would read on to the next apostrophe, and lose the rows between."""
    for line in "".join(codebook_csv(INSTRUMENT)).split("\r\n"):
        outside = "".join(line.split('"')[::2])
        assert line.startswith("#") or "'" not in outside
