"""What the client calls of the browser is known, and from Send on is the same for all.

Where it may differ is the report, in what is sent, kept and shown. Times are those of the page's
own timers, so that they are the same on a busy machine.
"""

from collections import Counter

import pytest
from browser_calls import record_calls, recorded_calls, since_send, unknown_calls
from respondent_page import choose, expect_saved, press_send
from tape import put_tape, tape_for
from traces import serve_changed_client


@pytest.fixture
def calls_of(new_context, survey_url, instrument):
    """The calls of a visit in which all answers are this one, and all reports that one."""

    def calls_of(answer: int, report: int, variant=None) -> list:
        page = new_context().new_page()
        put_tape(page, tape_for(instrument, [answer] * 3, [report] * 3))
        record_calls(page)
        if variant:
            serve_changed_client(page, *variant)
        page.goto(survey_url)
        choose(page, [answer] * 3)
        press_send(page)
        expect_saved(page)
        return recorded_calls(page)

    return calls_of


def test_calls_are_known_and_the_same_for_all_answers_and_reports(calls_of):
    visits = [calls_of(1, 0), calls_of(0, 1)]
    for calls in visits:
        assert unknown_calls(calls) == []
        assert {time for time, *_ in since_send(calls)} == {0}, "nothing waits"
    one, other = (Counter(name for _, name, _ in since_send(calls)) for calls in visits)
    assert one == other
    assert one["fetch"] == 2, "whether it is open, and the response"


DRAW = r"return memory\.drawOnce"
VARIANTS = {
    "a file in the private file system": (
        DRAW, "navigator.storage.getDirectory().then((folder) =>\n"
        "  folder.getFileHandle(String(answers[0]), { create: true }));\nreturn memory.drawOnce"),
    "requests that a cache answers": (r'cache: "no-store"', 'cache: "no-cache"'),
    "a draw that is on the disk some time later": (
        r'durability: "strict"', 'durability: "relaxed"'),
    "a database of another's": (r'const PASSING = "deniable:', 'const PASSING = "answers:'),
    "a frame within the page": (DRAW, 'document.createElement("iframe");\nreturn memory.drawOnce'),
    "a clock that is read until a time has passed": (
        DRAW, "const begun = Date.now(); while (Date.now() < begun + 9);\nreturn memory.drawOnce"),
    "a request that outlives the page": (
        DRAW, 'navigator.sendBeacon("/how", answers[0]);\nreturn memory.drawOnce'),
}  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_call_that_is_not_known_is_caught(calls_of, variant):
    assert unknown_calls(calls_of(1, 0, VARIANTS[variant]))


@pytest.mark.exhaustive
@pytest.mark.parametrize("condition", ["answers[0] === 1", "true"])
def test_a_wait_is_caught(calls_of, condition):
    waiting = "new Promise((over) => setTimeout(over, 700))"
    variant = (r"clear\(\);\ntry \{", f"clear();\nif ({condition}) await {waiting};\ntry {{")
    calls = calls_of(1, 0, variant)
    assert {time for time, *_ in since_send(calls)} == {0, 700}
    assert unknown_calls(calls)
