"""A student finds their own receipt among all reports, and the server does not learn which."""

import json
import random
import re
from base64 import b64decode, b64encode
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from playwright.sync_api import expect
from respondent_page import send, shown_id, shown_reports
from small_order import SIGNATURE, SMALL_ORDER

from survey.core.responses.merkle_tree import is_included, leaf_hash
from survey.core.responses.response import Response
from survey.store import State
from survey.wire.keys import SigningKey
from survey.wire.signed_note import read_signed_statement, signed_statement
from survey.wire.stating import sign_missing_statements

HERE = "Here it is: these reports were counted."


@pytest.fixture
def answered(page, store, open_survey, survey_url) -> str:
    """The response id of a student among 21; closed since, and its results public."""
    drawn = random.Random("reports")  # the same in every run
    for _ in range(20):
        reports = tuple(drawn.randrange(2) for _ in range(3))
        response = Response(open_survey.instrument.digest, drawn.randbytes(16).hex(), reports)
        store.responses.add("bcd234", response)
    store.surveys.set_sharing("bcd234", True, 5)
    page.goto(survey_url)
    send(page, [1, 0, 1])
    answered = shown_id(page)
    expect(page.get_by_role("link", name="all reports")).to_have_count(0)
    store.surveys.set_state("bcd234", State.CLOSED)
    return answered


def test_receipt_leads_to_its_line(page, answered):
    sent = shown_reports(page)
    page.reload()
    assert shown_id(page) == answered
    page.get_by_role("link", name="all reports").click()
    expect(page.get_by_text(HERE)).to_be_visible()
    line = page.get_by_role("row", name=re.compile(answered))
    expect(line).to_be_in_viewport()
    assert line.get_by_role("cell").all_inner_texts() == sent


@pytest.mark.first_cell
@pytest.mark.parametrize("fewest_rows", [200, 1])
def test_the_server_never_sees_the_id_that_is_looked_for(
    page, answered, watched, monkeypatch, fewest_rows
):
    monkeypatch.setattr("survey.core.responses.id_pages.FEWEST_ROWS", fewest_rows)
    page.goto("/s/bcd234/reports")
    watched.requests.clear()
    asked = []
    page.on("request", lambda request: asked.append(request.url + str(request.headers)))
    page.get_by_label("Your response id").fill(answered.upper())
    page.get_by_role("button", name="Find it").click()
    expect(page.get_by_text(HERE)).to_be_visible()
    assert answered not in str(watched.requests)
    assert all(answered[:8] not in each.split("#")[0] for each in asked)
    divided = fewest_rows == 1
    assert page.url.endswith(f"/reports{'/' + answered[0] if divided else ''}#{answered}")


@pytest.mark.first_cell
@pytest.mark.parametrize("pasted", ["   {}", "Response id: {}", "({}).", "receipt"])
def test_an_id_is_found_in_what_is_pasted(page, answered, pasted):
    if pasted == "receipt":
        page.get_by_text("Save", exact=True).click()
        with page.expect_download() as saved:
            page.get_by_role("button", name="Save my receipt").click()
        pasted = Path(saved.value.path()).read_text("utf-8")
        assert answered in pasted
    page.goto("/s/bcd234/reports")
    field = page.get_by_label("Your response id")
    field.focus()
    page.keyboard.insert_text(pasted.replace("{}", answered))
    page.get_by_role("button", name="Find it").click()
    expect(page.get_by_text(HERE)).to_be_visible()
    expect(field).to_have_value(answered)


@pytest.mark.exhaustive
def test_what_is_found_keeps_a_distance_from_the_button(page, answered):
    page.goto(f"/s/bcd234/reports#{answered}")
    found = page.get_by_text(HERE)
    expect(found).to_be_visible()
    button = page.get_by_role("button", name="Find it").bounding_box()
    assert found.bounding_box()["y"] - button["y"] - button["height"] >= 8


def test_an_id_that_was_not_counted_is_told(page, answered):
    page.goto("/s/bcd234/reports")
    find = page.get_by_label("Your response id")
    find.fill("f" * 32)
    page.keyboard.press("Enter")
    expect(page.get_by_text("No response with this id was counted.")).to_be_visible()
    find.fill("not an id")
    page.keyboard.press("Enter")
    expect(page.get_by_text("A response id has 32 digits")).to_be_visible()


@pytest.mark.exhaustive
def test_without_a_script_the_list_is_there(new_context, answered):
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/s/bcd234/reports")
    expect(page.get_by_role("row", name=re.compile(answered))).to_be_visible()
    expect(page.get_by_role("button", name="Find it")).to_be_hidden()


ALTERED = "These are not the reports that this device sent."


