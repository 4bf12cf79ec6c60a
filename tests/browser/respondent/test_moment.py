"""The moment of the coin: blank cards turn to the reports, in one way whatever is on them.

Of each visit two things are written down: all that the page does to itself from the click on and
calls of the browser, with the times of its own timers (its trace), and how the cards move and where
they stand (their movement). For a given report the trace is the same for all answers; the movement
is the same for all reports, too.
"""

import json
from collections.abc import Callable

import pytest
from browser_calls import record_calls, recorded_calls, since_send
from playwright.sync_api import expect
from respondent_page import (
    expect_saved,
    fill_in,
    forget,
    press_send,
    shown_reports,
    wait_until_still,
)
from tape import put_tape, tape_for
from traces import serve_client

from survey.core.instrument.parsing import validate

INSTRUMENT = validate({"title": "After the final", "questions": [
    {"kind": "yes/no", "text": "Did you cheat?", "gamma": "1/4"},
    {"kind": "choice", "text": "Whose notes?", "gamma": "2/5", "options": [
        "Mine", "Nobody's",
        "Those of a friend who sat in the row before me and who let me have a long look at them"]},
]})  # fmt: skip
ANSWERS = [(0, 0), (1, 2)]
REPORTS = [(0, 0), (1, 2)]

RECORDER = """
globalThis.trace = [];
globalThis.movement = [];
const placeOf = (node) => {
    const path = [];
    for (let each = node; each?.parentNode; each = each.parentNode) {
        path.unshift([...each.parentNode.childNodes].indexOf(each));
    }
    return path.join(".");
};
const textOf = ({ target, type, attributeName, addedNodes }) => [
    type, placeOf(target), attributeName, attributeName && target.getAttribute(attributeName),
    [...addedNodes].map((node) => node.outerHTML ?? node.textContent),
];
let sent = false;
addEventListener("submit", () => {
    sent = true;
    const observer = new MutationObserver((records) => trace.push(records.map(textOf)));
    observer.observe(document, {
        subtree: true, childList: true, attributes: true, characterData: true });
}, true);
document.addEventListener("animationstart", ({ target, animationName, pseudoElement }) => {
    if (!sent || animationName === "wait") return; // that keeps links from a second click
    const [{ effect }] = target.getAnimations({ subtree: true })
        .filter((each) => each.animationName === animationName);
    const { duration, delay, iterations } = effect.getComputedTiming();
    movement.push([placeOf(target), animationName, pseudoElement, duration, delay, iterations,
        target.offsetLeft, target.offsetTop, target.offsetWidth, target.offsetHeight]);
}, true);
"""
OWN_CALLS = (".getAnimations", ".getComputedTiming")
RECORDED = "[trace.map(JSON.stringify), JSON.stringify(movement)]"

Change = Callable[[str], str]


@pytest.fixture
def visit(new_context, publish):
    """Answers so, with these reports, in a browser of its own; gives trace and movement."""
    path = publish(INSTRUMENT)

    def visit(answers, reports, change: Change | None = None) -> tuple[str, str]:
        context = new_context()
        page = context.new_page()
        put_tape(page, tape_for(INSTRUMENT, answers, reports))
        page.add_init_script(RECORDER)
        record_calls(page)
        if change:
            serve_client(page, change)
        page.goto(path)
        fill_in(page, INSTRUMENT, answers)
        press_send(page)
        expect_saved(page)
        calls = since_send(recorded_calls(page))  # before this test waits by frames of its own
        # Some end in any order, and the recorder above asks for animations.
        calls = sorted(str(call) for call in calls if not call[1].endswith(OWN_CALLS))
        wait_until_still(page)
        trace, movement = page.evaluate(RECORDED)
        context.close()
        return json.dumps([trace, calls]), movement

    return visit


def test_the_cards_move_alike_for_all_answers_and_reports(visit):
    movements = set()
    for reports in REPORTS:
        traces, moved = zip(*(visit(answers, reports) for answers in ANSWERS), strict=True)
        # As lists, so that a difference is shown, and not the whole.
        one, other = map(json.loads, traces)
        assert one == other, "a trace must not depend on the answers"
        movements.update(moved)
    (movement,) = movements
    assert [each[1:4] for each in json.loads(movement)][:2] == [
        ["turn", "", 500], ["cover", "::after", 500]]  # fmt: skip


