"""The commands on columns take every export of the app without further words."""

import json

import pytest
from every_cell import LABELS, every_cell, responses_to, tally_of, terms_of, write_exports

from survey.core.library import estimate
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.core.results.results import named_intervals, question_results
from survey.exports.reading import read_export
from survey.exports.results_json import intervals_document, results_document
from survey.text.question_text import QuestionText

FORMATS = ["csv", "json", "parquet", "xlsx", "datasette"]


@pytest.fixture(scope="module")
def one_each(tmp_path_factory):
    return write_exports(tmp_path_factory.mktemp("each"))


@pytest.fixture(scope="module")
def all_asked(tmp_path_factory):
    return write_exports(tmp_path_factory.mktemp("all"), one_each=False)


def json_of(outcome):
    assert outcome.code == 0, outcome.err
    return json.loads(outcome.out)


@pytest.mark.parametrize("format_", FORMATS)
def test_one_question_each_has_the_apps_intervals(survey_command, one_each, format_):
    """The class interval was that of those asked, another than the app's."""
    document = json_of(
        survey_command("estimate", one_each[format_], "--interval", "all", "--format", "json")
    )
    found = {each["question"]: each for each in document["questions"]}
    instrument = every_cell()
    results = question_results(instrument, tally_of(instrument, responses_to(instrument)), 0.95)
    for result in results:
        quantity = result.headline or result.quantities[0]
        ours = found[quantity.name]
        shown = ours.get("mean") or ours.get("options", [ours])[0]
        expected = intervals_document(quantity, named_intervals(results))
        assert shown["intervals"] == expected
        assert ours["respondents"] == result.respondents
    assert [each["option"] for each in found["q2"]["options"]] == LABELS


def test_missing_labels_are_said(survey_command, all_asked, tmp_path):
    """The options were 0, 1, 2 … without a word, also once a spreadsheet had saved the codebook."""
    alone = tmp_path / "some.csv"
    alone.write_bytes(all_asked["csv"].read_bytes())
    told = survey_command("estimate", alone)
    assert (told.code, told.out.count("\n  0 ")) == (0, 1)
    assert "codes stand for the options of 'q2', 'q3_1', 'q3_2'" in told.err
    assert survey_command("estimate", alone, "--column", "q5").err == ""
    book = tmp_path / "codebook.csv"
    book.write_bytes(all_asked["codebook-csv"].read_bytes().replace(b"# inst", b'"# inst', 1))
    book.write_bytes(book.read_bytes().replace(b"\r\n", b'";;;\r\n', 1))
    for more in ([], ["--gamma", "2/5"]):
        told = survey_command("estimate", alone, "--column", "q2", *more)
        assert (told.err, "don't know" in told.out) == ("", True)


@pytest.mark.parametrize("format_", ["estimates-csv", "codebook-csv"])
def test_a_file_about_reports_is_not_taken_for_one_of_reports(survey_command, all_asked, format_):
    told = survey_command("estimate", all_asked[format_])
    assert (told.code, told.out) == (1, "")
    assert "is about reports and holds none, as estimates and codebooks do. Give" in told.err


def test_a_csv_from_standard_input_knows_how_many_responded(survey_command, one_each, tmp_path):
    alone = tmp_path / "some.csv"
    alone.write_bytes(one_each["csv"].read_bytes())
    for path in (alone, one_each["csv"]):
        told = survey_command("estimate", path, "--column", "q1", "--interval", "class")
        assert "300" in told.out, told.out


def test_a_kind_on_the_command_line_does_not_make_codes_ratings(survey_command, all_asked):
    """The mean of q5 was 1.70 for 3.33, without a word."""
    plain = survey_command("estimate", all_asked["csv"], "--column", "q5")
    said = survey_command(
        "estimate", all_asked["csv"], "--column", "q5", "--kind", "rating", "--options", "5"
    )
    assert said.code == 0 and said.out == plain.out


