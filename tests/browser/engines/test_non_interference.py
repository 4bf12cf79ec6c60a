"""Promise 1 in every engine: what arrives and what is kept is the same for all answers.

As tests/browser/respondent/test_non_interference.py has it, seen at the server and in the page: for
each of the answers a tape is chosen that gives the wanted reports.
"""

import json
import re
from itertools import pairwise
from os.path import commonprefix

import pytest
from instruments import make_instrument, make_mixed_instrument
from leaks import LEAKS
from tape import TAPE, tape_for
from traces import DATABASES, FORGET_ALL, KEPT

pytestmark = pytest.mark.exhaustive

INSTRUMENT = make_mixed_instrument()
ANSWERS = [
    [0, 0, (0, 0), 0, 0],
    [1, 1, (0, 1), 13, 4],
    [1, 2, (1, 1), 40, 2],
]  # fmt: skip
REPORTS = [(1, 2, 0, 1, 0, 4), (0, 0, 1, 1, 1, 2)]


@pytest.fixture
def traces(page, watched, publish):
    """How many traces there are of these reports, over these answers."""

    def count(instrument, answers, wanted) -> int:
        code = publish(instrument)
        page.ask(code)  # so that every run finds the same in the browser's cache
        page.driver.goto("about:blank")  # here, another tab's response would be sent again
        found = {trace(code, instrument, given, wanted) for given in answers}
        # Shown where a test fails: else one would only know that there is a difference.
        for one, other in pairwise(sorted(found)):
            at = len(commonprefix([one, other]))
            print(f"{one[max(at - 60, 0) : at + 200]}\n{other[max(at - 60, 0) : at + 200]}")
        return len(found)

    def trace(code, instrument, given, wanted) -> str:
        tab = page.driver.open_tab()
        watched.first = TAPE % tape_for(instrument, given, wanted)
        watched.requests.clear()
        page.ask(code)
        page.fill_in(instrument, given)
        page.press_send()
        page.expect_saved()
        kept = [page.driver.evaluate(each) for each in (KEPT, DATABASES, "() => complaints")]
        kept = re.sub(r"first-\w+|sha256-[\w+/=]+", "first", json.dumps(kept, sort_keys=True))
        (body,) = [each[3] for each in watched.requests if each[0] == "POST"]
        assert json.loads(body)["reports"] == list(wanted), "the tape must give these reports"
        # What the browser has of the client it may ask for again, or not.
        arrived = [each for each in watched.requests if not each[1].startswith("/client/")]
        loads = sorted(str(each) for each in arrived if each[0] == "GET")
        others = [each for each in arrived if each[0] != "GET"]
        page.driver.evaluate(FORGET_ALL)
        page.driver.close_tab(tab)
        return repr((loads, others, kept))

    return count


@pytest.mark.parametrize("wanted", REPORTS)
def test_traces_are_identical_for_all_answers_of_every_kind(traces, wanted):
    assert traces(INSTRUMENT, ANSWERS, wanted) == 1


# No part of these traces: an address, the client's files, and the calls of the browser with their
# times, which Chromium's traces hold (tests/support/browser_calls.py).
ELSEWHERE = {
    "answer in the address", "second script once more on a yes",
    "answer in the private file system", "wait before a yes is sent",
    "wait of frames before a yes is sent",
}  # fmt: skip
# The console is read where it warns.
CONTROLS = {
    name: (pattern, leak.replace("console.log", "console.warn"))
    for name, (pattern, leak) in LEAKS.items()
    if name not in ELSEWHERE
}


@pytest.mark.parametrize("control", CONTROLS)
def test_a_leak_is_caught(traces, watched, control):
    pattern, leak = CONTROLS[control]
    watched.change = lambda script: re.sub(pattern, lambda _: leak, script, count=1)
    assert traces(make_instrument("1/4"), [[0], [1]], (1,)) == 2
