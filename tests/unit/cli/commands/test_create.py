"""survey create: what the file says is what respondents get, and every fault has its field."""

import json
import re

import pytest

from survey.app import create_app
from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.app.instance_keys import make_keys
from survey.core.instrument.digest_forms import full_form, short_form
from survey.core.instrument.parsing import from_toml
from survey.store import Instructor, State
from survey.store.models import INSTRUCTOR
from survey.store.sqlite.engine import SQLiteStore

TOML = """
title = "After the final"
class_size = 120
[[questions]]
text = "Did you cheat?"
gamma = 0.1
[[questions]]
text = "Did you see someone cheat — ‘really’?"
"""

FAULTY = """
titel = "Misspelt"
class_size = 0
[[questions]]
text = ""
gamma = "1/2"
[[questions]]
text = "Good"
gama = "1/4"
[[questions]]
text = 5
"""


@pytest.fixture
def data(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def create(survey_command, data, tmp_path):
    def run(content: str | bytes, *arguments: object):
        path = tmp_path / "survey.toml"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return survey_command("create", path, "--data", data, *arguments)

    return run


@pytest.fixture
def stored(data):
    """The survey with this code, read from the instance's database."""

    def read(code: str):
        store = SQLiteStore(data / "survey.db")
        try:
            return store.surveys.get(code)
        finally:
            store.close()

    return read


@pytest.mark.parametrize(("flags", "state"), [([], State.DRAFT), (["--publish"], State.OPEN)])
def test_json_tells_code_state_and_digest(create, stored, flags, state):
    outcome = create(TOML, "--format", "json", *flags)
    document = json.loads(outcome.out)
    survey = stored(document["code"])
    assert outcome.code == 0
    assert outcome.err.startswith("There was no survey data in ")  # and nothing else
    assert outcome.err.count("\n") == 1
    assert document["state"] == survey.state == state
    assert document["instrument"] == survey.instrument.digest == from_toml(TOML).digest


def test_a_published_survey_is_served_and_a_draft_is_not(create, data):
    served = {}
    for flags in ([], ["--publish"]):
        code = json.loads(create(TOML, "--format", "json", *flags).out)["code"]
        config = Config(data)
        store = SQLiteStore(config.database)
        client = create_app(config, store).test_client()
        served[bool(flags)] = client.get(f"/s/{code}/instrument.json")
        store.close()
    assert served[False].status_code == 404
    assert served[True].data == from_toml(TOML).canonical_json.encode()


def test_text_tells_where_respondents_go(create, stored, data):
    out = create(TOML, "--publish").out
    code = re.fullmatch(r"(\w{6})  After the final \(open\)\n.*\n.*\n", out)[1]
    digest = from_toml(TOML).digest
    key = make_keys(data).signing_key.public.fingerprint.replace(" ", "")
    assert f"/s/{code}#q={full_form(digest)}&k={key};" in out
    assert f"Questionnaire: {short_form(digest)}\n" in out
    assert f"/surveys/{code}." in out
    assert stored(code).state is State.OPEN


def test_a_draft_which_can_still_change_has_no_digest_to_give(create):
    out = create(TOML).out
    assert re.search(r"Respondents open /s/\w{6}; ", out)
    assert "Questionnaire:" not in out


def test_each_creation_has_a_code_of_its_own(create):
    codes = {json.loads(create(TOML, "--format", "json").out)["code"] for _ in range(3)}
    assert len(codes) == 3


def test_a_byte_order_mark_is_no_fault(create):
    assert create(b"\xef\xbb\xbf" + TOML.encode()).code == 0


def test_every_fault_is_listed_once_with_its_field(create, data):
    outcome = create(FAULTY)
    assert (outcome.code, outcome.out) == (1, "")
    first, *faults = outcome.err.splitlines()
    assert first.endswith("survey.toml does not describe a survey:")
    assert sorted(re.match(r"  ([\w.]+): ", fault)[1] for fault in faults) == [
        "class_size",
        "questions.1.gamma",
        "questions.1.text",
        "questions.2.gama",
        "questions.3.text",
        "titel",
        "title",
    ]
    assert not data.exists()


def test_a_file_that_is_not_there_is_wrong_usage(survey_command, data, tmp_path):
    outcome = survey_command("create", tmp_path / "none.toml", "--data", data)
    assert outcome.code == 2
    assert "does not exist" in outcome.err
    assert not data.exists()


def test_a_secret_that_others_can_read_stops_creation(create, data):
    open_instance(Config(data)).close()
    (data / "secret").chmod(0o640)
    outcome = create(TOML)
    assert (outcome.code, outcome.out) == (1, "")
    assert "chmod 600" in outcome.err


@pytest.fixture
def limited(data):
    """Gives the instructor of the data folder a limit; returns the codes of all surveys."""

    def limit(largest_epsilon: float | None = None) -> list[str]:
        store = open_instance(Config(data))
        try:
            if largest_epsilon:
                store.instructors.save(Instructor(INSTRUCTOR, largest_epsilon=largest_epsilon))
            return [survey.code for survey in store.surveys.all()]
        finally:
            store.close()

    return limit


def test_publishing_beyond_the_instructors_limit_makes_nothing(create, limited):
    limited(1.50)
    outcome = create(TOML, "--publish")  # ln 1.5 + ln 3 = 1.50
    assert outcome.code == 0
    limited(1.49)
    outcome = create(TOML, "--publish")
    assert (outcome.code, outcome.out) == (1, "")
    assert "make ε = 1.50, above your limit of 1.49. Ask less" in outcome.err
    assert len(limited()) == 1


WEAK = 'title = "t"\n[[questions]]\ntext = "?"\ngamma = "9/20"\n'


def test_weak_odds_are_published_only_if_they_are_allowed_by_name(create, limited, stored):
    refused = create(WEAK, "--publish")
    assert (refused.code, refused.out) == (1, "")
    assert "Question 1: A report is strong evidence of the answer" in refused.err
    assert "Give --allow-weak-privacy. Or choose γ = 2/5 or less." in refused.err
    assert limited() == []
    draft, published = (
        create(WEAK, "--format", "json", *flags)
        for flags in ([], ["--publish", "--allow-weak-privacy"])
    )
    for outcome, state in ((draft, State.DRAFT), (published, State.OPEN)):
        assert outcome.err.startswith("Question 1: A report is strong evidence")
        assert stored(json.loads(outcome.out)["code"]).state is state


@pytest.mark.parametrize("flags", [[], ["--publish", "--allow-weak-privacy"], ["--dry-run"]])
def test_odds_above_99_are_refused_whatever_is_allowed(create, limited, flags):
    for given in (["--gamma", "1/4"], ["--gamma", "4999/10000"]):
        toml = WEAK.replace('gamma = "9/20"', "" if "4999/10000" in given else "gamma = 0.4901")
        outcome = create(toml, *given, *flags)
        assert (outcome.code, outcome.out) == (1, "")
        assert "Choose γ = 49/100 or less." in outcome.err
    assert limited() == []


def test_draft_beyond_the_limit_is_made(create, stored, limited):
    limited(1)
    code = json.loads(create(TOML, "--format", "json").out)["code"]
    assert limited() == [code]
    assert stored(code).state is State.DRAFT


@pytest.mark.parametrize("flags", [[], ["--publish"], ["--dry-run"]])
def test_a_question_that_stands_twice_is_named(create, flags):
    twice = TOML.replace("Did you see someone cheat — ‘really’?", "did you cheat")
    assert "Questions 1, 2 ask the same" in create(twice, *flags).err
    assert "ask the same" not in create(TOML, *flags).err
