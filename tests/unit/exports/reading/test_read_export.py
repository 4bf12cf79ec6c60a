"""Every format of the app's exports gives the same columns, and the figures of the app."""

import csv
from fractions import Fraction

import pandas
import pytest
from archive import EXPORTS as ARCHIVED
from every_cell import LABELS, every_cell, responses_to, tally_of, write_exports

from survey.core.intervals.registry import INTERVALS, ONLY_TOLD
from survey.core.library import crosstab, estimate, pool, regress
from survey.core.library.exported import ExportedColumn
from survey.core.responses.tally import Tally
from survey.core.results.results import question_results
from survey.errors import DataError, ParameterError
from survey.exports.reading import read_export

FORMATS = ["csv", "json", "parquet", "xlsx", "datasette"]
NAMED = [name for name in INTERVALS if name not in ONLY_TOLD]


@pytest.fixture(scope="module", params=[True, False], ids=["one each", "all"])
def exports(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("exports")
    return request.param, write_exports(folder, request.param)


@pytest.mark.parametrize("format_", FORMATS)
def test_columns_know_codes_labels_gamma_kind_and_who_was_asked(exports, format_):
    one_each, paths = exports
    instrument = every_cell(one_each)
    export = read_export(paths[format_])
    assert list(export) == [item.name for item in instrument.items]
    # A database lists the reports by their ids.
    expected = dict(responses_to(instrument))
    assert set(export.response_ids) == set(expected)
    lists = zip(*(expected[each] for each in export.response_ids), strict=True)
    for item, codes in zip(instrument.items, lists, strict=True):
        column = export[item.name]
        assert (column.codes, column.gamma) == (codes, item.gamma)
        assert column.labels == item.labels
        assert column.values == item.values
        assert column.asked == [code is not None for code in codes]
    kinds = ["yes/no", "choice", "several", "several", "number", "rating"]
    assert [each.kind for each in export.values()] == kinds
    assert set(LABELS) & set(export["q2"].in_words) == set(LABELS)


@pytest.mark.parametrize("format_", FORMATS)
def test_estimates_are_those_of_the_app(exports, format_):
    one_each, paths = exports
    export = read_export(paths[format_])
    instrument = every_cell(one_each)
    counted = tally_of(instrument, responses_to(instrument))
    for result in question_results(instrument, counted, 0.95):
        for quantity in result.quantities:
            rows = estimate(export[quantity.name], intervals=NAMED).rows
            assert [quantity.interval(name) for name in NAMED] in [
                [row[name] for name in NAMED] for row in rows
            ]
            assert quantity.estimate in [row["estimate"] for row in rows]


def test_a_csv_without_its_codebook_has_codes_for_labels(exports, tmp_path):
    _, paths = exports
    alone = tmp_path / "some.csv"
    alone.write_bytes(paths["csv"].read_bytes())
    with pytest.warns(UserWarning, match="options of 'q2', 'q3_1', 'q3_2'.* codebook.csv") as said:
        export = read_export(alone)
    assert said[0].filename == __file__
    assert export["q2"].labels == tuple("01234567")
    assert export.instrument is None
    named = read_export(alone, codebook=paths["codebook-csv"])
    assert named["q2"].labels == tuple(LABELS)
    assert estimate(export["q5"]).rows == estimate(named["q5"]).rows


def test_a_codebook_of_another_survey_is_not_taken(exports, tmp_path):
    one_each, paths = exports
    other = write_exports(tmp_path, not one_each)
    reports = tmp_path / "reports.csv"
    reports.write_bytes(paths["csv"].read_bytes())
    other["codebook-csv"].rename(tmp_path / "codebook.csv")
    with pytest.warns(UserWarning, match="codebook.csv is the codebook of another survey"):
        assert read_export(reports).instrument is None  # another digest


def test_some_rows_of_one_question_each_are_still_drawn_from_all(tmp_path):
    """The header says how many responded in all; rows that somebody chose do not."""
    paths = write_exports(tmp_path)
    whole = read_export(paths["csv"])["q1"]
    lines = paths["csv"].read_text().splitlines(keepends=True)
    chosen = tmp_path / "chosen.csv"
    asked = [each for each in lines if each.startswith("#") or each.split(",")[1].strip()]
    chosen.write_text("".join(asked), newline="")
    found = read_export(chosen)["q1"]
    assert found.asked_of == whole.asked_of
    assert estimate(found).rows == estimate(whole).rows


def test_a_csv_of_an_earlier_release_tells_by_its_cells(tmp_path):
    paths = write_exports(tmp_path)
    now = read_export(paths["csv"])
    lines = paths["csv"].read_text().splitlines(keepends=True)
    new = ("# answered:", "# responses:")
    paths["csv"].write_text("".join(each for each in lines if not each.startswith(new)), newline="")
    assert read_export(paths["csv"])["q1"].asked_of == now["q1"].asked_of


@pytest.mark.parametrize("name", ARCHIVED)
def test_every_release_s_json_is_read(name):
    try:
        export = read_export(ARCHIVED[name])
    except DataError as error:
        assert "openly" in error.message or "0.1.0" in name
    else:
        assert all(isinstance(each, ExportedColumn) for each in export.values())


def test_two_columns_are_related_and_regressed(tmp_path):
    paths = write_exports(tmp_path, one_each=False)
    export = read_export(paths["csv"])
    table = crosstab(export, "q1", "q5")
    assert [row["q5"] for row in table.rows[:5]] == list("12345")
    assert table.missing == 0
    found = regress(export, "q1", ["q5", "q3_1"])
    assert found.randomized == ("q5", "q3_1")
    assert "q5" in [row["term"] for row in found.rows]
    plain = pandas.DataFrame({"q1": export["q1"].to_list(), "age": [20, 30, 40] * 100})
    assert regress(plain, "q1", ["age"], gamma="2/5").result.respondents == 300
    with pytest.raises(ParameterError, match="yes/no"):
        regress(export, "q5")


@pytest.mark.parametrize("format_", FORMATS)
def test_groups_are_pooled_from_any_format(tmp_path, format_):
    (tmp_path / "one").mkdir()
    paths = write_exports(tmp_path / "one", one_each=False)
    one = read_export(paths[format_])
    with pytest.raises(DataError, match="hold the same response"):
        pool([one, one])
    (tmp_path / "two").mkdir()
    other = write_exports(tmp_path / "two", one_each=False)["json"]
    text = other.read_text().replace('"response_id": "0', '"response_id": "f')
    other.write_text(text)
    found = pool([one, read_export(other)])
    together = [row for row in found.rows if row["group"] == "together"]
    assert together[0]["respondents"] == 600
    assert together[0]["estimate"] == pytest.approx(estimate(one["q1"]).estimate)
    assert "2 groups, 600 people" in repr(found)


def test_a_regression_compares_with_the_first_option(tmp_path):
    export = read_export(write_exports(tmp_path, one_each=False)["csv"])
    terms = [row["term"] for row in regress(export, "q1", ["q2"]).rows]
    assert terms[1:] == [f"q2 = {label}" for label in LABELS[1:]]


def test_a_csv_alone_is_not_pooled(tmp_path):
    paths = write_exports(tmp_path, one_each=False)
    paths["codebook-csv"].unlink()
    with pytest.warns(UserWarning, match="codes stand for the options"):
        alone = read_export(paths["csv"])
    with pytest.raises(DataError, match="texts: give its codebook"):
        pool([alone] * 2)


@pytest.mark.parametrize("format_", FORMATS)
def test_a_changed_file_is_refused_in_a_sentence(tmp_path, format_):
    path = write_exports(tmp_path)[format_]
    path = path / "each34.db" if path.is_dir() else path
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])
    if format_ == "csv":
        path.write_text("q1\n1\n")
    with pytest.raises(DataError) as refusal:
        read_export(path)
    assert str(path) in refusal.value.message


