"""One table of inputs, good and bad, for both readers: read_export in Python and in R.

Each case changes a fresh export of every kind of question. Both readers must find the app's own
estimates, or both refuse it in a sentence.
"""

import csv
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pandas
import pytest
import r
from every_cell import LABELS, every_cell, responses_to, tally_of, write_exports

from survey.core.instrument.parsing import validate
from survey.core.library import estimate
from survey.errors import DataError
from survey.exports.codebook import codebook_csv
from survey.exports.reading import read_export
from survey.exports.results_csv import reports_csv
from survey.web.learning.documentation import FOLDER

R_PROGRAM = FOLDER / "programs" / "read_export.R"
NO_CODE = "no code of its question"
ANOTHER = "is the codebook of another survey"
NOTHING = "describes no questionnaire"

CASES: dict[str, Callable[[Path], tuple[str, str | None]]] = {}
REFUSED: dict[str, str] = {}  # what both sentences say


def case(refused: str = ""):
    """Adds a function that changes the files in a folder, and names those to read."""

    def added(change):
        name = change.__name__.replace("_", " ")
        CASES[name] = change
        if refused:
            REFUSED[name] = refused
        return change

    return added


REPORTS, CODEBOOK = "each34-reports.csv", "each34-codebook.csv"
PLAIN: tuple[str, str | None] = (REPORTS, None)


def parts(file: Path) -> tuple[list[str], list[list[str]]]:
    """The `#` lines and the rows, as a strict reader of CSV finds them."""
    head, rows = [], []
    with file.open(encoding="utf-8-sig", newline="") as lines:
        for row in csv.reader(lines):
            (head if row[0].startswith("# ") else rows).append(row)
    return [row[0] for row in head], rows


def write(file: Path, head: list[str], rows: list[list[str]], mark: str = ",") -> None:
    with file.open("w", encoding="utf-8", newline="") as lines:
        lines.writelines(f"{each}\r\n" for each in head)
        csv.writer(lines, delimiter=mark).writerows(rows)


def saved_by_a_spreadsheet(file: Path, mark: str, bom: bool = False) -> None:
    """As Excel or LibreOffice write it: `#` lines are cells of a row that is as wide as all."""
    head, rows = parts(file)
    dated = [["02.Mai" if cell == "2/5" else cell for cell in row] for row in rows]
    comma = mark == ";"
    shown = [
        [cell.replace(".", ",") if comma and number(cell) else cell for cell in row]
        for row in dated
    ]
    wide = [[each, *[""] * (len(rows[0]) - 1)] for each in head]
    with file.open("w", encoding="utf-8", newline="") as lines:
        lines.write("\ufeff" * bom)
        csv.writer(lines, delimiter=mark).writerows([*wide, *shown])


def number(cell: str) -> bool:
    try:
        return float(cell) is not None
    except ValueError:
        return False


def changed(file: Path, place: int, change: Callable[[list[str]], list[str]]) -> None:
    head, rows = parts(file)
    rows[place] = change(rows[place])
    write(file, head, rows)


def by_pandas(file: Path) -> None:
    """Read and written again: without `#` lines, codes as 1.0 where a cell is empty."""
    keep = {"keep_default_na": False, "na_values": [""]}
    pandas.read_csv(file, comment="#", **keep).to_csv(file, index=False)


@case()
def as_exported(folder):
    return PLAIN


@case()
def both_saved_by_a_german_spreadsheet(folder):
    for name in PLAIN[0], CODEBOOK:
        saved_by_a_spreadsheet(folder / name, ";", bom=True)
    return PLAIN


@case()
def both_saved_by_an_english_spreadsheet(folder):
    for name in PLAIN[0], CODEBOOK:
        saved_by_a_spreadsheet(folder / name, ",")
    return PLAIN


@case()
def saved_with_tabs(folder):
    for name in PLAIN[0], CODEBOOK:
        saved_by_a_spreadsheet(folder / name, "\t")
    return PLAIN


