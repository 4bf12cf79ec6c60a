"""The recipes of the documentation read every row and every text, whatever was typed.

The page's own blocks are run on exports whose texts hold what a reader of CSV
could take for a comment, a quotation mark or the end of a line or cell.
"""

import sqlite3
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path

import numpy as np
import pandas
import pytest
import r
from documentation_examples import blocks_of

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.core.responses.tally import tally
from survey.core.results.results import question_results
from survey.exports.codebook import codebook_csv
from survey.exports.datasette.folder import write_datasette
from survey.exports.results_csv import estimates_csv, reports_csv
from survey.web.learning.documentation import FOLDER

OPTIONS = ["#1", "Group #2", 'say "#3"', "a;#b", "'#", "x, #y", "#,#", "=1+1", "a;=1+1", "b\\#"]
QUESTIONS = [
    {"text": "Did you copy #3 of the homework?"},
    {"text": 'Which "#", of all;\n# of them?\n"', "kind": "choice", "options": OPTIONS},
    {"text": "#", "kind": "several", "options": OPTIONS},
    {"text": "How many #?", "kind": "rating", "highest": 3},
]


@pytest.fixture
def instrument() -> Instrument:
    return validate({"title": "#", "introduction": "#", "questions": QUESTIONS})


@pytest.fixture
def listed(instrument) -> list:
    """40 responses, each option reported by somebody."""
    generator = np.random.default_rng(5)
    return [
        (
            f"{number:032x}",
            tuple(int(generator.integers(item.options)) for item in instrument.items),
        )
        for number in range(40)
    ]


@pytest.fixture
def folder(tmp_path, instrument, listed):
    """Where a reader has put the files that the page names."""
    for name, pieces in (
        ("reports.csv", reports_csv(instrument, listed)),
        ("codebook.csv", codebook_csv(instrument)),
    ):
        (tmp_path / name).write_text("".join(pieces), encoding="utf-8", newline="")
    return tmp_path


def recipe(language: str) -> str:
    """The program of this language on the page about exports."""
    page = (Path(FOLDER) / "how-to" / "exports.md").read_text("utf-8")
    (block,) = [each for each in blocks_of(page) if each.language == language]
    lines = block.text.splitlines()
    if language != "python":
        return block.text
    return "\n".join(line[4:] for line in lines if line.startswith((">>> ", "... ")))


def expected(instrument: Instrument, listed: list) -> list[float]:
    """The estimate of every code of every column, by the app itself, to 3 digits."""
    counted = tally(instrument, [reports for _, reports in listed])
    shares = []
    for result in question_results(instrument, counted, 0.95):
        for share in (each for each in result.quantities if each.scale.share):
            yes = share.estimate
            # Of yes or no, the share that says no is not an estimate of its own.
            alone = str(result.question.kind) in {"yes/no", "several"}
            shares += [1 - yes, yes] if alone else [yes]
    return shares


def printed(command: list[str], folder) -> str:
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_python_recipe_reads_every_row(folder, instrument, listed):
    lines = printed([sys.executable, "-c", recipe("python")], folder)
    # The label, which may hold spaces, stands between the column and the estimate.
    found = [line.rpartition(" ")[2] for line in lines.splitlines()]
    assert found == [f"{round(each, 3)}" for each in expected(instrument, listed)]


def test_r_recipe_reads_every_row(folder, instrument, listed):
    program = recipe("r") + "cat('estimates', codebook$estimate, sep = '\\n')\n"
    program += "stopifnot(nrow(reports) == 40)\n"
    _, _, numbers = printed([r.find_or_install(), "-e", program], folder).rpartition("estimates\n")
    assert [float(each) for each in numbers.split()] == pytest.approx(
        expected(instrument, listed), abs=1e-6
    )


def test_sql_recipe_tells_every_row_apart(tmp_path, instrument):
    """Of a question with several answers, two options may have the same counts."""
    same = [("0" * 32, (0,) * len(instrument.items))]
    write_datasette(tmp_path, "bcd234", instrument, same, 0.95)
    with closing(sqlite3.connect(tmp_path / "bcd234.db")) as database:
        rows = database.execute(recipe("sql")).fetchall()
    # A row a code of each column: those of the options of both questions that have some, too.
    assert len(rows) == 2 + len(OPTIONS) + 2 * len(OPTIONS) + 3
    assert len(set(rows)) == len(rows)


def test_every_text_comes_back_whole(instrument, listed):
    """But for the apostrophe that keeps a spreadsheet from running it."""
    counted = tally(instrument, [reports for _, reports in listed])
    for pieces, texts in (
        (codebook_csv(instrument), 10 + 2 * 10 + 2 + 3),
        (estimates_csv(instrument, counted), 1 + 10 + 10 + 3 + 1),
    ):
        table = pandas.read_csv(StringIO("".join(pieces)), comment="#")
        assert len(table) == texts
        assert set(table["text"]) == {each["text"].strip() for each in QUESTIONS}
        safe = {each.replace(";=", ";'=") for each in OPTIONS} - {"=1+1"} | {"'=1+1"}
        assert safe <= set(table["option"])
