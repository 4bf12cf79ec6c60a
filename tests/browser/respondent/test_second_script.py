"""The second script: nothing can be sent before it is there, and nothing is asked for afterwards.

It is asked for once the questionnaire is shown, whatever is answered or kept; where it is lost, the
page asks again by itself, and what is marked stays.
"""

import re
import time

import pytest
from answered_instead import serve_instead
from grids import usually
from instruments import make_instrument
from playwright.sync_api import Page, expect
from respondent_page import SECOND_SCRIPT as SECOND
from respondent_page import choose, expect_saved, forget, press_send, send, send_button
from tape import put_tape

from survey.core.instrument.digest_forms import full_form

NOT_YET = "You can send as soon as the rest of this page has loaded."
PORTAL = "<p>Sign in</p>"

# How one load of the script can be lost.
LOSSES = {
    "dropped": lambda route: route.abort(),
    "refused": lambda route: route.fulfill(status=503, body="busy"),
    "portal": lambda route: route.fulfill(body=PORTAL, content_type="text/html"),
    "redirect": lambda route: route.fulfill(status=302, headers={"Location": "/how"}),
    "altered": lambda route: route.fulfill(
        body=f"globalThis.altered = 1;{route.fetch().text()}", content_type="text/javascript"
    ),
}


@pytest.fixture
def three(publish):
    """The path of three questions of yes or no."""
    return publish(make_instrument("1/4", "1/4", "1/4"))


def held(page: Page) -> list:
    """The loads of the second script, which wait until the test goes on with them."""
    loads = []
    page.route(SECOND, lambda route: loads.append(route))
    return loads


def asked_for(page: Page) -> list[str]:
    """A list that grows by each request of the page: its method and path, without a digest."""
    asked = []

    def note(request):
        path = re.sub("-[0-9a-f]{16}", "", request.url.split("/", 3)[3])
        asked.append(f"{request.method} {path}")

    page.on("request", note)
    return asked


