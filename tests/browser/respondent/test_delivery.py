"""Bad networks: the same bytes again and again, saved only when acknowledged."""

import json
import re

import pytest
from grids import usually
from playwright.sync_api import Page, expect
from respondent_page import choose, expect_saved, forget, press_send, send, shown_reports
from traces import serve_changed_client

from survey.core.responses.tokens import hash_token
from survey.store import State

RESPONSES = re.compile(r"/responses$")


# But for the ten seconds that the browser's storage has, and the fifteen for a script to load.
NOTED_WAITS = """window.waits = [];
const real = setTimeout;
window.setTimeout = (work, ms) => {
    if (ms === 10_000 || ms === 15_000) return real(work, ms);
    if (ms !== 8000) waits.push(ms); // until a letter turns face down
    return real(work, Math.min(ms, 10));
};"""


@pytest.fixture
def hurried(page):
    """The page notes how long it waits between attempts, and does not."""
    page.add_init_script(NOTED_WAITS)


def fail_first(page: Page, times: int, fail) -> None:
    """Lets the first attempts to post fail; the rest reach the server."""
    attempts = iter(range(times))

    def handle(route):
        if next(attempts, None) is None:
            route.continue_()
        else:
            fail(route)

    page.route(RESPONSES, handle)


def test_nothing_is_shown_of_the_reports_before_they_are_saved(page, survey_url):
    page.route(RESPONSES, lambda route: route.fulfill(status=503))
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    expect(page.get_by_text("Sending…")).to_have_count(0)  # nor is it heard
    expect(page.locator("#delivery")).to_be_focused()
    assert shown_reports(page) == ["", "", ""]


@pytest.mark.usefixtures("hurried")
def test_three_503_then_saved_with_identical_bytes(page, survey_url, store, bodies):
    fail_first(page, 3, lambda route: route.fulfill(status=503))
    page.goto(survey_url)
    send(page, [1, 1, 0])
    assert len(bodies) == 4
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.exhaustive
@pytest.mark.usefixtures("hurried")
def test_retry_after_is_obeyed_with_the_same_bytes(page, survey_url, store, bodies):
    fail_first(page, 1, lambda route: route.fulfill(status=503, headers={"Retry-After": "3"}))
    page.goto(survey_url)
    choose(page, [1, 1, 0])
    page.evaluate("waits.length = 0")  # those of loading the page
    press_send(page)
    expect_saved(page)
    assert page.evaluate("waits") == [3000]
    assert len(bodies) == 2
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.exhaustive
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("seconds", ["86400", "2147484", "Infinity"])
def test_retry_after_is_obeyed_for_half_a_minute_at_most(page, survey_url, bodies, seconds):
    """In an hour nobody has the page open; and a timer of 25 days would end at once."""
    fail_first(page, 2, lambda route: route.fulfill(status=503, headers={"Retry-After": seconds}))
    page.goto(survey_url)
    choose(page, [1, 1, 0])
    page.evaluate("waits.length = 0")  # those of loading the page
    press_send(page)
    expect_saved(page)
    assert page.evaluate("waits") == [30_000, 30_000]
    assert len(set(bodies)) == 1


@pytest.mark.usefixtures("hurried")
def test_lost_acknowledgement_is_counted_once(page, survey_url, store, bodies):
    def store_but_lose_the_answer(route):
        route.fetch()
        route.abort()

    fail_first(page, 1, store_but_lose_the_answer)
    page.goto(survey_url)
    send(page, [1, 1, 0])
    assert len(bodies) == 2
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


# The first post is given up after a second, and any later one after fifteen.
FIRST_POST_SOON = """options?.method === "POST" && !globalThis.posted
    ? (globalThis.posted = 1_000) : TIMEOUT_MS)"""


@pytest.mark.exhaustive
def test_answer_that_never_comes_is_given_up_and_sent_again(page, survey_url, store, bodies):
    serve_changed_client(page, r"TIMEOUT_MS\)", FIRST_POST_SOON)
    fail_first(page, 1, lambda route: None)  # never answered
    page.goto(survey_url)
    send(page, [1, 1, 0])
    assert len(bodies) == 2
    assert len(set(bodies)) == 1