def alter(store, answered: str) -> None:
    """The operator swaps the reports with those of another response: all tallies fit still."""
    others = dict(store.responses.all("bcd234"))
    own = others.pop(answered)
    other, reports = next(each for each in others.items() if each[1] != own)

    def swap(rows) -> None:
        for response_id, taken in ((answered, reports), (other, own)):
            rows.execute(
                "UPDATE closed_response SET reports = ? WHERE response_id = ?",
                (json.dumps(taken, separators=(",", ":")), response_id),
            )

    store.database.write(swap)


@pytest.mark.first_cell
@pytest.mark.parametrize("signed", [True, False])
def test_reports_that_were_altered_are_told_by_what_the_browser_kept(
    page, new_context, app, store, answered, signed
):
    """The statement is signed over them, so that only the device that sent others can tell."""
    alter(store, answered)
    if signed:
        sign_missing_statements(store, app.extensions["signing_key"])
    page.goto(f"/s/bcd234/reports#{answered}")
    told = page.get_by_role("alert").filter(has_text=ALTERED)
    expect(told).to_be_visible()
    expect(told).to_be_in_viewport()
    expect(page.get_by_text(HERE)).to_have_count(0)
    expect(page.locator("#inclusion :not(:empty)")).to_have_count(0)
    elsewhere = new_context().new_page()
    elsewhere.goto(f"/s/bcd234/reports#{answered}")
    expect(elsewhere.get_by_text(HERE)).to_be_visible()
    expect(elsewhere.get_by_text(ALTERED)).to_have_count(0)


@pytest.mark.exhaustive
def test_a_page_that_names_another_questionnaire_does_not_hide_what_was_kept(
    page, app, store, answered
):
    """The browser finds its receipt by the address, not by what the page says of itself."""
    alter(store, answered)
    sign_missing_statements(store, app.extensions["signing_key"])
    digest = store.surveys.get("bcd234").instrument.digest

    def lie(route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(digest, "1" * 64))

    page.route("**/s/bcd234/reports", lie)
    page.goto(f"/s/bcd234/reports#{answered}")
    expect(page.get_by_text(ALTERED)).to_be_visible()


