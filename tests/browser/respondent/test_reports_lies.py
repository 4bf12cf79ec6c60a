"""The page of all reports finds each lie that the table says it must find."""

import json
import re

import pytest
from doctored_results import TRUE, Case
from lies import TRUTHS
from playwright.sync_api import expect
from table_of_lies import LEAVES, cells
from traces import FORGET_ALL

from survey.core.responses.merkle_tree import leaf_hash
from survey.core.responses.response import Response
from survey.store import State, Survey

LIES, LEFT = cells("page", "list"), cells("page", "list", LEAVES)

# All that the page says once it has looked at everything.
TOLD = """() => {
    const places = document.querySelectorAll("#found, #inclusion p");
    const told = Array.from(places, (each) => each.textContent);
    const counted = told[0].startsWith("Here it is");
    return told[0] && (told[1] || !counted || !document.getElementById("note")) ? told : null;
}"""
KEEP = """([key, kept]) => new Promise((resolve) => {
    localStorage.setItem(key, JSON.stringify({ acknowledged: true }));
    const request = indexedDB.open(key);
    request.onupgradeneeded = () => {
        request.result.createObjectStore("kept").put(JSON.stringify(kept), "response");
    };
    request.onsuccess = () => {
        request.result.close();
        resolve();
    };
})"""


@pytest.fixture
def look(page, store):
    """What the page tells a case's reader, where a lying server makes up its contents."""
    store.surveys.add(Survey(TRUE.code, TRUE.instrument, State.OPEN, fewest_responses=1))
    for response_id, reports in TRUE.rows:
        response = Response(TRUE.instrument.digest, response_id, reports)
        store.responses.add(TRUE.code, response)
    store.surveys.set_state(TRUE.code, State.CLOSED)
    store.surveys.set_sharing(TRUE.code, True, 1)
    store.surveys.add_statement(TRUE.code, TRUE.notes[0])
    address = f"/s/{TRUE.code}/reports"
    case = Case({})

    def reports(route) -> None:
        answer = route.fetch()
        rows = "".join(
            f'<tr id="{each["response_id"]}" data-reports="{json.dumps(each["reports"])}"></tr>'
            for each in case.export["reports"]
        )
        text = re.sub("<tbody>.*</tbody>", f"<tbody>{rows}</tbody>", answer.text(), flags=re.S)
        notes = case.export["statements"]
        place = r'<script[^>]* id="note">.*?</script>'
        note = f'<script type="application/json" id="note">{json.dumps(notes[-1:])[1:-1]}</script>'
        text = re.sub(place, (lambda _: note) if notes else "", text, flags=re.S)
        text = text if notes else re.sub(r'<div id="inclusion".*?</div>', "", text, flags=re.S)
        route.fulfill(response=answer, body=text)

    def hashes(route) -> None:
        digest = case.export["instrument_sha256"]
        made = (leaf_hash(each["response_id"], each["reports"], digest)
                for each in case.export["reports"])  # fmt: skip
        route.fulfill(body=b"".join(sorted(made)))

    page.route(f"**{address}", reports)
    page.route("**/hashes.bin", hashes)

    def look(shown: Case) -> str:
        nonlocal case
        case = shown
        page.goto("/about")
        page.evaluate(FORGET_ALL)
        if mine := case.receipt:
            body = {name: mine[name] for name in ("instrument", "response_id", "reports")}
            signed = {"key": mine["key"], "signature": mine["signature"], "checked": True}
            kept = {"acknowledged": True, "body": json.dumps(body), "signed": signed}
            page.evaluate(KEEP, [f"deniable:{TRUE.code}:{mine['instrument']}", kept])
        own = mine["response_id"] if mine else TRUE.rows[5][0]
        page.goto(f"{address}#{own}")
        return "\n".join(page.wait_for_function(TOLD).json_value())

    return look


def finds(told: str, case: Case) -> bool:
    """Whether the page says that something is wrong, or another root or key than its reader saw."""
    warns = not told.startswith("Here it is") or any(
        each in told
        for each in ("not correctly signed", "do not have the root", "and your receipt with")
    )
    return warns or not all(known in told for known in (case.root, case.key))


@pytest.mark.first_cell
@pytest.mark.parametrize("lie", LIES)
def test_every_lie_about_the_list_is_found(look, lie):
    case = LIES[lie]()
    assert finds(look(case), case)


def test_what_it_leaves_to_survey_verify_it_says(look, page):
    """The page shows no figures: it names the command that works them out."""
    assert LEFT
    look(TRUTHS["closed"]())
    section = page.get_by_role("heading", name="Recompute everything").locator("..")
    expect(section).to_contain_text(f"survey verify {TRUE.code}.json computes everything again")


def test_what_is_true_passes(look):
    for name in ("closed", "closed, all known", "with tokens", "reopened"):
        case = TRUTHS[name]()
        assert not finds(look(case), case), name