STORED = {"stored": "new", "response_id": "0" * 32}
LIES = {
    "a portal's page": {"status": 200, "content_type": "text/html", "body": "Please sign in"},
    "a portal that knows no such page": {
        "status": 404,
        "content_type": "text/html",
        "body": "<h1>Welcome to our network</h1>",
    },
    "a proxy's ban": {"status": 403, "body": ""},
    "a network's refusal": {"status": 403, "json": {"detail": "Sign in first.", "status": 403}},
    "a network's word for it": {"status": 511, "content_type": "text/html", "body": "Sign in"},
    "a portal's redirect": {"status": 302, "headers": {"Location": "/how"}},
    "truncated": {"status": 201, "json": STORED, "cut": True},
    "another response": {"status": 201, "json": STORED},
    "no word of storing": {"status": 200, "json": {"response_id": None}},
}


SOME = [
    "a portal's page",
    "a network's refusal",
    "a portal's redirect",
    "truncated",
    "another response",
]


@pytest.mark.first_cell
@pytest.mark.parametrize("lie", usually(SOME, LIES))
def test_what_another_than_the_server_answers_never_counts_as_saved(
    page, survey_url, store, bodies, lie
):
    """A network that wants its users to sign in answers 200 to anything, or what it likes."""

    lied = []

    def answer(route):
        lied.append(lie)
        said = dict(LIES[lie])
        sent = json.loads(route.request.post_data)["response_id"]
        if "json" in said:
            document = {"response_id": sent} | said.pop("json")
            body = json.dumps(document | ({"response_id": sent} if "cut" in said else {}))
            said["body"] = body[:-1] if said.pop("cut", False) else body
            said["content_type"] = "application/json"
        route.fulfill(**said)

    page.route(RESPONSES, answer)
    page.goto(survey_url)
    choose(page, [1, 1, 0])
    press_send(page)
    expect(page.get_by_text("another system replied instead of the server")).to_be_visible()
    assert '"acknowledged":false' in page.evaluate("Object.values({...localStorage}).join()")
    assert shown_reports(page) == ["", "", ""]
    expect(page.get_by_text("This device keeps the reports")).to_be_in_viewport()
    page.unroute(RESPONSES)
    expect_saved(page)
    concluded = page.get_by_text("Someone who gave you a 30% chance of a Yes")
    expect(concluded.filter(visible=True)).to_have_count(3)
    assert len(bodies) == len(lied) + 1
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.exhaustive
@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("status", [408, 429])
def test_a_server_that_says_nothing_of_the_response_is_asked_again(
    page, survey_url, store, bodies, status
):
    fail_first(page, 1, lambda route: route.fulfill(status=status, json={"detail": "Later."}))
    page.goto(survey_url)
    send(page, [1, 1, 0])
    assert len(bodies) == 2
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.usefixtures("hurried")
def test_connections_that_are_reset_lose_nothing(page, survey_url, store, bodies):
    fail_first(page, 2, lambda route: route.abort("connectionreset"))
    page.goto(survey_url)
    send(page, [1, 1, 0])
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


def test_a_survey_that_cannot_be_read_again_says_first_that_a_response_waits(page, survey_url):
    page.route(RESPONSES, lambda route: route.abort())
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.route("**/state*", lambda route: route.abort())
    page.reload()
    expect(page.get_by_text("Not saved yet: the server does not answer")).to_be_visible()


def test_reload_before_the_acknowledgement_sends_the_same_reports(page, survey_url, store, bodies):
    page.route(RESPONSES, lambda route: route.abort())
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.reload()
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.unroute(RESPONSES)
    expect_saved(page)
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


def test_reports_are_remembered_before_the_first_attempt(page, survey_url):
    kept_at_first_attempt = []

    def look(route):
        kept_at_first_attempt.append(page.evaluate("({...localStorage})"))
        route.continue_()

    page.route(RESPONSES, look)
    page.goto(survey_url)
    send(page, [1, 0, 1])
    (kept,) = (kept for key, kept in kept_at_first_attempt[0].items() if ":bcd234:" in key)
    assert json.loads(kept)["acknowledged"] is False


def refuse(page: Page, **said) -> None:
    problem = {"status": 422, "content_type": "application/problem+json"}
    page.route(RESPONSES, lambda route: route.fulfill(**problem | said))