def test_a_cell_that_is_no_code_is_named_by_its_place_alone(tmp_path):
    path = write_exports(tmp_path)["csv"]
    lines = path.read_text().splitlines(keepends=True)
    header = next(n for n, each in enumerate(lines) if each.startswith("response_id"))
    cells = lines[header + 1].split(",")
    cells[1] = "17"
    lines[header + 1] = ",".join(cells)
    path.write_text("".join(lines), newline="")
    with pytest.raises(DataError) as refusal:
        read_export(path)
    assert f"line {header + 2}, column 'q1'" in refusal.value.message
    assert "17" not in refusal.value.message.replace(str(path), "").replace(str(header + 2), "")


def test_own_columns_beside_the_reports_are_texts(tmp_path):
    path = write_exports(tmp_path, one_each=False)["csv"]
    lines = path.read_text().splitlines()
    header = next(n for n, each in enumerate(lines) if each.startswith("response_id"))
    lines[header:] = [f"{line},{'faculty' if not n else 'ab'[n % 2]}"
                      for n, line in enumerate(lines[header:])]  # fmt: skip
    path.write_text("\n".join(lines))
    export = read_export(path)
    assert set(export["faculty"]) == {"a", "b"}
    terms = [row["term"] for row in regress(export, "q1", ["faculty"]).rows]
    assert terms[1] == "faculty = b"


