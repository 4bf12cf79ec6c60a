"""When anything is missing, nothing truthful can be sent; and nothing comes back."""

import re

import pytest
from grids import usually
from instruments import make_instrument
from playwright.sync_api import expect
from respondent_page import choose, expect_saved, forget, press_send, send
from traces import CLIENT, DATABASES, SHELL

from survey.store import State

RESPONSES = re.compile(r"/responses$")
NO_CRYPTO = "Object.defineProperty(globalThis, 'crypto', {value: undefined});"
NO_STORAGE = """Object.defineProperty(globalThis, 'localStorage', {
    get() { throw new DOMException("denied", "SecurityError"); }
});"""

NO_DATABASE = "Object.defineProperty(globalThis, 'indexedDB', {value: undefined});"
DENIED_DATABASE = NO_STORAGE.replace("localStorage", "indexedDB")
BLOCKED_DATABASE = """IDBFactory.prototype.open = () => {
    throw new DOMException("denied", "SecurityError");
};"""


@pytest.fixture
def posts(page) -> list[str]:
    """The addresses that this page posts to."""
    posts = []
    page.on("request", lambda request: request.method == "POST" and posts.append(request.url))
    return posts


WAIT_LONG = """() => {
    const late = document.getElementById("coin-way")?.getAnimations() ?? [];
    for (const each of late) each.finish();
    return late.length > 0;
}"""


def expect_only_coin_mode(page) -> None:
    """The questionnaire is hidden, its button is dead, and coin mode is offered."""
    expect(page.get_by_role("link", name="answer with real coins")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    expect(page.locator("#answers")).to_be_hidden()
    expect(page.locator("#answers button:not([type=button])")).to_be_disabled()


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("missing", "reason"),
    [
        (NO_CRYPTO, "no random numbers that are good enough"),
        (NO_STORAGE, "stores nothing for this"),
        (NO_DATABASE, "stores nothing for this"),
        (DENIED_DATABASE, "stores nothing for this"),
        (BLOCKED_DATABASE, "stores nothing for this"),
        ("delete Object.hasOwn;", "too old"),
    ],
    ids=["no crypto", "no storage", "no database", "denied database", "blocked database", "old"],
)
def test_without_crypto_or_storage_only_coin_mode_is_left(page, posts, survey_url, missing, reason):
    page.add_init_script(missing)
    page.goto(survey_url)
    expect(page.get_by_text(reason)).to_be_visible()
    expect_only_coin_mode(page)
    assert posts == []


# What is kept of a page is the first that a full storage refuses.
FULL = {"quotaSize": 1}


def test_storage_that_is_full_is_told_and_lets_nothing_be_sent(page, posts, survey_url):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    tools = page.context.new_cdp_session(page)
    origin = page.evaluate("location.origin")
    tools.send("Storage.overrideQuotaForOrigin", {"origin": origin, **FULL})
    press_send(page)
    expect(page.get_by_text("Nothing was sent: this browser's storage is full")).to_be_visible()
    expect(page.get_by_role("link", name="answer with real coins")).to_be_visible()
    expect(page.locator("#answers")).to_be_hidden()
    assert checked(page) == 0
    assert posts == []


# The transactions that write are aborted, but for those after the first so many.
ABORTED = """(times) => {
    const real = IDBDatabase.prototype.transaction;
    IDBDatabase.prototype.transaction = function (stores, mode, options) {
        const transaction = real.call(this, stores, mode, options);
        if (mode === "readwrite" && times-- > 0) transaction.abort();
        return transaction;
    };
}"""


def test_a_transaction_that_fails_is_tried_again_and_nothing_is_drawn_twice(
    page, survey_url, store, bodies
):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    page.evaluate(ABORTED, 1)
    press_send(page)
    expect_saved(page)
    assert len(bodies) == 1
    assert store.responses.tally("bcd234").responses == 1


def test_storage_that_goes_on_failing_is_not_called_full_and_works_after_a_reload(
    page, posts, survey_url
):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    page.evaluate(ABORTED, 1000)
    press_send(page)
    told = page.get_by_text("at the moment this browser cannot read what it keeps for this page")
    expect(told).to_be_visible()
    expect(page.get_by_role("link", name="answer with real coins")).to_be_hidden()
    assert checked(page) == 0
    assert posts == []
    page.reload()
    send(page, [1, 0, 1])
    assert len(posts) == 1


CLOSED_DATABASE = """IDBFactory.prototype.open = () => {
    const request = {};
    setTimeout(() => {
        request.error = new DOMException("Internal error", "UnknownError");
        request.onerror();
    });
    return request;
};"""


