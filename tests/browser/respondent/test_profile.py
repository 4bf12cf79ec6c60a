"""What lies in any file of a browser that was killed, and what its next start knows again."""

import time

import pytest
from answered_mixed import ANSWERS
from instruments import make_mixed_instrument
from kept_before import keep_as_before
from kept_waves import STORED, TABLE, UNSENT, add_waves, keep_waves
from playwright.sync_api import expect
from profiles import Profile
from respondent_page import expect_saved, fill_in, forget, press_send, send_button
from traces import serve_changed_client

from survey.core.responses.tokens import draw_tokens, hash_token
from survey.store import State, Survey

SECONDS = [0, 0.5, 2, 5]  # from Send or Forget to the kill
RESPONSES = "**/responses"

# What is kept in a database of many and deleted: its bytes stay.
KEEP_FOR_CONTROL = """() => new Promise((resolve) => {
    const request = indexedDB.open("control");
    request.onupgradeneeded = () => request.result.createObjectStore("kept");
    request.onsuccess = () => {
        const store = request.result.transaction("kept", "readwrite").objectStore("kept");
        store.put("deleted by the control", "control").onsuccess = () => store.delete("control");
        store.transaction.oncomplete = resolve;
    };
})"""

DELETION = r"twice\(\(\) => finished\(indexedDB\.deleteDatabase.*"
CLEAR_ONLY = 'inTransaction(name, "readwrite", (store) => store.clear());'


@pytest.fixture
def profile(browser, tmp_path, address) -> Profile:
    return Profile(browser, tmp_path / "profile", address)


@pytest.fixture
def published(store, app):
    """Opens a survey, with a token if wanted; gives its instrument and the page's path."""

    def published(token: bool = False):
        instrument = make_mixed_instrument()
        store.surveys.add(Survey("one234", instrument, State.OPEN))
        if not token:
            return instrument, "/s/one234", ""
        drawn, other = draw_tokens(2)  # with the last one the survey would close
        hashes = [hash_token(app.secret_key, each) for each in (drawn, other)]
        store.surveys.add_tokens("one234", hashes)
        return instrument, f"/s/one234#t={drawn}", drawn

    return published


def expect_questionnaire(page) -> None:
    expect(send_button(page)).to_be_enabled()


def answer(page, path, instrument) -> None:
    page.goto(path)
    fill_in(page, instrument, ANSWERS)
    press_send(page)


def expect_forgotten(page) -> None:
    expect(page.get_by_text("This device has forgotten")).to_be_visible()


@pytest.mark.exhaustive
@pytest.mark.parametrize("seconds", SECONDS)
def test_no_file_holds_what_was_forgotten(profile, published, store, seconds):
    instrument, path, token = published(token=True)
    with profile.opened() as page:
        answer(page, path, instrument)
        expect_saved(page)
        page.evaluate(KEEP_FOR_CONTROL)
        time.sleep(seconds)
    ((response_id, _),) = store.responses.all("one234")
    assert profile.files_with("deleted by the control")
    with profile.opened() as page:  # a visit removes what the kill has left
        page.goto("/s/one234")
        expect_saved(page)
        forget(page)
        expect_forgotten(page)
        time.sleep(seconds)
    for killed in (True, False, True):
        with profile.opened(killed) as page:
            page.goto("/s/one234")
            expect_questionnaire(page)
            profile.wait_until_rid_of(response_id)
        assert profile.files_with(response_id) == []
    assert not [each for each in profile.files_with(token) if "Index" in each or "Local" in each]


@pytest.mark.exhaustive
def test_a_client_that_only_deletes_is_caught(profile, published, store):
    instrument, path, _ = published()
    with profile.opened() as page:
        serve_changed_client(page, DELETION, CLEAR_ONLY)
        answer(page, path, instrument)
        expect_saved(page)
        forget(page)
        expect_forgotten(page)
    ((response_id, _),) = store.responses.all("one234")
    with profile.opened() as page:
        page.goto("/s/one234")
        expect_questionnaire(page)
    assert profile.files_with(response_id)


def test_no_file_holds_a_table_of_waves_after_a_visit_and_the_response_that_waits_is_sent(
    profile, store
):
    """A thief of the device could tell the answers by it, beside what was sent."""
    add_waves(store)
    with profile.opened() as page:
        page.goto("/ledger")
        keep_waves(page)
    assert profile.files_with(TABLE)
    with profile.opened() as page:
        page.goto(f"/s/{STORED}")
        expect(page.get_by_text("it takes no new answers")).to_be_visible()
        profile.wait_until_rid_of(TABLE)
    with profile.opened() as page:
        page.goto(f"/s/{UNSENT}")
        expect_saved(page)
        profile.wait_until_rid_of(TABLE)
    assert store.responses.tally(UNSENT).responses == 1


@pytest.mark.exhaustive
def test_what_an_earlier_release_left_in_blobs_goes_with_a_visit(profile, published):
    instrument, path, _ = published()
    with profile.opened() as page:
        page.route(RESPONSES, lambda route: route.abort())
        with page.expect_request(RESPONSES) as sent:
            answer(page, path, instrument)
        response_id = sent.value.post_data_json["response_id"]
        page.goto("/ledger")
        keep_as_before(page, blobs=True)
    assert [each for each in profile.files_with(response_id) if ".blob/" in each]
    with profile.opened() as page:
        page.goto(path)
        expect_saved(page)
    with profile.opened() as page:
        page.goto(path)
        expect_saved(page)
        forget(page)
        expect_forgotten(page)
    with profile.opened() as page:
        page.goto(path)
        expect_questionnaire(page)
        profile.wait_until_rid_of(response_id)


@pytest.mark.exhaustive
@pytest.mark.parametrize("seconds", SECONDS)
def test_a_browser_killed_after_send_without_a_network_sends_the_same(
    profile, published, store, watched, seconds
):
    """What localStorage was told in the last seconds is lost; the ledger has it all the same."""
    instrument, path, _ = published()
    with profile.opened() as page:
        page.route(RESPONSES, lambda route: route.abort())
        with page.expect_request(RESPONSES) as first:
            answer(page, path, instrument)
        sent = first.value.post_data
        time.sleep(seconds)
    with profile.opened() as page:
        page.goto(path)
        expect_saved(page)
        page.goto("/ledger")
        expect(page.get_by_role("row").filter(has_text="Sum")).to_contain_text(
            f"{instrument.epsilon:.2f}"
        )
    assert [body.decode() for body in watched.bodies] == [sent]
    assert store.responses.tally("one234").responses == 1


@pytest.mark.exhaustive
def test_a_page_that_asks_local_storage_alone_is_caught(profile, published, watched):
    instrument, path, _ = published()
    with profile.opened() as page:
        page.route(RESPONSES, lambda route: route.abort())
        with page.expect_request(RESPONSES):
            answer(page, path, instrument)
    with profile.opened() as page:
        serve_changed_client(
            page,
            r"await untilAnswered\(memory\?\.read\(\), marked\)",
            "marked && await memory.read()",
        )
        page.goto(path)
        expect_questionnaire(page)
    assert watched.bodies == []