@case()
def codes_with_decimals(folder):
    head, rows = parts(folder / REPORTS)
    forms = [each.format for each in ("{}.0", "{},0", " {}", "{}.", "{}")]
    for place, row in enumerate(rows[1:]):
        row[1:] = [forms[place % 5](cell) if cell else cell for cell in row[1:]]
    write(folder / REPORTS, head, rows)
    return PLAIN


@case()
def every_form_of_a_missing_cell(folder):
    head, rows = parts(folder / REPORTS)
    forms = ["", "NA", "N/A", "#N/A", "NaN", "null", "NULL", ".", "<NA>"]
    for place, row in enumerate(rows[1:]):
        row[1:] = [cell or forms[place % len(forms)] for cell in row[1:]]
    write(folder / REPORTS, head, rows)
    return PLAIN


@case()
def codebook_sorted_by_label(folder):
    head, rows = parts(folder / CODEBOOK)
    place = rows[0].index("label")
    write(folder / CODEBOOK, head, [rows[0], *sorted(rows[1:], key=lambda row: row[place])])
    return PLAIN


@case()
def codebook_downloaded_twice(folder):
    (folder / CODEBOOK).rename(folder / "each34-codebook (1).csv")
    return PLAIN


@case()
def other_codebooks_in_the_folder(folder):
    write_other(folder, "codebook.csv")
    write_other(folder, "a-codebook.csv")
    (folder / "b-codebook.csv").write_bytes(b"\xff\xfe\x00")
    return PLAIN


@case()
def codebook_named(folder):
    (folder / CODEBOOK).rename(folder / "words.csv")
    return REPORTS, "words.csv"


@case()
def both_written_by_pandas_and_codebook_named(folder):
    by_pandas(folder / REPORTS)
    by_pandas(folder / CODEBOOK)
    return REPORTS, CODEBOOK


@case()
def reports_written_by_pandas_and_codebook_named(folder):
    by_pandas(folder / REPORTS)
    return REPORTS, CODEBOOK


@case()
def own_column_beside_the_reports(folder):
    head, rows = parts(folder / REPORTS)
    rows = [[*row, "faculty" if not place else "ab"[place % 2]] for place, row in enumerate(rows)]
    write(folder / REPORTS, head, rows)
    return PLAIN


@case()
def a_column_of_reports_deleted(folder):
    head, rows = parts(folder / REPORTS)
    write(folder / REPORTS, head, [row[:-1] for row in rows])
    return PLAIN


@case()
def columns_in_another_order(folder):
    head, rows = parts(folder / REPORTS)
    write(folder / REPORTS, head, [row[::-1] for row in rows])
    return PLAIN


@case()
def workbook(folder):
    return "each34.xlsx", None


@case()
def everything(folder):
    return "each34.json", None


@case(ANOTHER)
def named_codebook_of_another_survey(folder):
    write_other(folder, "other.csv")
    return REPORTS, "other.csv"


@case("codebook")
def reports_written_by_pandas(folder):
    by_pandas(folder / REPORTS)
    return PLAIN


@case("codebook")
def codebook_as_reports(folder):
    return CODEBOOK, None


@case(NO_CODE)
def code_of_no_option(folder):
    changed(folder / REPORTS, 1, lambda row: [row[0], *("17" for _ in row[1:])])
    return PLAIN


@case(NO_CODE)
def code_that_is_no_whole_number(folder):
    changed(folder / REPORTS, 1, lambda row: [row[0], *("1.5" for _ in row[1:])])
    return PLAIN


@case(NO_CODE)
def label_in_place_of_a_code(folder):
    changed(folder / REPORTS, 1, lambda row: [row[0], *("Yes" for _ in row[1:])])
    return PLAIN


@case()
def no_responses(folder):
    head, rows = parts(folder / REPORTS)
    write(folder / REPORTS, head, rows[:1])
    return PLAIN


@case(NOTHING)
def codebook_without_an_option(folder):
    head, rows = parts(folder / CODEBOOK)
    write(folder / CODEBOOK, head, [row for row in rows if row[5:7] != ["7", "nan"]])
    return PLAIN


@case(NOTHING)
def codebook_with_a_row_twice(folder):
    head, rows = parts(folder / CODEBOOK)
    write(folder / CODEBOOK, head, [*rows, rows[5]])
    return PLAIN