def test_frame_is_what_pandas_takes(tmp_path):
    paths = write_exports(tmp_path)
    export = read_export(paths["csv"])
    frame = pandas.DataFrame(export.frame())
    raw = pandas.read_csv(paths["csv"], comment="#")
    assert list(frame.columns) == list(raw.columns)
    assert frame["q5"].dropna().tolist() == raw["q5"].dropna().tolist()
    words = pandas.DataFrame(export.frame(in_words=True))
    assert set(words["q2"].dropna()) == set(LABELS)


def test_what_a_column_says_itself_is_not_said_again(tmp_path):
    column = read_export(write_exports(tmp_path)["csv"])["q1"]
    for more in ({"gamma": "1/4"}, {"kind": "yes/no"}, {"highest": 5}):
        with pytest.raises(ParameterError, match="says itself"):
            estimate(column, **more)
    assert column.gamma == Fraction(1, 4)
    with pytest.raises(ParameterError, match="γ"):
        estimate([1, 0])


def test_zero_responses_are_read(tmp_path):
    instrument = every_cell()
    assert tally_of(instrument, []) == Tally(0, tuple((0,) * i.options for i in instrument.items))
    path = write_exports(tmp_path)["csv"]
    lines = path.read_text().splitlines(keepends=True)
    header = next(n for n, each in enumerate(lines) if each.startswith("response_id"))
    path.write_text("".join(lines[: header + 1]), newline="")
    assert len(list(csv.reader([lines[header]]))[0]) == 7
    assert estimate(read_export(path)["q1"]).estimate is None


@pytest.mark.parametrize("format_", FORMATS)
def test_texts_come_back_as_they_were_typed(exports, format_):
    one_each, paths = exports
    typed = [question.document() for question in every_cell(one_each).questions]
    read = read_export(paths[format_]).instrument
    assert [question.document() for question in read.questions] == typed


def test_a_codebook_that_a_spreadsheet_saved_is_read(tmp_path):
    """Other separators, and 2/5 as a date."""
    paths = write_exports(tmp_path)
    expected = read_export(paths["csv"])["q2"]
    lines = paths["codebook-csv"].read_text().splitlines(keepends=True)
    head = [each for each in lines if each.startswith("#")]
    with paths["codebook-csv"].open(newline="") as file:
        rows = list(csv.reader(each for each in file if not each.startswith("# ")))
    with paths["codebook-csv"].open("w", newline="") as file:
        file.writelines(head)
        dated = [["02.May" if cell == "2/5" else cell for cell in row] for row in rows]
        csv.writer(file, delimiter=";").writerows(dated)
    assert read_export(paths["csv"])["q2"] == expected


@pytest.mark.parametrize("odd", ["1e999", "NaN", "-1e999", "true", "1" + "0" * 400, "x"])
@pytest.mark.parametrize("name", ["value", "odds_a"])
def test_a_number_that_no_codebook_has_is_refused_in_a_sentence(tmp_path, name, odd):
    paths = write_exports(tmp_path)
    with paths["codebook-csv"].open(newline="") as file:
        head, rows = [], []
        for line in csv.reader(file):
            (head if line[0].startswith("# ") else rows).append(line)
    names, *rows = rows
    for row in rows:
        row[names.index(name)] = odd
    with paths["codebook-csv"].open("w", newline="") as file:
        csv.writer(file).writerows([*head, names, *rows])
    with pytest.raises(DataError, match="describes no questionnaire"):
        read_export(paths["csv"], codebook=paths["codebook-csv"])


def test_another_codebook_that_is_named_is_refused(tmp_path):
    (tmp_path / "other").mkdir()
    paths = write_exports(tmp_path)
    other = write_exports(tmp_path / "other", one_each=False)["codebook-csv"]
    with pytest.raises(DataError, match="another survey"):
        read_export(paths["csv"], codebook=other)
    other.write_bytes(b"\xff")
    with pytest.raises(DataError, match="UTF-8"):
        read_export(paths["csv"], codebook=other)
    with pytest.raises(DataError, match="its own codebook"):
        read_export(paths["json"], codebook=other)


@pytest.mark.parametrize("format_", ["codebook-csv", "estimates-csv"])
def test_a_csv_without_reports_is_refused(exports, format_):
    with pytest.raises(DataError, match="holds no reports"):
        read_export(exports[1][format_])


def test_a_csv_with_a_dropped_column_is_estimated_and_not_pooled(tmp_path):
    paths = write_exports(tmp_path, one_each=False)
    lines = paths["csv"].read_text().splitlines()
    kept = [each if each.startswith("#") else each.rpartition(",")[0] for each in lines]
    paths["csv"].write_text("\n".join(kept))
    export = read_export(paths["csv"])
    assert list(export) == ["q1", "q2", "q3_1", "q3_2", "q4"]
    assert export["q2"].labels == tuple(LABELS)
    assert export.instrument is None
