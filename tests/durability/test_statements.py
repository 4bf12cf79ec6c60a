"""kill −9 between any two steps of closing: it is open, or stated from the next start on.

Each closing states all that is stored by then, and names the one before it.
"""

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest
from instruments import make_instrument
from signing_keys import KEY

from survey.app.housekeeper import Housekeeper
from survey.core.responses.merkle_tree import root
from survey.core.responses.response import Response
from survey.core.responses.statement import leaves
from survey.errors import SurveyNotFound
from survey.store import State, Store, Survey, open_store
from survey.wire.statement import read_signed_statement

CODE = "kkk234"
INSTRUMENT = make_instrument("1/4", "1/3")

# Another process, which reopens, fills and closes again, and ends itself before or after the step
# that it is told, or deletes the survey.
CHILD = f"""
import os, secrets, signal, sys
from pathlib import Path
from survey.core.responses.public_steps import LAG
from survey.core.responses.response import Response
from survey.store import State, open_store
from survey.wire.keys import SigningKey
from survey.wire.stating import pay_statements
place, step, when = sys.argv[1:]
store = open_store(place if "://" in place else Path(place))
surveys, key = store.surveys, SigningKey({KEY.seed!r})
parts = {{"add_statement": surveys, "wipe": type(store.database), "set_state": surveys}}

def dying(do):
    def die(*given):
        done = do(*given) if when == "after" else None
        os.kill(os.getpid(), signal.SIGKILL)
    return die

if step in parts:
    setattr(parts[step], step, dying(getattr(parts[step], step)))
print("ready", flush=True)
while True:
    survey = surveys.get({CODE!r})
    for _ in range(LAG):  # fewer would not be stated
        response = Response(survey.instrument.digest, secrets.token_hex(16), (0, 1))
        store.responses.add({CODE!r}, response)
    surveys.set_state({CODE!r}, State.CLOSED)
    pay_statements(store, key)
    if step == "delete":
        surveys.delete({CODE!r})
    surveys.set_state({CODE!r}, State.OPEN)
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path) -> str | Path:
    """A database with one open survey, whose first closing is stated."""
    address = request.param == "postgresql" and request.getfixturevalue("postgresql_url")
    place = address or tmp_path / "survey.db"
    with closing(open_store(place)) as store:
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
        store.responses.add(CODE, Response(INSTRUMENT.digest, "a" * 32, (1, 1)))
        store.surveys.set_sharing(CODE, True, 1)
        store.surveys.set_state(CODE, State.CLOSED)
        Housekeeper(store, KEY).look()
        store.surveys.set_state(CODE, State.OPEN)
    return place


def run_child(place, step: str, when: str) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(place), step, when],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def faults(store: Store) -> list[str]:
    """What is wrong with the statements of the survey."""
    survey = store.surveys.get(CODE)
    stated = [read_signed_statement(each) for each in store.surveys.statements(CODE)]
    found = []
    if [each.closing for each in stated] != list(range(1, survey.closings + 1)):
        found.append("missing")
    if [each.follows for each in stated] != [None, *(each.text_hash for each in stated[:-1])]:
        found.append("not named")
    stored = leaves(INSTRUMENT, store.responses.all(CODE))
    if survey.state is State.CLOSED and stated[-1].root != root(stored).hex():
        found.append("of other responses")
    return found


STEPS = [("set_state", "before"), ("set_state", "after"), ("wipe", "before"), ("wipe", "after"),
         ("add_statement", "before"), ("add_statement", "after")]  # fmt: skip


@pytest.mark.first_cell
@pytest.mark.parametrize(("step", "when"), STEPS)
def test_killed_between_two_steps_it_is_open_or_stated_at_the_next_start(place, step, when):
    with run_child(place, step, when) as child:
        child.communicate(timeout=120)
    assert child.returncode == -signal.SIGKILL
    with closing(open_store(place)) as store:
        unstated = (step, when) not in {("set_state", "before"), ("add_statement", "after")}
        assert store.surveys.owed_statements() == [CODE] * unstated
        assert faults(store) == ["missing", "of other responses"] * unstated  # the control
        Housekeeper(store, KEY).look()
        assert faults(store) == []
        assert len(store.surveys.statements(CODE)) == 2 - ((step, when) == STEPS[0])


@pytest.mark.first_cell
def test_killed_at_any_moment_no_closing_is_without_its_statement(place, exhaustive):
    moments = random.Random(17)
    for _ in range(int(os.environ.get("SURVEY_CLOSING_KILLS", "30" if exhaustive else "3"))):
        with run_child(place, "none", "") as child:
            assert child.stdout.readline() == b"ready\n"
            time.sleep(moments.uniform(0, 0.2))
            child.kill()
            assert child.wait() == -signal.SIGKILL, child.stderr.read()
        with closing(open_store(place)) as store:
            Housekeeper(store, KEY).look()
            assert faults(store) == []
            if store.surveys.get(CODE).state is State.CLOSED:
                store.surveys.set_state(CODE, State.OPEN)


def test_a_statement_is_deleted_with_its_survey(place):
    """The child ends by itself, since what it reopens is gone."""
    with run_child(place, "delete", "") as child:
        _, said = child.communicate(timeout=120)
    assert b"SurveyNotFound" in said
    with closing(open_store(place)) as store:
        with pytest.raises(SurveyNotFound):
            store.surveys.statements(CODE)
        store.surveys.add(Survey(CODE, INSTRUMENT))
        assert store.surveys.statements(CODE) == []
    if isinstance(place, Path):
        assert b"deniable/statement/" not in place.read_bytes()