def test_storage_that_fails_a_second_time_offers_another_browser_or_coins(page, posts, survey_url):
    page.add_init_script(CLOSED_DATABASE)
    page.goto(survey_url)
    expect(page.get_by_text("Please reload it")).to_be_visible()
    expect(page.get_by_role("link", name="answer with real coins")).to_be_hidden()
    page.reload()
    expect(page.get_by_text("You can use another browser, or randomize")).to_be_visible()
    expect(page.get_by_text("Please reload it")).to_have_count(0)
    page.get_by_role("link", name="answer with real coins").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert posts == []


def test_what_was_drawn_is_not_drawn_with_coins_where_storage_goes_on_failing(
    page, posts, survey_url
):
    page.route(RESPONSES, lambda route: route.abort())
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.add_init_script(CLOSED_DATABASE)
    for _ in range(2):
        page.reload()
        expect(page.get_by_text("Please reload it")).to_be_visible()
        expect(page.get_by_role("link", name="answer with real coins")).to_be_hidden()


FULL_MARKS = """const real = Storage.prototype.setItem;
Storage.prototype.setItem = function (key, value) {
    if (value) throw new DOMException("full", "QuotaExceededError");
    real.call(this, key, value);
};"""


def test_where_local_storage_is_full_the_other_remembers(page, survey_url, store, bodies):
    page.add_init_script(FULL_MARKS)
    page.goto(survey_url)
    send(page, [1, 0, 1])
    page.reload()
    expect_saved(page)
    assert len(bodies) == 1
    assert store.responses.tally("bcd234").responses == 1


SILENT_DATABASE = "IDBFactory.prototype.open = () => (window.asked = {});"


def test_storage_that_does_not_answer_at_send_is_told(page, posts, survey_url):
    page.clock.install()
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    page.evaluate(SILENT_DATABASE)
    press_send(page)
    expect(page.get_by_role("heading", name="Sending…")).to_be_visible()
    page.clock.fast_forward(20_000)
    expect(page.get_by_text("Please reload it")).to_be_visible()
    expect(page.get_by_text("Sending…")).to_be_hidden()
    assert posts == []


