"""What a page reads an export with reads any export: empty cells, odd labels, every kind."""

import csv
import re
import subprocess
import sys
from dataclasses import replace

import pandas
import pytest
import r
from documentation_examples import Block, Examples, blocks_of
from every_cell import LABELS, every_cell, responses_to, tally_of, write_exports

from survey.core.results.results import question_results
from survey.docs_site.page import RUN
from survey.exports.xlsx.recompute import PYTHON, for_file
from survey.web.learning.documentation import FOLDER, site

READS = re.compile(r"\bread_(?:csv|excel|json|parquet|export|table)\(")
PAGES = [entry for entry in site().navigation.entries if READS.search(site().source(entry))]
# Nobody answers two questions of one question each.
OF_TWO = re.compile(r"\b(?:crosstab|regress)\((?!\{)\w+, ")


def python_of(entry) -> list[Block]:
    """The page's blocks of Python, whose output is another here."""
    found = [each for each in blocks_of(site().source(entry)) if each.language == "python"]
    return [replace(each, text=unexpected(each.text)) for each in found if "python" in RUN]


def unexpected(text: str) -> str:
    """The statements of a session as a program; a value that it would show is computed, too."""
    if ">>> " not in text:
        return text
    lines = [line[4:] for line in text.splitlines() if line.startswith((">>> ", "... "))]
    return "\n".join(lines) + "\n"