@pytest.mark.parametrize("format_", FORMATS)
def test_crosstab_and_regress_take_any_format(survey_command, all_asked, format_):
    path = all_asked[format_]
    document = json_of(survey_command("crosstab", path, "q1", "q2", "--format", "json"))
    assert document["respondents"] == 300
    assert document["second"]["labels"] == LABELS
    told = survey_command("regress", path, "--outcome", "q1", "--on", "q5")
    assert told.code == 0 and "q5 was itself randomized" in told.err


@pytest.mark.parametrize("format_", FORMATS)
def test_pool_takes_any_format(survey_command, all_asked, tmp_path, format_):
    other = write_exports(tmp_path, one_each=False)["json"]
    other.write_text(other.read_text().replace('"response_id": "0', '"response_id": "f'))
    told = survey_command("pool", all_asked[format_], other)
    assert told.code == 0, told.err
    assert "2 groups, 600 people" in told.out


def test_pool_of_a_csv_without_texts_is_refused(survey_command, all_asked, tmp_path):
    alone = tmp_path / "some.csv"
    alone.write_bytes(all_asked["csv"].read_bytes())
    told = survey_command("pool", alone, all_asked["json"])
    assert told.code == 1 and "texts: give its codebook" in told.err


def test_a_file_that_is_no_export_is_refused(survey_command, tmp_path):
    (tmp_path / "empty").mkdir()
    for name, content in {"a.json": b"{}", "a.xlsx": b"PK\x03\x04", "a.parquet": b"PAR1"}.items():
        path = tmp_path / name
        path.write_bytes(content)
        told = survey_command("estimate", path)
        assert told.code == 1 and name in told.err
    assert survey_command("estimate", tmp_path / "empty").code == 1


@pytest.mark.parametrize("format_", FORMATS)
def test_another_gamma_than_the_file_s_is_warned_of(survey_command, all_asked, format_):
    command = ("estimate", all_asked[format_], "--column", "q1", "--format", "json")
    (own,) = json_of(survey_command(*command))["questions"]
    same = survey_command(*command, "--gamma", own["gamma"])
    assert (same.code, same.err) == (0, "")
    other = survey_command(*command, "--gamma", "1/9")
    assert json_of(other)["questions"][0]["gamma"] == "1/9"
    assert f"says γ = {own['gamma']}, and --gamma says 1/9, which counts." in other.err


LIMITS = {
    "waited": {"figures": FIGURES_ONCE_CLOSED},
    "waited with a cap": {"figures": FIGURES_ONCE_CLOSED, "cap": 40},
    "watched with a cap": {"cap": 40},
    "watched": {},
}


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("limits", LIMITS)
def test_a_command_tells_what_the_app_tells(survey_command, tmp_path, limits, format_):
    """It said that any share was possible where the app said at most 12 of 15."""
    fixed = LIMITS[limits]
    path = write_exports(tmp_path, one_each=False, limits=fixed, count=40)[format_]
    instrument = every_cell(False)
    rows = responses_to(instrument, 40)
    terms, tally = terms_of(fixed), tally_of(instrument, rows)
    app = results_document(instrument, tally, terms)["questions"]
    said = {each["question"]: each["sentence"] for each in app if each["kind"] != "several"}
    found = json_of(survey_command("estimate", path, "--format", "json"))["questions"]
    assert {
        each["question"]: each["sentence"] for each in found if each["question"] in said
    } == said
    out = " ".join(survey_command("estimate", path).out.split())
    for result in terms.results(instrument, tally):
        text = QuestionText(result)
        for each in [*text.rows, *([text.headline] if text.headline else [])]:
            assert f"{each.quantity.told} 95% {each.exact_ends(each.quantity.told)}" in out
            shown = estimate(read_export(path)[each.quantity.name]).rows
            assert each.quantity.interval(each.quantity.told) in [
                row.get(each.quantity.told) for row in shown
            ]


