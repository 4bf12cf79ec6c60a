"""The programs inside a workbook: copied out of it and run beside it, they find its estimates."""

import re
import subprocess
import sys

import openpyxl
import pytest
import r

from survey.exports.codebook import CODEBOOK_COLUMNS
from survey.exports.xlsx.workbook import workbook

LINE = re.compile(r"^\s*(?:\d+\s+)?(q\d(?:_\d)?)\s+(\d)\s+(-?[\d.]+(?:e-\d+)?)\s*$", re.M)


@pytest.fixture
def folder(exported, tmp_path):
    """A folder with the exported workbook in it."""
    count = len(exported.responses)
    pieces = workbook(exported.instrument, exported.responses, count, name="bcd234.xlsx")
    (tmp_path / "bcd234.xlsx").write_bytes(b"".join(pieces))
    return tmp_path


def program(folder, language: str) -> str:
    """The cells below this language's name, as one copies them."""
    sheet = openpyxl.load_workbook(folder / "bcd234.xlsx")["recompute"]
    (column,) = [column for column in sheet.columns if column[0].value == language]
    return "\n".join(cell.value or "" for cell in column[1:]) + "\n"


def run(folder, *command: str) -> str:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def check(exported, printed: str, digits: int) -> None:
    """Every estimate and mean is among what was printed."""
    found = {(name, int(code)): float(value) for name, code, value in LINE.findall(printed)}
    assert found == pytest.approx(found | exported.shares, abs=10**-digits)
    assert exported.shares.keys() <= found.keys()
    assert len(exported.shares) > 10
    for mean in exported.means.values():
        assert any(
            float(word) == pytest.approx(mean, abs=10**-digits)
            for word in re.findall(r"-?\d+\.\d+", printed)
        )


def test_python_finds_every_estimate(exported, folder):
    (folder / "recompute.py").write_text(program(folder, "Python"))
    check(exported, run(folder, sys.executable, "-W", "error", "recompute.py"), digits=5)


def test_control_other_reports_are_noticed(exported, folder):
    (folder / "recompute.py").write_text(program(folder, "Python").replace("- row.other)", ")", 1))
    printed = run(folder, sys.executable, "recompute.py")
    with pytest.raises(AssertionError):
        check(exported, printed, digits=5)


def test_r_finds_every_estimate(exported, folder):
    (folder / "recompute.R").write_text(program(folder, "R"))
    check(exported, run(folder, r.find_or_install(), "recompute.R"), digits=4)


def test_r_names_what_there_is(folder):
    text = program(folder, "R")
    book = openpyxl.load_workbook(folder / "bcd234.xlsx")
    assert (
        set(re.findall(r'sheet = "(\w+)"', text)) == {"reports", "codebook"} < set(book.sheetnames)
    )
    columns = set(re.findall(r"(?:codebook|numbers)\$(\w+)", text))
    assert columns == {"column", "code", "keep", "other", "value", "estimate"}
    assert columns - {"estimate"} <= set(CODEBOOK_COLUMNS)
    for opening, closing in ("()", "[]", "{}"):
        assert text.count(opening) == text.count(closing)
    assert text.count('"') % 2 == 0


@pytest.mark.parametrize("language", ["Python", "R"])
def test_programs_read_the_file_by_its_name_and_hold_no_typed_word(exported, folder, language):
    text = program(folder, language)
    assert '"bcd234.xlsx"' in text
    assert "FILE" not in text
    for question in exported.instrument.questions:
        assert question.text not in text
