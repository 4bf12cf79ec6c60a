"""A sound instance, and what `survey doctor` finds in it."""

import json

import pytest
from checkups import CHECKS
from contract_survey import response

from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.store import State, Survey


@pytest.fixture
def data(tmp_path, instrument):
    """A sound instance with one survey and five responses."""
    folder = tmp_path / "instance"
    store = open_instance(Config(folder))
    store.surveys.add(Survey("bcd234", instrument, State.OPEN))
    for number in range(5):
        store.responses.add("bcd234", response(number, instrument=instrument))
    store.close()
    return folder


@pytest.fixture
def doctor(survey_command, data, free_port):
    """Runs `survey doctor`; returns the findings by check, and the exit code."""

    def ask(*arguments, port=free_port) -> tuple[dict[str, dict], int]:
        outcome = survey_command(
            "doctor", "--data", data, "--port", port, "--format", "json", *arguments
        )
        document = json.loads(outcome.out)
        assert [each["check"] for each in document["checks"]] == CHECKS
        assert all(each["says"] and "\n" not in each["says"] for each in document["checks"])
        assert document["well"] == all(each["well"] for each in document["checks"])
        assert outcome.code == (0 if document["well"] else 1)
        return {each["check"]: each for each in document["checks"]}, outcome.code

    return ask


@pytest.fixture
def fault(doctor):
    """The sentence of the only check that is not well."""

    def ask(check: str, *arguments, **named) -> str:
        found, code = doctor(*arguments, **named)
        assert [name for name, each in found.items() if not each["well"]] == [check]
        assert code == 1
        return found[check]["says"]

    return ask
