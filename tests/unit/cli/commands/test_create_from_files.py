"""survey create from other tools' files: what is taken over, what is listed, what is refused."""

import json

import pytest
from demos import DEMOS
from instruments import make_mixed_instrument
from questionnaire_files import as_surveyjs, as_xlsform, workbook

from survey.core.instrument.parsing import validate

NOTE = {"survey": [["type", "label"], ["note", "Hello"], ["range", "How much?"], ["note", "Bye"]]}
SAID = "note (survey row 2, survey row 4): a note asks nothing"


@pytest.fixture
def create(survey_command, tmp_path):
    def run(name: str, content: bytes, *arguments: object):
        path = tmp_path / name
        path.write_bytes(content)
        return survey_command("create", path, "--data", tmp_path / "instance", *arguments)

    return run


@pytest.mark.parametrize(("name", "write"), [("x.xlsx", as_xlsform), ("X.JSON", as_surveyjs)])
def test_the_same_instrument_is_made_of_each_format(create, name, write):
    instrument = make_mixed_instrument()
    outcome = create(name, write(instrument), "--format", "json")
    assert outcome.code == 0
    assert outcome.err.startswith("There was no survey data in ")  # and nothing else
    assert outcome.err.count("\n") == 1
    document = json.loads(outcome.out)
    assert document["instrument"] == instrument.digest
    assert {each["what"] for each in document["left_out"]} == {"names"}


LIST = "Whose notes?\n  Mine\n  Others'\nHow many hours?\n  0-40"


def test_a_list_of_questions_is_shown_and_made(create, tmp_path):
    shown = create("Final exam.txt", LIST.encode(), "--dry-run", "--gamma", "1/3")
    assert (shown.code, shown.err) == (0, "")
    assert shown.out.splitlines()[1:] == [
        "  1. Whose notes?", "     choice; γ = 1/3; line 1", "     Mine / Others'",
        "  2. How many hours?", "     number; γ = 1/3; line 4", "     0 to 40",
        "Everything was imported.",
    ]  # fmt: skip
    assert not (tmp_path / "instance").exists()
    made = create("Final exam.txt", LIST.encode())
    assert made.out.splitlines()[0].endswith("Final exam (draft)")


def test_faults_of_a_list_are_said_by_their_lines_and_nothing_is_made(create, tmp_path):
    outcome = create("x.txt", b"Did you?\nWhose?\n  Mine\n" + b"x" * 301)
    assert (outcome.code, outcome.out) == (1, "")
    assert "  line 2 (“Whose?”): This question has one option." in outcome.err
    assert not (tmp_path / "instance").exists()


def test_what_looks_odd_in_a_list_is_told_with_its_line(create):
    content = b"Did you?\nI slept"
    said = "Please look at:\n  line 2: it has neither options nor a question mark"
    assert said in create("x.txt", content, "--dry-run").out
    assert said in create("x.txt", content).err
    document = json.loads(create("x.txt", content, "--dry-run", "--format", "json").out)
    assert [each["place"] for each in document["look_at"]] == ["line 2"]


def test_the_demos_own_file_is_refused_for_its_mark(create, tmp_path):
    outcome = create("demo.json", DEMOS["this release"].canonical_json.encode())
    assert outcome.code != 0
    assert "demo: Only the app's own demo has this mark" in outcome.err
    assert not (tmp_path / "instance").exists()


def test_what_is_left_out_is_told_beside_the_code(create):
    outcome = create("x.xlsx", workbook(NOTE))
    assert outcome.code == 0
    assert outcome.out.endswith("\n")
    assert outcome.err.startswith(f"Not imported:\n  {SAID}")


def test_dry_run_shows_everything_and_makes_nothing(create, tmp_path):
    outcome = create("x.xlsx", workbook(NOTE), "--dry-run", "--gamma", "1/3")
    assert (outcome.code, outcome.err) == (0, "")
    for said in ("x, for 100 respondents; ε = 1.61", "1. How much?",
                 "number; γ = 1/3; survey row 3", SAID):  # fmt: skip
        assert said in outcome.out
    assert not (tmp_path / "instance").exists()
    instrument = make_mixed_instrument()
    clean = create("x.json", instrument.canonical_json.encode(), "--dry-run")
    assert clean.out.endswith("Everything was imported.\n")


def test_dry_run_as_json_holds_the_instrument_and_its_places(create):
    outcome = create("x.xlsx", workbook(NOTE), "--dry-run", "--format", "json")
    document = json.loads(outcome.out)
    document["instrument"].pop("format")
    assert validate(document["instrument"]).questions[0].text == "How much?"
    assert document["places"] == ["survey row 3"]
    assert [each["place"] for each in document["left_out"]] == ["survey row 2", "survey row 4"]


def test_dry_run_does_not_publish(create):
    outcome = create("x.xlsx", workbook(NOTE), "--dry-run", "--publish")
    assert outcome.code == 2
    assert "--publish or --dry-run" in outcome.err


def test_gamma_is_for_questions_without_one_and_checked(create):
    toml = b'title = "T"\n[[questions]]\ntext = "A?"\n[[questions]]\ntext = "B?"\ngamma = "1/5"'
    outcome = create("x.toml", toml, "--gamma", "1/10", "--dry-run")
    assert "γ = 1/10" in outcome.out
    assert "γ = 1/5" in outcome.out
    assert create("x.toml", toml, "--gamma", "1/2").code == 2


def test_a_question_that_breaks_a_rule_is_told_and_the_rest_is_made(create):
    outcome = create("x.xlsx", workbook({"survey": [*NOTE["survey"], ["range", "x" * 301]]}))
    assert outcome.code == 0
    assert "  question (survey row 5): This is 301 characters long" in outcome.err
    assert SAID in outcome.err


def test_faults_name_the_row_and_what_was_left_out_where_nothing_can_be_made(create, tmp_path):
    notes = [row for row in NOTE["survey"] if row[0] != "range"]
    outcome = create("x.xlsx", workbook({"survey": [*notes, [], ["range", "x" * 301]]}))
    assert (outcome.code, outcome.out) == (1, "")
    assert "  survey row 5, text: This is 301 characters long" in outcome.err
    assert SAID.replace("row 4", "row 3") in outcome.err
    assert not (tmp_path / "instance").exists()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("x.xlsx", "This is not an .xlsx file"), ("x.json", "This is not JSON"),
     ("x.xls", "save it as .xlsx"), ("x.doc", "ends in .toml, .xlsx")],
)  # fmt: skip
def test_what_is_no_questionnaire_is_one_sentence(create, name, sentence):
    outcome = create(name, b"\x00")
    assert (outcome.code, outcome.out) == (1, "")
    assert sentence in outcome.err