@pytest.mark.exhaustive
def test_after_what_was_altered_another_response_is_looked_for(page, store, answered):
    alter(store, answered)
    page.goto(f"/s/bcd234/reports#{answered}")
    expect(page.get_by_role("alert")).to_contain_text(ALTERED)
    page.get_by_label("Your response id").fill("f" * 32)
    page.keyboard.press("Enter")
    expect(page.get_by_text("No response with this id was counted.")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.fixture
def stated(app, store, answered):
    """The statement of the closed survey."""
    sign_missing_statements(store, app.extensions["signing_key"])
    return read_signed_statement(store.surveys.statements("bcd234")[0])


def read_proof(text: str) -> tuple[int, list[bytes], str]:
    """Index, hashes and signed note of a C2SP tlog-proof."""
    head, _, note = text.partition("\n\n")
    kind, index, *hashes = head.split("\n")
    assert kind == "c2sp.org/tlog-proof@v1"
    return int(index.removeprefix("index ")), [b64decode(each) for each in hashes], note


@pytest.mark.first_cell
@pytest.mark.parametrize("fewest_rows", [200, 1])
def test_the_way_to_the_root_is_drawn_and_saved_as_a_proof(
    page, answered, stated, store, open_survey, watched, monkeypatch, fewest_rows
):
    monkeypatch.setattr("survey.core.responses.id_pages.FEWEST_ROWS", fewest_rows)
    watched.requests.clear()
    page.goto(f"/s/bcd234/reports#{answered}")
    expect(
        page.get_by_role("img", name=re.compile(f"of 21 .* root .*{stated.short_root}"))
    ).to_be_visible()
    expect(page.get_by_text("does not show what the answers were")).to_be_visible()
    expect(page.get_by_text("Signed with the key of your receipt")).to_be_visible()
    expect(page.get_by_text("Here it is")).to_be_in_viewport()
    # Its lines are drawn: a path without a stroke cannot be seen.
    strokes = page.locator("svg[role=img] path").evaluate_all(
        "paths => paths.map((path) => getComputedStyle(path).stroke)"
    )
    assert len(strokes) >= 2
    assert "none" not in strokes
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save the proof").click()
    assert saved.value.suggested_filename == f"bcd234-{answered[:8]}.tlog-proof"
    index, hashes, note = read_proof(Path(saved.value.path()).read_text("utf-8"))
    assert read_signed_statement(note) == stated
    reports = dict(store.responses.all("bcd234"))[answered]
    leaf = leaf_hash(answered, reports, open_survey.instrument.digest)
    assert is_included(leaf, index, 21, hashes, bytes.fromhex(stated.root))
    assert answered not in str(watched.requests)


@pytest.mark.exhaustive
def test_a_list_without_the_stated_root_is_told(page, answered, stated, store):
    """One report is altered after the statement was signed."""
    store.database.write(
        lambda rows: rows.execute(
            "UPDATE closed_response SET reports = '[0,0,0]' WHERE response_id ="
            " (SELECT min(response_id) FROM closed_response WHERE response_id <> ?)",
            (answered,),
        )
    )
    page.goto(f"/s/bcd234/reports#{answered}")
    expect(page.get_by_text("do not have the root that is stated and signed")).to_be_visible()
    expect(page.get_by_role("link", name="Save the proof")).to_have_count(0)


@pytest.mark.exhaustive
def test_a_root_of_other_hashes_than_the_row_is_told(page, answered, stated):
    """The server shows this student's row, and hashes of other responses."""
    page.route("**/hashes.bin", lambda route: route.fulfill(body=bytes(32 * 21)))
    page.goto(f"/s/bcd234/reports#{answered}")
    expect(page.get_by_text("do not have the root that is stated and signed")).to_be_visible()


def hand_out(page, note: str) -> None:
    """From now on the page has this note in the place of its own."""
    own = re.compile('(?<=id="note">).*?(?=</script>)')

    def alter(route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=own.sub(lambda _: json.dumps(note), answer.text()))

    page.route("**/s/bcd234/reports", alter)


def forged(note: str) -> str:
    head, _, told = note.rstrip("\n").rpartition(" ")
    raw = bytearray(b64decode(told))
    raw[-1] ^= 1
    return f"{head} {b64encode(raw).decode()}\n"


OTHER_KEY = SigningKey("7" * 64)
ANYBODY = SimpleNamespace(sign=lambda kind, message: SIGNATURE)
LIES = {
    "forged": lambda key, stated: forged(signed_statement(key, stated)),
    "of another survey": lambda key, stated: signed_statement(key, replace(stated, code="hjk567")),
    "of other questions": lambda key, stated: signed_statement(
        key, replace(stated, digest="1" * 64)
    ),
    "with another number": lambda key, stated: signed_statement(key, stated).replace(
        "\n21\n", "\n22\n"
    ),
    "by another key than it names": lambda key, stated: signed_statement(OTHER_KEY, stated),
    "by a key of small order": lambda key, stated: signed_statement(
        ANYBODY, replace(stated, key=SMALL_ORDER[2])
    ),
    "cut": lambda key, stated: stated.text,
}


@pytest.mark.first_cell
@pytest.mark.parametrize("lie", LIES)
def test_a_statement_that_is_not_signed_as_it_should_be_is_told(page, app, answered, stated, lie):
    hand_out(page, LIES[lie](app.extensions["signing_key"], stated))
    page.goto(f"/s/bcd234/reports#{answered}")
    expect(page.get_by_text("not correctly signed")).to_be_visible()
    expect(page.get_by_role("link", name="Save the proof")).to_have_count(0)


def test_a_list_signed_anew_by_another_key_is_told_by_the_receipt(
    page, new_context, answered, stated
):
    """Whoever has no receipt there reads the key's fingerprint, to compare it."""
    note = signed_statement(OTHER_KEY, replace(stated, key=OTHER_KEY.public.hex))
    hand_out(page, note)
    page.goto(f"/s/bcd234/reports#{answered}")
    expect(page.get_by_text("and your receipt with")).to_contain_text(OTHER_KEY.public.fingerprint)
    elsewhere = new_context().new_page()
    hand_out(elsewhere, note)
    elsewhere.goto(f"/s/bcd234/reports#{answered}")
    signed = elsewhere.get_by_text("Compare it with the screen or your slip")
    expect(signed).to_contain_text(OTHER_KEY.public.fingerprint)


@pytest.mark.exhaustive
@pytest.mark.parametrize("lie", [None, "forged"])
def test_over_plain_http_the_statement_is_checked_too(page, app, answered, stated, lie):
    """As a class opens it from another machine: a browser has no WebCrypto there."""
    page.add_init_script("Object.defineProperty(crypto, 'subtle', {value: undefined});")
    if lie:
        hand_out(page, LIES[lie](app.extensions["signing_key"], stated))
    page.goto(f"/s/bcd234/reports#{answered}")
    told = page.get_by_text("not correctly signed")
    expect(told if lie else page.get_by_text("Signed with the key of your receipt")).to_be_visible()
    expect(page.get_by_role("link", name="Save the proof")).to_have_count(0 if lie else 1)
