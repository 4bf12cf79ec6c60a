"""Live pages follow what happens to a survey elsewhere: closed, deleted, signed out."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect
from presented import CODE, PATH

from survey.store import State

DASHBOARD = f"/surveys/{CODE}"
SETTINGS = f"/surveys/{CODE}/settings"
LIVE = [DASHBOARD, PATH]
DASHBOARD_ANSWERED = re.compile(rf"{DASHBOARD}$")
# Asks five times as often as it would; a page's countdown goes on at its pace.
HURRIED = """const real = setInterval;
window.setInterval = (work, ms) => real(work, ms < 1000 ? ms : ms / 5);"""


@pytest.fixture
def live(instructor_page, more_responses) -> Page:
    """A signed-in page that asks often; the survey that is presented has twenty responses."""
    more_responses(20)
    instructor_page.add_init_script(HURRIED)
    return instructor_page


def follow(locator, shown: bool) -> None:
    expect(locator).to_be_visible(visible=shown)


@pytest.mark.exhaustive
def test_a_survey_is_to_be_joined_while_it_is_open_only(live, store):
    live.goto(PATH)
    for state in (State.OPEN, State.CLOSED):
        store.surveys.set_state(CODE, state)
        is_open = state is State.OPEN
        follow(live.get_by_text("This survey is closed. It takes no responses now."), not is_open)
        follow(live.get_by_role("img", name="QR code"), is_open)
        follow(live.get_by_label("Code m i x d 3 4"), is_open)
        follow(live.locator(".join-link", has_text="127.0.0.1:"), is_open)
        follow(live.locator(".join-digest"), is_open)
        follow(live.get_by_text("Copy the link"), is_open)


@pytest.mark.exhaustive
def test_the_settings_offer_what_can_be_done_in_the_survey_s_state(live, store):
    live.goto(SETTINGS)
    for state in (State.OPEN, State.CLOSED):
        store.surveys.set_state(CODE, state)
        is_open = state is State.OPEN
        follow(live.get_by_text(str(state), exact=True), True)
        follow(live.get_by_role("button", name="Close", exact=True), is_open)
        follow(live.get_by_text("Close at a time …"), is_open)
        follow(live.get_by_text("Closing is final. The list of responses is signed"), not is_open)


@pytest.mark.exhaustive
def test_nothing_is_to_be_held_still_once_the_survey_is_closed(live, store):
    live.goto(DASHBOARD)
    for state in (State.OPEN, State.CLOSED):
        store.surveys.set_state(CODE, state)
        follow(live.get_by_role("button", name="Stop updating"), state is State.OPEN)


def test_nothing_moves_while_a_finger_is_down(live, more_responses):
    live.goto(DASHBOARD)
    stop = live.get_by_role("button", name="Stop updating")
    stop.hover()
    live.mouse.down()
    more_responses(5)
    with live.expect_response(DASHBOARD_ANSWERED):
        pass
    live.wait_for_timeout(500)
    expect(live.get_by_text("20 responses").first).to_be_visible()
    live.mouse.move(5, 5)
    live.mouse.up()  # beside the button: it is not pressed
    expect(live.get_by_text("25 responses").first).to_be_visible()


@pytest.mark.exhaustive
def test_tokens_and_sharing_are_followed(live, store):
    live.goto(SETTINGS)
    store.surveys.set_sharing(CODE, True, 7)
    follow(live.get_by_role("link", name="The public results page"), True)
    expect(live.get_by_label("Hide results below")).to_have_value("7")


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", [SETTINGS, PATH])
def test_a_time_to_close_is_followed_wherever_it_is_set(live, store, path):
    live.goto(path)
    timer = live.get_by_role("timer")
    expect(timer).to_have_count(0)
    store.surveys.plan_closing(CODE, int(time.time()) + 600)
    expect(timer).to_have_text(re.compile("^9:"))
    store.surveys.plan_closing(CODE, int(time.time()) + 60)
    expect(timer).to_have_text(re.compile("^0:"))
    store.surveys.set_state(CODE, State.CLOSED)
    expect(timer).to_have_count(0)
    follow(live.get_by_text(re.compile("^Close (in|at a time) …$")), False)


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", LIVE)
def test_a_deleted_survey_leaves_no_page_that_looks_alive(live, store, path):
    live.goto(path)
    store.surveys.delete(CODE)
    follow(live.get_by_text("There is no survey with this code"), True)
    expect(live.get_by_role("img", name="QR code")).to_have_count(0)


@pytest.mark.exhaustive
@pytest.mark.parametrize("path", LIVE)
def test_who_is_signed_out_elsewhere_is_asked_to_sign_in(live, path):
    live.goto(path)
    other = live.context.new_page()
    other.goto("/surveys")
    other.get_by_role("button", name="Sign out").click()
    expect(other.get_by_text("You are signed out.")).to_be_visible()
    other.close()
    expect(live.get_by_role("heading", name="Sign in")).to_be_visible()


@pytest.mark.exhaustive
def test_results_that_are_public_no_more_are_taken_off(live, store):
    store.surveys.set_sharing(CODE, True, 5)
    live.goto(f"/s/{CODE}/results")
    expect(live.get_by_text("10 responses of")).to_be_visible()
    store.surveys.set_state(CODE, State.CLOSED)
    follow(live.get_by_text("closed", exact=True), True)
    store.surveys.set_sharing(CODE, False, 5)
    follow(live.get_by_text("has not made the results public"), True)
    expect(live.get_by_text("responses of")).to_have_count(0)


@pytest.mark.exhaustive
@pytest.mark.parametrize("status", [200, 403, 404])
def test_a_network_that_answers_in_the_server_s_place_takes_nothing_off(live, status):
    live.goto(DASHBOARD)
    welcome = "<h1>Welcome to our Wi-Fi</h1>"
    live.route(
        f"**{DASHBOARD}",
        lambda route: route.fulfill(status=status, content_type="text/html", body=welcome),
    )
    expect(live.get_by_text("the server does not answer")).to_be_visible()
    expect(live.get_by_text("20 of 100 responses")).to_be_visible()
    live.unroute(f"**{DASHBOARD}")
    expect(live.get_by_text("the server does not answer")).to_be_hidden()


@pytest.mark.exhaustive
def test_following_leaves_the_focus_and_what_is_being_typed(live, store, more_responses):
    live.goto(SETTINGS)
    button = live.get_by_role("button", name="Close", exact=True)
    button.focus()
    more_responses(1)
    expect(live.get_by_text("21 of 100")).to_be_visible()
    expect(button).to_be_focused()
    live.get_by_label("Hide results below").fill("9")
    store.surveys.set_sharing(CODE, True, 7)
    more_responses(1)
    expect(live.get_by_text("22 of 100")).to_be_visible()
    expect(live.get_by_label("Hide results below")).to_have_value("9")


# Every text that the count has from now on.
NOTE_COUNTS = """() => {
    const count = document.getElementById("count");
    window.noted = [];
    new MutationObserver(() => noted.push(count.textContent))
        .observe(count, { subtree: true, childList: true, characterData: true });
}"""


def held(page: Page) -> list[Route]:
    """Opens the dashboard; what it asks for from then on waits in this list."""
    routes = []

    def hold(route: Route) -> None:
        if route.request.is_navigation_request():
            route.continue_()
        else:
            routes.append(route)

    page.route(f"**{DASHBOARD}", hold)
    page.goto(DASHBOARD)
    while not routes:
        page.wait_for_timeout(20)
    return routes


def let_through(page: Page) -> None:
    """What is asked for from now on does not wait, and what waits goes on waiting."""
    page.route(f"**{DASHBOARD}", lambda route: route.continue_())


@pytest.mark.exhaustive
def test_an_older_answer_replaces_no_newer_one(live, more_responses):
    first = held(live)[0]
    older = first.fetch()
    let_through(live)
    more_responses(1)
    count = live.locator("#count")
    expect(count).to_contain_text("21 of 100")
    live.evaluate(NOTE_COUNTS)
    first.fulfill(response=older)
    more_responses(1)
    expect(count).to_contain_text("22 of 100")
    assert not any("20 of 100" in each for each in live.evaluate("noted"))


@pytest.mark.exhaustive
def test_held_still_it_takes_no_answer_that_was_on_its_way(live, more_responses):
    routes = held(live)
    more_responses(1)
    live.get_by_role("button", name="Stop updating").click()
    let_through(live)
    for route in routes:
        route.continue_()
        route.request.response().finished()
    live.wait_for_timeout(300)
    count = live.locator("#count")
    expect(count).to_contain_text("20 of 100")
    live.get_by_role("button", name="Go on updating").click()
    expect(count).to_contain_text("21 of 100")