@case(NOTHING)
def codebook_without_odds(folder):
    head, rows = parts(folder / CODEBOOK)
    place = rows[0].index("odds_a")
    write(folder / CODEBOOK, head, [row[:place] + row[place + 1 :] for row in rows])
    return PLAIN


@case(NOTHING)
def codebook_whose_missing_labels_pandas_dropped(folder):
    pandas.read_csv(folder / CODEBOOK, comment="#").to_csv(folder / CODEBOOK, index=False)
    return REPORTS, CODEBOOK


@case("column")
def codebook_without_a_question(folder):
    by_pandas(folder / REPORTS)
    head, rows = parts(folder / CODEBOOK)
    write(folder / CODEBOOK, head, [row for row in rows if row[0] != "q5"])
    return REPORTS, CODEBOOK


@case("cells, but the header has")
def line_that_is_cut(folder):
    changed(folder / REPORTS, 20, lambda row: row[:2])
    return PLAIN


@case("cells, but the header has")
def line_with_a_comma_too_many(folder):
    changed(folder / REPORTS, 20, lambda row: [*row, ""])
    return PLAIN


@case("cells, but the header has")
def lines_with_a_comma_more_than_the_header(folder):
    head, rows = parts(folder / REPORTS)
    write(folder / REPORTS, head, [rows[0], *([*row, ""] for row in rows[1:])])
    return PLAIN


@case("cells, but the header has")
def header_with_a_cell_too_few(folder):
    changed(folder / REPORTS, 0, lambda row: row[:-1])
    return PLAIN


@case("cells, but the header has")
def codebook_whose_lines_have_a_comma_more_than_its_header(folder):
    head, rows = parts(folder / CODEBOOK)
    write(folder / CODEBOOK, head, [rows[0], *([*row, ""] for row in rows[1:])])
    return PLAIN


@case("quoted|not CSV|unexpected end")
def file_that_ends_within_quotes(folder):
    text = (folder / REPORTS).read_text("utf-8")
    (folder / REPORTS).write_text(f'{text}"', "utf-8")
    return PLAIN


@case("UTF-8")
def reports_in_another_encoding(folder):
    with (folder / REPORTS).open("ab") as file:
        file.write(b"\xe4,0\r\n")
    return PLAIN


def write_other(folder: Path, name: str) -> None:
    """The codebook of another survey, whose columns have the same names."""
    head, rows = parts(folder / CODEBOOK)
    head[0] = "# instrument_sha256: " + "0" * 64
    rows = [[cell.replace("Yes", "No!").replace("2/5", "1/3") for cell in row] for row in rows]
    write(folder / name, head, rows)


@pytest.fixture(scope="module", params=[True, False], ids=["one each", "all"])
def folders(request, tmp_path_factory):
    """A folder of changed files for each case, in which R has left what it found."""
    one_each, top = request.param, tmp_path_factory.mktemp("twins")
    (top / "export").mkdir()
    paths = write_exports(top / "export", one_each)
    files = [paths[each] for each in ("csv", "codebook-csv", "json", "xlsx")]
    steps = [f'source("{R_PROGRAM}")']
    named = {}
    for place, (name, change) in enumerate(CASES.items()):
        folder = top / f"case{place}"
        folder.mkdir()
        for each in files:
            shutil.copy(each, folder)
        named[name] = folder, *change(folder)
        file, codebook = named[name][1:]
        words = f', "{folder / codebook}"' if codebook else ""
        steps.append(f"""
            tryCatch({{
                export <- read_export("{folder / file}"{words})
                write.csv(estimates(export), "{folder}/found", row.names = FALSE)
            }}, error = function(each) writeLines(conditionMessage(each), "{folder}/refused"))
        """)
    (top / "all.R").write_text("\n".join(steps), "utf-8")
    ran = subprocess.run(
        [r.find_or_install(), top / "all.R"], capture_output=True, text=True, cwd=top
    )
    assert ran.returncode == 0, ran.stderr
    return one_each, named