@pytest.mark.parametrize("format_", FORMATS)
@pytest.mark.parametrize("wanted", [(), ("--column", "q3_1"), ("--column", "q3_2")])
def test_an_option_in_the_lead_has_the_range_of_the_page(survey_command, tmp_path, format_, wanted):
    """A column by itself had the narrower range of an option that nobody picked."""
    fixed = LIMITS["waited"]
    path = write_exports(tmp_path, one_each=False, limits=fixed, count=200)[format_]
    instrument = every_cell(False)
    rows = responses_to(instrument, 200)
    results = terms_of(fixed).results(instrument, tally_of(instrument, rows))
    text = QuestionText(next(each for each in results if each.name == "q3"))
    (first,) = text.leading
    plain = next(each for each in text.rows if each is not first)
    found = json_of(survey_command("estimate", path, *wanted, "--format", "json"))["questions"]
    said = {each["question"]: each["sentence"] for each in found}
    assert wanted[1:] == () or list(said) == [wanted[1]]
    out = survey_command("estimate", path, *wanted).out
    note = "The option in the lead has a wider range, because it was picked for its lead."
    assert out.count(note) == (first.quantity.name in said) + ("q2" in said)
    for each in (first, plain):
        if each.quantity.name in said:
            assert each.spoken in said[each.quantity.name] and each.spoken in out


def test_one_interval_that_is_asked_for_is_the_told_one(survey_command, tmp_path):
    path = write_exports(tmp_path, one_each=False, limits=LIMITS["waited"], count=40)["csv"]
    command = ("estimate", path, "--column", "q1")
    assert survey_command(*command).out.endswith("for exactly this class (95%).\n")
    for interval, end in {"hoeffding": "if you look once", "anytime": "you look"}.items():
        told = survey_command(*command, "--interval", interval).out
        assert told.endswith(f"{end} (95%).\n")
        assert "class 95%" not in told


def test_data_of_others_are_told_hoeffdings_interval(survey_command, file):
    told = survey_command("estimate", file("a\n" + "1\n0\n" * 40), "--gamma", "2/5").out
    assert "class" not in told and told.endswith("if you look once (95%).\n")


@pytest.mark.parametrize("format_", ["text", "json"])
def test_the_population_s_interval_ends_with_its_own_range(survey_command, file, format_):
    """It ended with Hoeffding's."""
    path = file("a\n" + "1\n" * 40 + "0\n" * 60)
    wanted = ("--gamma", "1/4", "--interval", "population", "--format", format_)
    told = survey_command("estimate", path, *wanted).out
    assert (
        "11.4% to 50.0% (95%), for a class that is a random sample of a larger population" in told
    )
    assert "look" not in told
    choice = ("--kind", "choice", "--options", "x,y", "--codes")
    told = survey_command("estimate", path, *wanted, *choice).out
    assert "look" not in told and "a random sample of a larger population" in told


@pytest.mark.parametrize("format_", FORMATS)
def test_a_cross_table_of_one_question_each_says_why_it_is_empty(survey_command, one_each, format_):
    told = survey_command("crosstab", one_each[format_], "q1", "q2")
    assert told.code == 0 and "0 respondents" in told.out
    assert "each respondent answered one question" in told.err
    within = survey_command("crosstab", one_each[format_], "q3_1", "q3_2")
    assert (within.code, within.err) == (0, "") and "60 respondents" in within.out


@pytest.mark.parametrize("format_", FORMATS)
def test_a_file_of_an_open_survey_is_pooled_in_no_form(survey_command, tmp_path, format_):
    """Its JSON was refused, and its CSV taken."""
    paths = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        paths.append(write_exports(tmp_path / name, one_each=False, closed=False)[format_])
    told = survey_command("pool", *paths)
    assert told.code == 1 and "is of an open survey: export it once that has closed." in told.err


def test_files_of_one_name_are_told_apart_by_their_folders(survey_command, tmp_path):
    """All CSVs were called "reports · reports"."""
    paths = []
    for number, name in enumerate(("monday", "tuesday")):
        (tmp_path / name).mkdir()
        found = write_exports(tmp_path / name, one_each=False)
        paths.append(found["csv"].rename(tmp_path / name / "reports.csv"))
        text = paths[-1].read_text().replace("\n0000", f"\n{number}000")
        paths[-1].write_text(text, newline="")
    told = survey_command("pool", *paths)
    assert told.code == 0, told.err
    assert "monday/reports" in told.out and "tuesday/reports" in told.out
    assert "reports · reports" not in told.out
