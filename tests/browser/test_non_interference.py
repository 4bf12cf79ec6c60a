"""Promise 1: for a given report, nothing that leaves the page depends on the answer.

A tape replaces the random source. For every vector of reports and every
vector of answers the tape is chosen that gives those reports; the complete
traces must be the same for all answers. Looking for the answer in the traffic
would prove nothing, since a report equals the answer with probability 1/2+γ.
"""

import itertools
import json
import re

import pytest
from instruments import make_instrument
from playwright.sync_api import BrowserContext
from respondent_page import send

from survey.core.instrument import Instrument
from survey.store import State
from survey.store import Survey

TAPE = """
const tape = %s;
crypto.getRandomValues = (array) => {
    for (let i = 0; i < array.length; i++) {
        if (!tape.length) throw new Error("the tape is too short");
        array[i] = tape.shift();
    }
    return array;
};
"""


def tape_for(instrument: Instrument, answers, reports) -> list[int]:
    """Words that make the mechanism give these reports for these answers."""
    words = [
        0 if answer == report else question.odds[0]  # r < A keeps; r = A is the first that flips
        for question, answer, report in zip(instrument.questions, answers, reports, strict=True)
    ]
    # The same id whenever the reports are the same, so that the server takes every run.
    return [*words, 0x01234567, 0x89ABCDEF, 0x02468ACE, int("".join(map(str, reports)), 2)]


def trace(context: BrowserContext, path: str, instrument, answers, reports, variant) -> str:
    """All that a respondent's browser sends and keeps, as one text."""
    page = context.new_page()
    page.add_init_script(TAPE % json.dumps(tape_for(instrument, answers, reports)))
    events = []
    page.on(
        "request",
        lambda request: events.append(
            [request.method, request.url, sorted(request.headers.items()), request.post_data]
        ),
    )
    page.on("console", lambda message: events.append(["console", message.text]))
    page.on("pageerror", lambda error: events.append(["error", str(error)]))
    if variant:
        serve_changed_script(page, *variant)
    page.goto(path)
    send(page, answers)
    page.wait_for_timeout(50)  # a straggler would show itself by now
    kept = page.evaluate(
        """() => ({
            local: {...localStorage}, session: {...sessionStorage}, cookie: document.cookie,
            url: location.href, history: history.length, state: history.state, name: window.name,
            page: document.documentElement.outerHTML,
            fields: [...document.querySelectorAll("input")].map((field) => field.checked),
            databases: indexedDB.databases ? "listed" : "none",
        })"""
    )
    kept["indexedDB"] = page.evaluate("async () => await indexedDB.databases()")
    kept["caches"] = page.evaluate("async () => await caches.keys()")
    # The requests for the page's parts may come in any order; what is posted may not.
    loads = sorted(str(event) for event in events if event[0] == "GET")
    others = [event for event in events if event[0] != "GET"]
    body = json.loads(next(event[3] for event in others if event[0] == "POST"))
    assert body["reports"] == list(reports), "the tape must give these reports"
    return json.dumps([loads, others, kept, context.cookies()], sort_keys=True, default=str)


def serve_changed_script(page, script: str, pattern: str, replacement: str) -> None:
    """Serves a script with one change, as a careless edit might make it."""

    def change(route):
        original = route.fetch().text()
        changed = re.sub(pattern, lambda _: replacement, original, count=1)
        assert changed != original, "the control must change the script"
        route.fulfill(body=changed, content_type="text/javascript")

    page.route(re.compile(rf"/{script}$"), change)


def count_leaks(new_context, path: str, instrument: Instrument, variant=None) -> tuple[int, int]:
    """For how many reports the trace depends on the answers, and how many runs that took."""
    vectors = list(itertools.product((0, 1), repeat=len(instrument.questions)))
    leaks = runs = 0
    for reports in vectors:
        traces = set()
        for answers in vectors:
            context = new_context()
            traces.add(trace(context, path, instrument, answers, reports, variant))
            context.close()
            runs += 1
        leaks += len(traces) > 1
    return leaks, runs


@pytest.mark.slow
def test_traces_are_identical_for_all_answers(new_context, survey_url, instrument):
    assert count_leaks(new_context, survey_url, instrument) == (0, 64)


# A script, a pattern in it, and what a careless edit might put there.
CONTROLS = {
    "request on every choice": (
        "radios.js",
        r"\) => choose\(radios, radio\)\);",
        ') => { choose(radios, radio); if (radio.value === "1") fetch("/how"); });',
    ),
    "answer in the storage": (
        "respond.js",
        r"  const kept = await memory",
        "  localStorage.last = answerOf(fieldsets()[0]);\n  const kept = await memory",
    ),
    "answer in the address": (
        "respond.js",
        r"  const kept = await memory",
        "  location.hash = answerOf(fieldsets()[0]);\n  const kept = await memory",
    ),
    "answer in the console": (
        "respond.js",
        r"  const kept = await memory",
        "  console.log(answerOf(fieldsets()[0]));\n  const kept = await memory",
    ),
    "answers left in the page": ("respond.js", r"  clearAnswers\(\);\n  hide", "  hide"),
}


@pytest.mark.parametrize("control", CONTROLS)
def test_a_leak_is_caught(new_context, store, control):
    one_question = make_instrument("1/4")
    store.add_survey(Survey("ctrl34", one_question, State.OPEN))
    leaks, runs = count_leaks(new_context, "/s/ctrl34", one_question, CONTROLS[control])
    assert runs == 4
    assert leaks == 2, "both reports must show a difference between the answers"