def in_r(folder: Path) -> dict[tuple[str, str], float] | str:
    """The estimates of R's reader by column and label, or its refusal."""
    if (folder / "refused").exists():
        return (folder / "refused").read_text("utf-8")
    with (folder / "found").open(newline="", encoding="utf-8") as lines:
        return {(row["column"], row["label"]): float(row["estimate"].replace("NA", "nan"))
                for row in csv.DictReader(lines)}  # fmt: skip


def in_python(file: Path, codebook: Path | None) -> dict[tuple[str, str], float] | str:
    """The estimates of Python's reader by column and label, or its refusal."""
    try:
        export = read_export(file, codebook)
    except DataError as error:
        return error.message
    found = {}
    for name, column in export.items():
        if isinstance(column, list):
            continue
        keep, other = map(float, column.item.chances(0))
        asked = sum(column.counts)
        for label, count in zip(column.labels, column.counts, strict=True):
            share = count / asked if asked else float("nan")
            found[name, label] = (share - other) / (keep - other)
        for row in estimate(column).rows:
            if row["of"] in column.labels and asked:
                assert row["estimate"] == pytest.approx(found[name, row["of"]])
    return found


def expected(one_each: bool) -> dict[tuple[str, str], float]:
    """The estimate of each label of each column, from the counts of the app."""
    instrument = every_cell(one_each)
    counted = tally_of(instrument, responses_to(instrument))
    found = {}
    for item, counts in zip(instrument.items, counted.counts, strict=True):
        keep, other = map(float, item.chances(0))
        for label, count in zip(item.labels, counts, strict=True):
            found[item.name, label] = (count / sum(counts) - other) / (keep - other)
    return found


@pytest.mark.parametrize("name", CASES)
def test_both_readers_read_or_refuse_alike(folders, name):
    one_each, named = folders
    folder, file, codebook = named[name]
    ours = in_python(folder / file, folder / codebook if codebook else None)
    theirs = in_r(folder)
    if name in REFUSED:
        for said in (ours, theirs):
            assert isinstance(said, str), f"was read: {said}"
            assert re.search(REFUSED[name], said)
            assert len(said.splitlines()) <= 2
        return
    assert not isinstance(ours, str) and not isinstance(theirs, str), (ours, theirs)
    assert theirs == pytest.approx(ours, nan_ok=True)
    if "no responses" not in name:
        whole = expected(one_each)
        assert ours == pytest.approx({key: whole[key] for key in ours})
        assert {column for column, _ in whole} - {column for column, _ in ours} <= {"q5"}


def test_the_table_holds_the_awkward_labels(folders):
    assert set(LABELS) == {label for column, label in expected(False) if column == "q2"}


GUARDED = ["=1+1", "'=1+1", "''=1+1", "+a", "'-1", "@", "'a'", "a;=1", "a;'=1", 'b;"=1', "＝1"]


@pytest.mark.parametrize("earlier", [False, True], ids=["now", "0.2.0"])
def test_both_readers_take_off_the_guard_against_formulas(tmp_path, earlier):
    """R merged the two options `=1+1` and `'=1+1`."""
    typed = [each for each in GUARDED if "'=" not in each and not each.startswith("'")]
    options = typed if earlier else GUARDED
    question = {"kind": "choice", "text": "'=", "gamma": "1/4", "options": options}
    instrument = validate({"title": "a", "questions": [question]}, published=True)
    rows = [(f"{place:032x}", (place,)) for place in range(len(options))]
    (tmp_path / REPORTS).write_text("".join(reports_csv(instrument, rows)), "utf-8", newline="")
    codebook = "".join(codebook_csv(instrument))
    if earlier:
        codebook = re.sub("# guard: .*\r\n", "", codebook)
    (tmp_path / CODEBOOK).write_text(codebook, "utf-8", newline="")
    program = f"""
        source("{R_PROGRAM}")
        writeLines(levels(read_export("{REPORTS}")$q1), "found", useBytes = TRUE)
    """
    subprocess.run([r.find_or_install(), "-e", program], cwd=tmp_path, check=True)
    assert (tmp_path / "found").read_text("utf-8").splitlines() == options
    assert list(read_export(tmp_path / REPORTS)["q1"].labels) == options
