"""survey create --ready-made: the same survey as by the page."""

import pytest

from survey.store import State
from survey.store.sqlite.engine import SQLiteStore
from survey.text.support_line import SUPPORT_NEEDED
from survey.web.authoring.ready_made import ready_made_instrument


@pytest.fixture
def data(tmp_path):
    return tmp_path / "instance"


def stored(data):
    store = SQLiteStore(data / "survey.db")
    try:
        return store.surveys.all()
    finally:
        store.close()


def test_by_its_name(survey_command, data):
    result = survey_command("create", "--ready-made", "study-load", "--data", data)
    assert result.code == 0, result.err
    (survey,) = stored(data)
    assert survey.instrument == ready_made_instrument("study-load")


def test_with_a_control_question(survey_command, data):
    asked = "create", "--ready-made", "study-load", "--control", "--data", data
    assert survey_command(*asked).code == 0
    (survey,) = stored(data)
    assert survey.instrument == ready_made_instrument("study-load", True)
    assert survey.instrument.known_of_stars


def test_published_only_with_a_support_line_where_it_needs_one(survey_command, data):
    command = ["create", "--ready-made", "harassment", "--data", data, "--publish"]
    refused = survey_command(*command)
    assert refused.code != 0 and SUPPORT_NEEDED in refused.err
    assert not data.exists()
    assert survey_command(*command, "--support", "Crisis line: 0800").code == 0
    (survey,) = stored(data)
    assert survey.state is State.OPEN and survey.instrument.support == "Crisis line: 0800"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [((), "Give a FILE or --ready-made"), (("--ready-made", "other"), "is not one of"),
     (("--ready-made", "study-load", "--gamma", "1/4"), "leave --gamma out"),
     (("--ready-made", "understanding-and-trust", "--trust"), "leave --trust out"),
     ((__file__, "--control"), "--control is for --ready-made"),
     ((__file__, "--trust"), "--trust is for --ready-made")],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(survey_command, data, arguments, said):
    result = survey_command("create", "--data", data, *arguments)
    assert result.code == 2 and said in result.err


def test_with_the_questions_about_understanding_and_trust(survey_command, data):
    asked = "create", "--ready-made", "study-load", "--trust", "--data", data
    assert survey_command(*asked).code == 0
    (survey,) = stored(data)
    assert survey.instrument == ready_made_instrument("study-load", trust=True)
    assert len(survey.instrument.questions) == 3
