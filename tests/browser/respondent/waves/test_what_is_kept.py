"""What a browser keeps of a wave that was answered: the tables, and nothing of what was sent."""

import json
import re
from contextlib import contextmanager
from pathlib import Path

import chromium
import pytest
from answered_waves import ANSWERS, respond
from playwright.sync_api import expect
from respondent_page import expect_saved, fill_in, forget, press_send, shown_id
from traces import DATABASES

from survey.core.responses.tokens import draw_tokens, hash_token


def test_nothing_of_what_was_sent_is_kept_beside_the_table(page, waves, store):
    """Side by side they would tell the answer wherever the rows of the table differ.

    So would the response id, which leads to the reports once they are public.
    """
    respond(page, waves[0], ANSWERS)
    expect(page.get_by_role("listitem").first).to_be_visible()  # said once, right after sending
    ((response_id, _),) = store.responses.all(waves[0].code)
    assert shown_id(page) == response_id
    for _ in range(2):
        kept = json.dumps([page.evaluate(DATABASES), page.evaluate("({...localStorage})")])
        assert response_id not in kept
        assert not re.search(r'"reports\\*": ?\[\d', kept)  # a table's are lists of lists
        page.reload()
        expect(page.get_by_text("What was sent is shown only once")).to_be_visible()
        expect(page.get_by_text(response_id)).to_have_count(0)
        expect(page.get_by_role("listitem")).to_have_count(0)
    assert store.responses.tally(waves[0].code).responses == 1


@pytest.mark.exhaustive
def test_what_an_earlier_release_kept_of_a_wave_goes(page, waves, store):
    respond(page, waves[0], ANSWERS)
    ((response_id, _),) = store.responses.all(waves[0].code)
    digest = waves[0].instrument.digest
    kept = json.dumps({"instrument": digest, "response_id": response_id})
    page.evaluate(
        "([key, kept]) => { localStorage[key] = kept; }",
        [f"deniable:one234:{digest}", json.dumps({"acknowledged": True, "body": kept})],
    )
    page.reload()
    expect_saved(page)
    assert response_id not in json.dumps(page.evaluate("({...localStorage})"))


def test_a_wave_that_is_not_stored_yet_is_sent_again_byte_for_byte(page, waves, bodies):
    page.route("**/responses", lambda route: route.abort())
    page.goto("/s/one234")
    fill_in(page, waves[0].instrument, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    kept = page.evaluate("({...localStorage})")
    assert "reports" not in json.dumps(kept)
    page.unroute("**/responses")
    page.reload()
    expect_saved(page)
    assert len(set(bodies)) == 1 and len(bodies) >= 2


# What is kept as a text and deleted: its bytes stay.
KEEP_FOR_CONTROL = """() => new Promise((resolve) => {
    indexedDB.open("deniable").onsuccess = ({ target: { result: database } }) => {
        const store = database.transaction("kept", "readwrite").objectStore("kept");
        store.put("deleted by the control", "control").onsuccess = () => store.delete("control");
        store.transaction.oncomplete = () => { database.close(); resolve(); };
    };
})"""


LOGS = ("IndexedDB", "Local Storage")


def kept_in(profile: Path, text: str) -> list[str]:
    """The files in which this browser's pages keep something, and that hold the text."""
    return [
        str(file.relative_to(profile))
        for folder in LOGS
        for file in (profile / "Default" / folder).rglob("*")
        if file.is_file() and text.encode() in file.read_bytes()
    ]


@pytest.fixture
def opened(browser, tmp_path, address):
    """Opens a page of a profile that lies on the disk, and ends the browser afterwards."""

    @contextmanager
    def opened():
        context = browser.browser_type.launch_persistent_context(
            tmp_path / "profile", executable_path=chromium.find_or_install(),
            args=chromium.ARGUMENTS, base_url=address,
        )  # fmt: skip
        yield context.new_page()
        context.close()

    return opened


def in_logs(profile, text: str) -> list[str]:
    """Where else than in a Blob's own file: Chromium now and then forgets to remove one.

    See survey/docs/how-to/waves.md, which says so.
    """
    return [file for file in kept_in(profile, text) if ".blob/" not in file]


@pytest.mark.exhaustive
def test_logs_of_the_browser_hold_nothing_that_was_sent_and_after_forgetting_no_table(
    opened, tmp_path, waves, store, app
):
    """In a log the bytes of what is deleted would stay: even after the browser's end, for long."""
    profile = tmp_path / "profile"
    (token,) = draw_tokens(1)
    store.surveys.add_tokens("one234", [hash_token(app.secret_key, token)])
    with opened() as page:
        page.goto(f"/s/one234#t={token}")
        fill_in(page, waves[0].instrument, ANSWERS)
        press_send(page)
        expect_saved(page)
        page.evaluate(KEEP_FOR_CONTROL)
    ((response_id, _),) = store.responses.all("one234")
    assert kept_in(profile, "deleted by the control") != []
    assert in_logs(profile, response_id) == []
    assert in_logs(profile, token) == []
    assert kept_in(profile, '"threshold":') != []
    with opened() as page:
        page.goto("/s/one234")
        forget(page)
        expect(page.get_by_text("This device has forgotten")).to_be_visible()
    assert in_logs(profile, '"threshold":') == []
    assert kept_in(profile, "deleted by the control") != []