KEPT = (
    "const drawn = answers.flatMap",
    "globalThis.leak = answers;\nconst drawn = answers.flatMap",
)
TURN = 'line.className = moving ? "turned turning" : "turned";'
SHOW = "show(left);\n"
SENT = "const second = acknowledged && token?.scanned;"
TOLD = "leak.join() === reports.join()"
LEAKS = {
    "still where the report is another than the answer": (
        KEPT, (TURN, f'line.className = {TOLD} ? "turned turning" : "turned";')),
    "slower there": (
        KEPT, (TURN, f'{TURN} if (!({TOLD})) line.style.animationDuration = "0.6s";')),
    "later there": (
        KEPT, (TURN, f"setTimeout(() => {{ {TURN} }}, {TOLD} ? 0 : 20);")),
    "all of them later": (
        KEPT, (SENT, f"if (leak[0]) await new Promise((over) => setTimeout(over, 300));\n{SENT}")),
    "after some frames": (
        KEPT, (SENT, "for (let frame = 0; leak[0] && frame < 20; frame += 1)\n"
                     f"await new Promise(requestAnimationFrame);\n{SENT}")),
    "the answer on the blank side": (
        KEPT, (SHOW, f"{SHOW} line.title = leak.join();\n")),
}  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("leak", LEAKS)
def test_a_movement_that_tells_the_answer_is_caught(visit, leak):
    traces = {visit(answers, REPORTS[0], edits(*LEAKS[leak])) for answers in ANSWERS}
    assert len(traces) == 2


@pytest.mark.exhaustive
def test_a_card_as_large_as_its_report_is_caught(visit):
    change = edits(("face, ...room)", "face)"))
    movements = {visit(ANSWERS[0], reports, change)[1] for reports in REPORTS}
    assert len(movements) == 2


def edits(*replacements: tuple[str, str]) -> Change:
    def change(source: str) -> str:
        for old, new in replacements:
            assert source.count(old) == 1, old
            source = source.replace(old, new)
        return source

    return change


def test_reduced_motion_gets_a_still(new_context, publish):
    page = new_context(reduced_motion="reduce").new_page()
    page.add_init_script(RECORDER)
    page.goto(publish(INSTRUMENT))
    fill_in(page, INSTRUMENT, ANSWERS[0])
    press_send(page)
    expect_saved(page)
    assert page.evaluate("movement") == []
    assert all(shown_reports(page))


def test_cards_are_blank_until_the_response_is_stored(page, publish):
    held = []
    page.route("**/responses", lambda route: held.append(route))
    page.goto(publish(INSTRUMENT))
    fill_in(page, INSTRUMENT, ANSWERS[0])
    with page.expect_request("**/responses"):
        press_send(page)
    expect(page.get_by_role("heading", name="Sending…")).to_be_focused()
    expect(page.get_by_role("listitem")).to_have_text(
        ["Did you cheat?", "Whose notes?"], use_inner_text=True
    )
    assert page.get_by_role("radio").count() == 0
    held[0].continue_()
    expect(page.get_by_role("heading", name="Sent.")).to_be_focused()
    assert all(shown_reports(page))
    page.reload()
    expect_saved(page)
    assert page.evaluate("document.querySelectorAll('.turning').length") == 0, "it turns but once"


@pytest.mark.exhaustive
def test_forgetting_what_waits_ends_the_waiting(page, publish, store):
    tried = []
    page.route("**/responses", lambda route: (tried.append(route), route.fulfill(status=503)))
    page.goto(publish(INSTRUMENT))
    fill_in(page, INSTRUMENT, ANSWERS[0])
    press_send(page)
    expect(page.get_by_text("The server may have seen them already.")).to_be_visible()
    forget(page)
    expect(page.get_by_text("The server may have got them all the same")).to_be_focused()
    page.unroute("**/responses")
    page.evaluate("dispatchEvent(new Event('online'))")  # it would be tried again at once
    page.reload()
    expect(page.get_by_role("radiogroup").first).to_be_visible()
    assert store.responses.tally("pub234").responses == 0