@pytest.fixture(params=[True, False], ids=["one each", "all"])
def folder(request, tmp_path, monkeypatch):
    """Where the files that pages name hold the awkward survey."""
    paths = write_exports(tmp_path, request.param)
    for format_, name in {"csv": "reports.csv", "codebook-csv": "codebook.csv",
                          "parquet": "reports.parquet", "json": "all.json"}.items():  # fmt: skip
        paths[format_].rename(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    return request.param, tmp_path


def test_pages_that_read_an_export_are_found():
    assert {entry.name for entry in PAGES} >= {"exports", "python"}


@pytest.mark.parametrize("entry", PAGES, ids=lambda entry: entry.path)
def test_recipes_run_on_any_export(entry, folder):
    one_each, path = folder
    examples = Examples(path, lambda line: "")
    for block in python_of(entry):
        if not (one_each and OF_TWO.search(block.text)):
            examples.run(block)
    names = examples._names
    if entry.name == "python":
        share = results(one_each)["q1"]
        assert names["n"] == share.respondents
        assert names["pi"] == pytest.approx(share.estimate)


def results(one_each: bool) -> dict:
    instrument = every_cell(one_each)
    counted = tally_of(instrument, responses_to(instrument))
    return {quantity.name: quantity for result in question_results(instrument, counted, 0.95)
            for quantity in result.quantities}  # fmt: skip


def expected(one_each: bool) -> dict[tuple[str, str], float]:
    """The estimate of each label of each column."""
    instrument = every_cell(one_each)
    counted = tally_of(instrument, responses_to(instrument))
    found = {}
    for item, counts in zip(instrument.items, counted.counts, strict=True):
        a, b = item.odds
        keep, other = a / (a + (item.options - 1) * b), b / (a + (item.options - 1) * b)
        for label, count in zip(item.labels, counts, strict=True):
            found[item.name, label] = (count / sum(counts) - other) / (keep - other)
    return found


def test_the_recipe_of_exports_prints_the_apps_estimates(folder, capsys):
    """It divided by all rows: .054 for .715 of a question that a fifth was asked."""
    one_each, path = folder
    (entry,) = [entry for entry in PAGES if entry.name == "exports"]
    examples = Examples(path, lambda line: "")
    for block in python_of(entry):
        examples.run(block)
    found = {}
    for line in capsys.readouterr().out.splitlines():
        column, _, rest = line.partition(" ")
        label, _, value = rest.rpartition(" ")
        found[column, label.removeprefix("'")] = float(value)
    assert found == pytest.approx(expected(one_each), abs=0.001)
    assert {label for column, label in found if column == "q2"} == set(LABELS)


def test_the_r_recipe_of_exports_finds_the_apps_estimates(folder):
    one_each, path = folder
    (entry,) = [entry for entry in PAGES if entry.name == "exports"]
    (block,) = [each for each in blocks_of(site().source(entry)) if each.language == "r"]
    program = block.text + "write.csv(codebook[c('column', 'label', 'estimate')], 'found.csv')\n"
    # The whole codebook, though options have apostrophes: read.table quotes by them.
    program += "stopifnot(nrow(read.table('codebook.csv', header = TRUE, sep = ',')) == 21)\n"
    subprocess.run([r.find_or_install(), "-e", program], cwd=path, check=True, capture_output=True)
    with (path / "found.csv").open(newline="") as lines:
        found = {(row["column"], row["label"].removeprefix("'")): float(row["estimate"])
                 for row in csv.DictReader(lines)}  # fmt: skip
    assert found == pytest.approx(expected(one_each))


@pytest.mark.parametrize("file", ["reports.csv", "codebook.csv"])
def test_no_recipe_takes_a_surplus_cell_for_names_of_rows(folder, file):
    """Both pandas and R shifted all columns by one, and computed figures."""
    _, path = folder
    (entry,) = [entry for entry in PAGES if entry.name == "exports"]
    lines = (path / file).read_text("utf-8").splitlines()
    header = next(place for place, line in enumerate(lines) if not line.startswith("#"))
    lines[header + 1 :] = [f"{line}," for line in lines[header + 1 :]]
    (path / file).write_text("\n".join(lines) + "\n", "utf-8")
    examples = Examples(path, lambda line: "")
    with pytest.raises(AssertionError, match="more cells than the header"):
        for block in python_of(entry):
            examples.run(block)
    (block,) = [each for each in blocks_of(site().source(entry)) if each.language == "r"]
    ran = subprocess.run(
        [r.find_or_install(), "-e", block.text], cwd=path, capture_output=True, text=True
    )
    assert ran.returncode != 0 and "differ in their number of cells" in ran.stderr


def test_the_workbook_s_program_keeps_labels(folder):
    one_each, path = folder
    program = [*for_file(PYTHON, "each34.xlsx"), 'codebook.to_json("found.json", orient="records")']
    (path / "recompute.py").write_text("\n".join(program))
    subprocess.run([sys.executable, "recompute.py"], cwd=path, check=True, capture_output=True)
    found = pandas.read_json(path / "found.json", dtype={"label": str}, orient="records")
    estimates = {
        (row.column, row.label): row.estimate for row in found.itertuples()
    }  # fmt: skip
    assert estimates == pytest.approx(expected(one_each))


def test_a_recipe_that_divides_by_all_rows_would_be_caught(tmp_path):
    paths = write_exports(tmp_path)
    frame = pandas.read_csv(paths["csv"], comment="#")
    share = (frame["q1"] == 1).mean()
    right = expected(True)["q1", "Yes"]
    assert (share - 0.25) / 0.5 != pytest.approx(right, abs=0.2)
    codebook = pandas.read_csv(paths["codebook-csv"], comment="#")
    assert not set(LABELS) <= set(codebook["label"])


R_PROGRAM = FOLDER / "programs" / "read_export.R"


@pytest.mark.first_cell
@pytest.mark.parametrize("format_", ["csv", "json", "xlsx"])
@pytest.mark.parametrize("one_each", [True, False], ids=["one each", "all"])
def test_the_reader_in_r_finds_the_apps_estimates(tmp_path, one_each, format_):
    """Labels such as NA, a formula and an apostrophe, and empty cells, in each format."""
    paths = write_exports(tmp_path, one_each)
    program = f"""
        source("{R_PROGRAM}")
        export <- read_export("{paths[format_].name}")
        stopifnot(is.factor(export$q2), attr(export$q2, "gamma") == 0.4)
        write.csv(estimates(export), "found.csv", row.names = FALSE)
        writeLines(format(c(mean_of(export$q4), mean_of(export$q5)), digits = 15), "means.txt")
    """
    ran = subprocess.run(
        [r.find_or_install(), "-e", program], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    with (tmp_path / "found.csv").open(newline="", encoding="utf-8") as lines:
        found = {(row["column"], row["label"]): float(row["estimate"])
                 for row in csv.DictReader(lines)}  # fmt: skip
    assert found == pytest.approx(expected(one_each))
    quantities = question_results(
        every_cell(one_each),
        tally_of(every_cell(one_each), responses_to(every_cell(one_each))),
        0.95,
    )
    means = [result.headline.estimate for result in quantities[-2:]]
    assert [float(each) for each in (tmp_path / "means.txt").read_text().split()] == pytest.approx(
        means
    )


def test_the_reader_in_r_asks_for_its_codebook_and_is_short(tmp_path):
    paths = write_exports(tmp_path)
    paths["codebook-csv"].unlink()
    program = f'source("{R_PROGRAM}"); read_export("{paths["csv"].name}")'
    ran = subprocess.run(
        [r.find_or_install(), "-e", program], cwd=tmp_path, capture_output=True, text=True
    )
    assert ran.returncode != 0 and "needs its codebook" in ran.stderr
    assert len(R_PROGRAM.read_text("utf-8").splitlines()) <= 125
