"""survey verify: exit code 0 only if everything in the export agrees."""

import json

import pytest
from instruments import make_mixed_instrument

from survey.exports.results_json import everything_json

INSTRUMENT = make_mixed_instrument()
ID = "3fa85f6457174562b3fc2c963f66afa6"


@pytest.fixture
def export(file) -> str:
    responses = [("0" * 32, (0, 1, 1, 0, 0, 3)), (ID, (1, 2, 0, 1, 1, 4))]
    return file("".join(everything_json(INSTRUMENT, responses)))


def test_export_that_agrees(survey_command, export):
    outcome = survey_command("verify", export)
    assert outcome.code == 0
    assert "2 responses" in outcome.out
    assert INSTRUMENT.digest in outcome.out
    assert "Everything agrees." in outcome.out


def test_altered_export_is_told_and_fails(survey_command, export, file):
    with open(export) as opened:
        document = json.load(opened)
    document["questions"][0]["estimate"] = 0.123
    outcome = survey_command("verify", file(json.dumps(document)))
    assert outcome.code == 1
    assert "questions.1.estimate is 0.123; from the reports it is 0.5" in outcome.out
    assert "This export has faults." in outcome.out


def test_receipt_is_found_in_words(survey_command, export):
    outcome = survey_command("verify", export, "--receipt", ID.upper())
    assert outcome.code == 0
    assert "Yes  Did you cheat?" in outcome.out
    assert "Algebra: No; Analysis: Yes  Which exams?" in outcome.out
    outcome = survey_command("verify", export, "--receipt", "f" * 32)
    assert outcome.code == 1
    assert "No response has this id." in outcome.out


def test_json_for_programs(survey_command, export):
    outcome = survey_command("verify", export, "--format", "json", "--receipt", ID)
    document = json.loads(outcome.out)
    assert document["verified"] is True
    assert document["receipt"] == [1, 2, 0, 1, 1, 4]
    assert document["responses"] == 2


@pytest.mark.parametrize("text", ["", "q1\n1\n", "[1, 2]", "{}", "[" * 100_000, "\ufeff{}"])
def test_other_files_are_refused_in_a_sentence(survey_command, file, text):
    outcome = survey_command("verify", file(text))
    assert outcome.code == 1
    assert "not a survey's export as JSON" in outcome.err


def test_bytes_that_are_no_text_are_refused_in_a_sentence(survey_command, tmp_path):
    path = tmp_path / "binary.json"
    path.write_bytes(b"\xff\xfe\x00")
    outcome = survey_command("verify", str(path))
    assert outcome.code == 1
    assert "not a survey's export as JSON" in outcome.err


def test_missing_file_is_wrong_usage(survey_command, tmp_path):
    assert survey_command("verify", str(tmp_path / "none.json")).code == 2
