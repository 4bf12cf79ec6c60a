"""Many clients of several processes send at once: exactly as many are stored as can answer."""

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from instruments import make_instrument
from patience import PATIENCE

from survey.store import State, Survey, open_store

CODES, CAP = [f"cap{number}" for number in range(230, 260)], 17
INSTRUMENT = make_instrument("1/4", "1/3")
PROCESSES, CLIENTS, EACH = 3, 64, 12

# Sends so many to each survey; says how many were stored as new, how many refused as full, and how
# many of those stored are acknowledged again.
CHILD = f"""
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from survey.core.responses.response import Response
from survey.errors import SurveyFull
from survey.store import open_store
place, digest, who = sys.argv[1:]
store = open_store(place if "://" in place else Path(place))

def send(sent):
    number, code = sent
    response = Response(digest, f"{{who}}{{number:031x}}", (number % 2, 1))
    try:
        return store.responses.add(code, response)
    except SurveyFull:
        return None

print("ready", flush=True)
sys.stdin.readline()
sent = [(number, code) for code in {CODES} for number in range({EACH})]
with ThreadPoolExecutor({CLIENTS}) as pool:
    first = list(pool.map(send, sent))
    again = list(pool.map(send, [each for each, new in zip(sent, first) if new]))
store.close()
print(first.count(True), first.count(None), again.count(False))
"""


@pytest.fixture(params=["sqlite", "postgresql"])
def place(request, tmp_path) -> str | Path:
    if request.param == "postgresql":
        return request.getfixturevalue("postgresql_url")
    return tmp_path / "survey.db"


@pytest.mark.exhaustive
def test_of_three_processes_with_64_clients_each_exactly_the_cap_is_stored(place):
    with closing(open_store(place)) as store:
        for code in CODES:
            store.surveys.add(Survey(code, INSTRUMENT, State.OPEN, cap=CAP))
        arguments = [[str(place), INSTRUMENT.digest, str(who)] for who in range(PROCESSES)]
        children = [
            subprocess.Popen(
                [sys.executable, "-c", CHILD, *each],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            )
            for each in arguments
        ]  # fmt: skip
        for child in children:
            assert child.stdout.readline() == "ready\n"
        for child in children:  # at once
            child.stdin.write("go\n")
            child.stdin.flush()
        told = [child.communicate(timeout=PATIENCE)[0].split() for child in children]
        stored, full, again = (sum(map(int, each)) for each in zip(*told, strict=True))
        counted = [store.responses.tally(code).responses for code in CODES]
        assert counted == [CAP] * len(CODES)
        everything = PROCESSES * EACH * len(CODES)
        assert (stored, full, again) == (sum(counted), everything - sum(counted), sum(counted))
        assert {store.surveys.get(code).state for code in CODES} == {State.CLOSED}
        assert store.surveys.missing_statements() == CODES