def test_storage_that_does_not_answer_after_the_draw_is_told(page, publish, posts):
    page.route(RESPONSES, lambda route: route.abort())
    page.goto(publish(make_instrument("1/4")))
    choose(page, [1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    del posts[:]
    page.add_init_script(SILENT_DATABASE)
    page.clock.install()
    page.reload()
    page.wait_for_function("() => window.asked")
    page.clock.fast_forward(20_000)
    expect(page.get_by_text("Please reload it")).to_be_visible()
    assert posts == []


def test_storage_that_fails_after_the_draw_leaves_no_empty_page(page, survey_url, posts):
    page.route(RESPONSES, lambda route: route.abort())
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.unroute(RESPONSES)
    page.add_init_script(BLOCKED_DATABASE)
    page.goto("/ledger")
    del posts[:]
    page.goto(survey_url)
    expect(page.get_by_text("Please reload it")).to_be_visible()
    expect(page.locator("#answers")).to_be_hidden()
    expect(page.get_by_role("link", name="answer with real coins")).to_be_hidden()
    assert posts == []


def test_a_closed_survey_is_said_to_be_closed_where_storage_is_blocked(page, survey_url, store):
    store.surveys.set_state("bcd234", State.CLOSED)
    page.add_init_script(BLOCKED_DATABASE)
    page.goto(survey_url)
    expect(page.get_by_text("This survey is closed")).to_be_visible()
    expect(page.get_by_role("link", name="answer with real coins")).to_be_hidden()


# The page is loaded again where its script fails (test_opening.py), eight seconds later as it was
# twice before: late enough to look at this one.
LOADED_TWICE = "history.replaceState(2, '');"


def test_blocked_script_leaves_only_coin_mode(page, posts, survey_url):
    page.route(CLIENT, lambda route: route.abort())
    page.add_init_script(LOADED_TWICE)
    page.goto(survey_url)
    page.wait_for_function(WAIT_LONG)
    expect_only_coin_mode(page)
    # Even if the hidden form is sent by force, it holds nothing with a name.
    page.evaluate("document.querySelector('#answers').submit()")
    page.wait_for_load_state()
    assert posts == []


def test_changed_script_does_not_run(page, posts, survey_url):
    """The shell has its digest, and the browser compares."""
    page.route(
        CLIENT,
        lambda route: route.fulfill(
            body=route.fetch().text() + " ", content_type="text/javascript"
        ),
    )
    page.add_init_script(LOADED_TWICE)
    page.goto(survey_url)
    page.wait_for_function(WAIT_LONG)
    expect_only_coin_mode(page)
    assert posts == []


# When the way to real coins is first seen, in milliseconds since the page was asked for.
NOTE_THE_WAY = """const look = () => {
    const way = document.getElementById("coin-way");
    if (way?.checkVisibility({ visibilityProperty: true })) window.seenAfter = performance.now();
    else requestAnimationFrame(look);
};
requestAnimationFrame(look);"""


@pytest.mark.exhaustive
def test_nothing_alarms_whoever_waits_for_less_than_five_seconds(page, survey_url):
    page.route(CLIENT, lambda route: None)  # neither comes nor fails
    page.add_init_script(NOTE_THE_WAY)
    page.goto(survey_url, wait_until="commit")
    expect(page.get_by_role("link", name="answer with real coins")).to_be_visible()
    page.wait_for_function("() => window.seenAfter >= 5_000")


def test_inputs_of_the_questionnaire_have_no_name(page, survey_url):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    assert page.locator("#answers [name]").count() == 0
    assert page.evaluate("[...new FormData(document.querySelector('#answers'))].length") == 0


def test_without_javascript_the_page_turns_into_coin_mode(new_context, survey_url, store):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(survey_url)
    page.wait_for_url(re.compile(r"/coin\?lang=en$"))
    expect(page.get_by_text("Flip two coins")).to_be_visible()
    expect(page.get_by_text("Roll a die")).to_be_visible()
    expect(page.get_by_text("Draw a number from 1 to 5")).to_be_visible()
    for group, outcome in zip(
        page.get_by_role("radiogroup").all(), ["Yes", "No", "No"], strict=True
    ):
        group.get_by_role("radio", name=outcome).check()
    page.get_by_label("not your name").fill("eight letters")
    page.get_by_role("button", name="Send the outcomes").click()
    expect(page.get_by_role("heading", name="Sent.")).to_be_visible()
    ((_, reports),) = store.responses.all("bcd234")
    assert reports == (1, 0, 0)


@pytest.mark.exhaustive
def test_coin_page_says_that_this_browser_has_answered(page, survey_url, store):
    """A second response, drawn by hand, would count the same person twice without a word."""
    page.goto(f"{survey_url}/coin")
    answered = page.get_by_text("This browser has answered this survey already")
    expect(answered).to_be_hidden()
    tab = page.context.new_page()
    tab.goto(survey_url)
    send(tab, [1, 0, 1])
    expect(answered).to_be_visible()  # in the tab that was open before, too
    page.reload()
    expect(answered).to_be_visible()
    expect(page.get_by_role("button", name="Send the outcomes")).to_be_hidden()
    page.get_by_role("link", name="See what it remembers").click()
    expect_saved(page)
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    page.goto(f"{survey_url}/coin")
    expect(page.get_by_role("button", name="Send the outcomes")).to_be_visible()
    expect(answered).to_be_hidden()
    assert store.responses.tally("bcd234").responses == 1


def test_script_of_the_coin_page_reads_and_keeps_nothing_that_is_marked(page, survey_url):
    """Whatever is marked, storage stays empty and nothing is asked for."""
    page.goto(f"{survey_url}/coin", wait_until="networkidle")
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    for group in page.get_by_role("radiogroup").all():
        group.get_by_role("radio", name="Yes").check()
    assert page.evaluate("[localStorage.length, sessionStorage.length]") == [0, 0]
    assert page.evaluate(DATABASES) == {}
    assert asked == []


def checked(page) -> int:
    return page.evaluate("document.querySelectorAll('input:checked').length")


@pytest.mark.parametrize("leave", usually(["/how"], ["/", "/how", "data:text/html,elsewhere"]))
def test_back_button_brings_no_answer_back(page, survey_url, leave):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    assert checked(page) == 3
    page.goto(leave)
    page.go_back()
    expect(page.get_by_role("radiogroup").first).to_be_visible()
    assert checked(page) == 0


def test_reload_brings_no_answer_back(page, survey_url):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    page.reload()
    expect(page.get_by_role("radiogroup").first).to_be_visible()
    assert checked(page) == 0


def test_back_button_brings_no_coin_outcome_back(new_context, survey_url):
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{survey_url}/coin")
    page.get_by_role("radiogroup").first.get_by_role("radio", name="Yes").check()
    page.goto("/how")
    page.go_back()
    radios = page.get_by_role("radiogroup").first.get_by_role("radio")
    for radio in radios.all():
        expect(radio).not_to_be_checked()


def test_answers_are_gone_from_the_page_once_sent(page, survey_url):
    page.goto(survey_url)
    send(page, [1, 0, 1])
    assert checked(page) == 0
    page.go_back()
    page.go_forward()
    assert checked(page) == 0


def test_control_named_fields_of_an_ordinary_form_are_restored(page, survey_url):
    """The restoring that the tests above rule out does happen to a form that a server writes."""
    ordinary = '<!doctype html><form><input type="radio" name="one"></form>'
    page.route(SHELL, lambda route: route.fulfill(body=ordinary, content_type="text/html"))
    page.goto(survey_url)
    page.get_by_role("radio").check()
    page.goto("/how")
    page.go_back()
    expect(page.get_by_role("radio")).to_be_visible()
    assert checked(page) == 1