def test_refused_reports_are_kept_and_sent_again_as_they_are(page, survey_url, store, bodies):
    """A server that refuses again and again sees no second draw, and respondents see none."""
    refuse(page, body='{"detail":"Not this one."}')
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    for _ in range(2):
        expect(page.get_by_text("The server has seen your reports.")).to_be_visible()
        expect(page.get_by_text("The server does not take these reports.")).to_be_visible()
        assert shown_reports(page) == []
        with page.expect_response(RESPONSES):  # what the page said before is gone by then
            page.get_by_role("button", name="Try again").click()
    expect(page.get_by_text("The server has seen your reports.")).to_be_visible()
    page.reload()
    expect(page.get_by_text("The server has seen your reports.")).to_be_visible()
    page.unroute(RESPONSES)
    page.get_by_role("button", name="Try again").click()
    expect_saved(page)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    assert len(bodies) == 5
    assert len(set(bodies)) == 1
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.exhaustive
@pytest.mark.parametrize(("status", "over"), [(404, True), (410, True), (422, False)])
def test_what_is_said_after_a_refusal_is_what_can_be_done(page, survey_url, status, over):
    refuse(page, status=status, body='{"detail":"Not this one."}')
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("nothing is drawn a second time")).to_be_visible()
    again = page.get_by_role("button", name="Try again")
    if status == 410:  # closing is final
        expect(again).to_have_count(0)
    else:
        assert (again.get_attribute("class") == "primary") == (not over)
    second_draw = page.get_by_text("second draw")
    expect(second_draw).to_have_count(0 if over else 1)
    page.get_by_role("button", name="Forget it here").click()
    expect(page.get_by_text("Forgetting takes nothing back.")).to_be_focused()
    expect(second_draw).to_have_count(0 if over else 1)
    page.get_by_role("button", name="Keep it").click()
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_focused()
    expect(second_draw).to_have_count(0 if over else 1)


BODIES = ["{}", "[]", "null", "3", '{"detail":null}', '{"detail":[]}']


@pytest.mark.exhaustive
@pytest.mark.parametrize("body", BODIES)
def test_refusal_without_a_sentence_is_said_in_one(page, survey_url, body):
    refuse(page, body=body)
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("The server does not take these reports.")).to_be_visible()


@pytest.mark.exhaustive
def test_forgetting_refused_reports_says_what_they_have_cost(page, survey_url, bodies):
    refuse(page, body='{"detail":"Not this one."}')
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Answering again is a second draw")).to_be_visible()
    forget(page)
    forgotten = page.get_by_text("The server has seen the reports, so answering again is a second")
    expect(forgotten).to_contain_text("keeps the survey's ε in its sum")
    expect(page.get_by_text("Sent, but not saved")).to_have_count(0)
    page.goto("/ledger")
    spent = page.get_by_role("row").filter(has_text="Sum").inner_text()
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("The server does not take these reports.")).to_be_visible()
    first, second = (json.loads(body)["response_id"] for body in bodies)
    assert first != second
    page.goto("/ledger")
    assert page.get_by_role("row").filter(has_text="Sum").inner_text() != spent


@pytest.mark.exhaustive
def test_refused_token_is_asked_for_beside_what_was_sent(page, survey_url, store, app):
    store.surveys.add_tokens("bcd234", [hash_token(app.secret_key, "b" * 30)])
    # As if it had been withdrawn between the question and the response.
    page.route("**/token", lambda route: route.fulfill(json={"known": True, "spent": False}))
    page.goto(f"{survey_url}#t={'c' * 30}")
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("The server has seen your reports.")).to_be_visible()
    page.get_by_label("Participation token").fill("d" * 30)
    expect(page.get_by_role("button", name="Send with this token")).to_be_visible()
    forget(page)
    expect(page.get_by_text("so answering again is a second draw")).to_be_visible()
    expect(page.get_by_role("button", name="Send with this token")).to_be_hidden()


@pytest.mark.exhaustive
def test_closed_while_answering_is_said_and_not_counted(page, survey_url, store):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    store.surveys.set_state("bcd234", State.CLOSED)
    press_send(page)
    expect(page.get_by_text("This survey is closed and takes no more")).to_be_visible()
    assert store.responses.tally("bcd234").responses == 0