@pytest.mark.exhaustive
@pytest.mark.parametrize("width", [360])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_questions_can_be_answered_before_it_is_there_but_not_sent(
    new_context, three, store, width, theme
):
    page = new_context(width, color_scheme=theme).new_page()
    loads = held(page)
    page.goto(three)
    choose(page, [1, 0, 1])
    expect(send_button(page)).to_be_disabled()
    expect(page.get_by_text(NOT_YET)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    # Not by force either.
    page.evaluate("document.getElementById('answers').requestSubmit()")
    expect(page.get_by_role("radiogroup").first).to_be_visible()
    assert page.evaluate("Object.keys(localStorage)") == []
    loads[0].continue_()
    expect(send_button(page)).to_be_enabled()
    expect(page.get_by_text(NOT_YET)).to_be_hidden()
    press_send(page)  # what was marked stays
    expect_saved(page)
    assert store.responses.tally("pub234").responses == 1


def test_nothing_is_asked_for_once_an_answer_is_given(page, three):
    asked = asked_for(page)
    page.goto(three)
    expect(send_button(page)).to_be_enabled()
    assert len([each for each in asked if "after-send" in each]) == 1
    page.wait_for_load_state("networkidle")
    asked.clear()
    choose(page, [1, 0, 1])
    assert asked == []
    send(page, [0, 1, 1])
    assert [each.partition(" ")[0] for each in asked] == ["GET", "POST"]  # state, and responses
    page.get_by_text("Was it counted?").click()
    forget(page)
    assert len(asked) == 2


@pytest.mark.first_cell
@pytest.mark.parametrize("loss", usually(["dropped", "altered"], LOSSES))
def test_it_is_asked_for_again_where_it_was_lost(page, three, loss, bodies):
    lost = []
    page.route(SECOND, lambda route: (lost.append(route), LOSSES[loss](route)), times=1)
    page.goto(three)
    choose(page, [1, 0, 1])
    expect(send_button(page)).to_be_enabled()
    assert len(lost) == 1
    assert page.evaluate("globalThis.altered") is None
    press_send(page)
    expect_saved(page)
    assert len(bodies) == 1


def test_another_script_in_its_place_never_runs(page, three, bodies):
    tries = []
    page.route(SECOND, lambda route: (tries.append(route), LOSSES["altered"](route)))
    page.goto(three)
    choose(page, [1, 0, 1])
    while len(tries) < 3:  # the load, the fetch past the cache, and the load of that
        page.wait_for_timeout(50)
    expect(page.get_by_text(NOT_YET)).to_be_visible()
    expect(send_button(page)).to_be_disabled()
    assert page.evaluate("[typeof altered, typeof afterSend]") == ["undefined", "undefined"]
    assert bodies == []


def test_what_a_network_once_cached_in_its_place_is_fetched_anew(page, three, watched):
    inner, asked = watched.inner, []

    def portal(environ, start_response):
        if not SECOND.search(environ["PATH_INFO"]):
            return inner(environ, start_response)
        asked.append(environ["PATH_INFO"])
        if len(asked) > 1:
            return inner(environ, start_response)
        kept = "max-age=31536000, immutable"
        start_response("200 OK", [("Content-Type", "text/html"), ("Cache-Control", kept)])
        return [PORTAL.encode()]

    watched.inner = portal
    page.goto(three)
    expect(send_button(page)).to_be_enabled()
    assert len(asked) == 2


@pytest.mark.exhaustive
def test_offline_after_the_first_page_it_comes_with_the_network(page, three):
    """At once: waits between attempts are lengthened to an hour by a clock that stands."""
    lost = []
    page.route(SECOND, lambda route: (lost.append(route), route.abort()))
    page.add_init_script(
        "const wait = setTimeout;"
        "setTimeout = (act, ms) => wait(act, ms > 400 && ms < 30_000 && ms !== 2_000 ? 3.6e6 : ms);"
    )
    page.goto(three)
    choose(page, [1, 0, 1])
    expect(page.get_by_text(NOT_YET)).to_be_visible()
    page.context.set_offline(True)
    page.unroute(SECOND)
    tries = len(lost)
    page.context.set_offline(False)
    expect(send_button(page)).to_be_enabled()
    assert tries == 1
    press_send(page)
    expect_saved(page)


@pytest.mark.exhaustive
@pytest.mark.parametrize("answers", [[1, 1, 1], [0, 1, 0], None])
def test_when_it_is_asked_for_again_depends_on_no_answer(new_context, three, answers):
    """The waits and the requests while it is lost are those of a page that nobody touches."""
    seen = [lost_three_times(new_context().new_page(), three, each) for each in (answers, None)]
    assert seen[0] == seen[1]
    requests, waits = seen[0]
    assert len([each for each in requests if "after-send" in each]) >= 5
    assert len(waits) >= 2


def lost_three_times(page: Page, path: str, answers) -> tuple[list[str], list[float]]:
    put_tape(page, [0] * 1000)
    page.add_init_script(
        "globalThis.waits = []; const wait = setTimeout;"
        "setTimeout = (act, ms) => { if (ms !== 2_000 && ms < 9_000) waits.push(ms);"
        " return wait(act, ms); };"
    )
    asked = asked_for(page)
    lost = []

    def lose(route):
        lost.append(route)
        if len(lost) <= 5:  # a load, then each time a fetch and a load
            route.abort()
        else:
            route.continue_()

    page.route(SECOND, lose)
    page.goto(path)
    if answers:
        choose(page, answers)
    expect(send_button(page)).to_be_enabled()
    page.wait_for_load_state("networkidle")
    # Those that are loaded beside each other come in any order.
    return sorted(asked), page.evaluate("waits")


def test_a_response_that_waits_is_resumed_once_it_is_there(page, three, bodies):
    page.goto(three)
    page.route("**/responses", lambda route: route.abort())
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    loads = held(page)
    page.unroute("**/responses")
    page.reload()
    expect(page.locator("#loading")).to_be_visible()
    while not loads:
        page.wait_for_timeout(50)
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    loads[0].continue_()
    expect_saved(page)
    assert len(set(bodies)) == 1


def test_another_tab_that_drew_meanwhile_is_followed(page, three, store):
    loads = held(page)
    page.goto(three)
    choose(page, [1, 1, 1])
    other = page.context.new_page()
    other.goto(three)
    send(other, [0, 0, 0])
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    loads[0].continue_()
    expect_saved(page)
    assert store.responses.tally("pub234").responses == 1


@pytest.mark.first_cell
@pytest.mark.parametrize("kept", [True, False])
def test_a_refused_questionnaire_asks_for_it_alike(page, publish, kept):
    """Whether this browser keeps a response, which could be forgotten, no request tells."""
    instrument = make_instrument()
    path = publish(instrument)
    if kept:
        page.goto(path)
        send(page, [1] * len(instrument.questions))
        page.close()
    page = page.context.new_page() if kept else page
    serve_instead(page, make_instrument("9/20"))
    asked = asked_for(page)
    page.route(SECOND, lambda route: route.continue_())  # no cache
    page.goto(f"{path}#q={full_form(instrument.digest)}")
    expect(page.get_by_text("not the questionnaire that your link names")).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert len([each for each in asked if "after-send" in each]) == 1
    expect(page.get_by_role("button", name="Forget it here")).to_have_count(int(kept))


def test_the_first_question_does_not_wait_for_it(page, three, watched):
    """On a server that takes two seconds for it, the question is there before."""
    inner = watched.inner

    def slow(environ, start_response):
        if SECOND.search(environ["PATH_INFO"]):
            time.sleep(2)
        return inner(environ, start_response)

    watched.inner = slow
    with page.expect_request(SECOND):
        page.goto(three)
    expect(page.get_by_role("radiogroup").first).to_be_visible()
    assert page.evaluate("typeof afterSend") == "undefined"
    expect(send_button(page)).to_be_enabled()
