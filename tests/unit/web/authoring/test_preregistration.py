"""The pre-registration is offered before anybody answers, and compared with what came of it."""

import json

import pytest
from click.testing import CliRunner
from instruments import make_instrument

from survey.cli import command_line
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.wire.preregistration import read_plan
from survey.wire.stating import sign_missing_statements

CODE, PATH = "bcd234", "/surveys/bcd234/pre-registration.json"
INSTRUMENT = make_instrument("1/4", "1/3")


@pytest.fixture
def draft(store) -> Survey:
    store.surveys.add(Survey(CODE, INSTRUMENT, cap=44))
    return store.surveys.get(CODE)


def respond(store, number: int) -> None:
    store.responses.add(CODE, Response(INSTRUMENT.digest, f"{number:032x}", (1, 0)))


def test_it_is_there_from_the_draft_to_the_first_response(instructor, store, draft):
    assert f'href="{PATH}"' in instructor.get(f"/surveys/{CODE}").text
    of_draft = instructor.get(PATH)
    assert of_draft.status_code == 200
    assert f'filename="{CODE}-pre-registration.json"' in of_draft.headers["Content-Disposition"]
    assert read_plan(of_draft.json)[1] == []
    store.surveys.set_state(CODE, State.OPEN)
    assert instructor.get(PATH).json == of_draft.json
    respond(store, 1)
    refused = instructor.get(PATH)
    assert refused.status_code == 409
    assert "too late" in refused.text


def test_a_survey_that_closed_without_a_response_has_none(instructor, store, draft):
    store.surveys.set_state(CODE, State.OPEN)
    store.surveys.set_state(CODE, State.CLOSED)
    assert instructor.get(PATH).status_code == 409


@pytest.fixture
def files(app, instructor, store, draft, tmp_path):
    """The pre-registration, and the export of what came of it."""
    plan, export = tmp_path / "plan.json", tmp_path / "export.json"
    plan.write_bytes(instructor.get(PATH).data)
    store.surveys.set_state(CODE, State.OPEN)
    for number in range(6):
        respond(store, number)
    store.surveys.set_state(CODE, State.CLOSED)
    sign_missing_statements(store, app.extensions["signing_key"])
    export.write_bytes(instructor.get(f"/surveys/{CODE}/results.json").data)
    return plan, export


def verify(*arguments):
    return CliRunner().invoke(command_line, ["verify", *map(str, arguments)])


def test_verify_says_that_the_survey_was_done_as_planned(files):
    alone = verify(files[0])
    assert alone.exit_code == 0, alone.output
    assert "The signature holds." in alone.output
    both = verify(*files)
    assert both.exit_code == 0, both.output
    assert "The survey was done as planned." in both.output
    told = json.loads(verify(*files, "--format", "json").output)
    assert (told["verified"], told["departures"]) == (True, [])


def test_verify_names_each_departure(files, tmp_path):
    plan, export = files
    document = json.loads(export.read_text())
    changed = tmp_path / "changed.json"
    for change, sentence in (
        ({"cap": None}, "The limit was planned as 44, and is none."),
        ({"code": "zzz234"}, "The survey was planned as bcd234, and is zzz234."),
        ({"statements": []}, "The export has no statement"),
    ):
        changed.write_text(json.dumps(document | change))
        found = verify(plan, changed)
        assert found.exit_code == 1
        assert sentence in found.output
        assert "not done as planned" in found.output


def test_verify_refuses_a_plan_that_was_changed(files, tmp_path):
    document = json.loads(files[0].read_text())
    document["plan"]["cap"] = 50
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps(document))
    found = verify(changed)
    assert found.exit_code == 1
    assert "does not hold" in found.output
    assert "Traceback" not in found.output


def test_verify_compares_the_key(files):
    found = verify(files[0], "--key", "0000 0000 0000 0000 0000 0000")
    assert found.exit_code == 1
    assert "not by" in found.output
