"""kill −9 between any two steps of closing: it is open, or stated from the next start on.

The statement is of all that is stored.
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
from survey.core.responses.statement import leaves
from survey.errors import SurveyNotFound
from survey.store import State, Store, Survey, open_store
from survey.wire.signed_note import read_signed_statement

CODE = "kkk234"
INSTRUMENT = make_instrument("1/4", "1/3")

# Another process, which makes one survey after another, fills and closes it, and ends itself before
# or after the step that it is told, or once it has deleted the first.
CHILD = f"""
import os, secrets, signal, sys
from dataclasses import replace
from pathlib import Path
from survey.core.responses.response import Response
from survey.store import State, open_store
from survey.wire.keys import SigningKey
from survey.wire.stating import sign_missing_statements
place, step, when, first = sys.argv[1:]
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
for number in range(int(first), 100_000):
    survey = replace(surveys.get({CODE!r}), code=f"k{{number:05}}")
    surveys.add(survey)
    for _ in range(5):
        response = Response(survey.instrument.digest, secrets.token_hex(16), (0, 1))
        store.responses.add(survey.code, response)
    surveys.set_state(survey.code, State.CLOSED)
    sign_missing_statements(store, key)
    if step == "delete":
        surveys.delete(survey.code)
        sys.exit()
"""
FIRST = "k00000"


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path) -> str | Path:
    """A database with an open survey, of which the child makes others."""
    address = request.param == "postgresql" and request.getfixturevalue("postgresql_url")
    place = address or tmp_path / "survey.db"
    with closing(open_store(place)) as store:
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
    return place


def run_child(place, step: str, when: str, first: int = 0) -> subprocess.Popen:
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, str(place), step, when, str(first)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip


def faults(store: Store) -> list[str]:
    """What is wrong with the statements of all surveys."""
    found = []
    for survey in store.surveys.all():
        stated = [read_signed_statement(each) for each in store.surveys.statements(survey.code)]
        closed = survey.state is State.CLOSED
        if len(stated) != closed:
            found.append(f"{survey.code} has {len(stated)}")
        stored = root(leaves(INSTRUMENT, store.responses.all(survey.code))).hex()
        if any(each.root != stored for each in stated):
            found.append(f"{survey.code} of other responses")
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
        assert store.surveys.missing_statements() == [FIRST] * unstated
        assert faults(store) == [f"{FIRST} has 0"] * unstated  # the control
        Housekeeper(store, KEY).look()
        assert faults(store) == []
        assert len(store.surveys.statements(FIRST)) == ((step, when) != STEPS[0])


@pytest.mark.first_cell
def test_killed_at_any_moment_no_closing_is_without_its_statement(place, exhaustive):
    moments = random.Random(17)
    kills = int(os.environ.get("SURVEY_CLOSING_KILLS", "30" if exhaustive else "3"))
    for kill in range(kills):
        with run_child(place, "none", "", first=1000 * kill) as child:
            assert child.stdout.readline() == b"ready\n"
            time.sleep(moments.uniform(0, 0.2))
            child.kill()
            assert child.wait() == -signal.SIGKILL, child.stderr.read()
        with closing(open_store(place)) as store:
            Housekeeper(store, KEY).look()
            assert faults(store) == []


def test_a_statement_is_deleted_with_its_survey(place):
    with run_child(place, "delete", "") as child:
        child.communicate(timeout=120)
    assert child.returncode == 0
    with closing(open_store(place)) as store:
        with pytest.raises(SurveyNotFound):
            store.surveys.statements(FIRST)
        store.surveys.add(Survey(FIRST, INSTRUMENT))
        assert store.surveys.statements(FIRST) == []
    if isinstance(place, Path):
        assert b"deniable/statement/" not in place.read_bytes()
