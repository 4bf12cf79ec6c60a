"""How the page opens: again with three requests, on a slow network without jump or alarm."""

import re
import time

import pytest
from grids import usually
from instruments import make_instrument, make_mixed_instrument
from playwright.sync_api import Page, Route, expect
from respondent_page import another_answers, choose, press_send, send_button
from slow_network import open_slowly
from traces import CLIENT

from survey.core.instrument.digest_forms import full_form

MOST_SHIFT = 0.05


@pytest.mark.first_cell
@pytest.mark.parametrize("width", [360, 1280])
def test_nothing_jumps_and_nothing_alarms_on_a_slow_network(new_context, publish, width):
    page = new_context(width).new_page()
    seen = open_slowly(page, publish(make_mixed_instrument()))
    waited = seen["question"]
    print(f"{width} pixels: shift {seen['shift']:.3f}, question {waited:.0f} ms after a first byte")
    assert seen["shift"] < MOST_SHIFT
    assert not seen["alarm"]
    # What would jump is seen.
    page.evaluate(
        """async () => {
            const late = document.createElement("p");
            late.style.height = "200px";
            document.getElementById("main").prepend(late);
            while (window.seen.shift < 0.05) await new Promise(requestAnimationFrame);
        }"""
    )


def test_second_visit_asks_whether_the_page_is_the_same_and_for_the_survey(
    new_context, publish, watched
):
    path = publish(make_instrument())
    context = new_context()
    for _ in range(2):
        watched.requests.clear()
        page = context.new_page()
        page.goto(path)
        expect(send_button(page)).to_be_enabled()
        page.wait_for_load_state("networkidle")
    asked = {address: headers for _, address, headers, _ in watched.requests}
    assert len(watched.requests) == len(asked)
    assert asked.keys() == {path, f"{path}/instrument.json", f"{path}/state"}
    assert "HTTP_IF_NONE_MATCH" in asked[path]
    sent, page_size = page.evaluate(
        "(({transferSize, encodedBodySize}) => [transferSize, encodedBodySize])"
        "(performance.getEntriesByType('navigation')[0])"
    )
    assert sent < page_size / 2  # 304


def held(page: Page) -> list:
    """The loads of the page's script, which wait until the test goes on with them."""
    loads = []
    page.route(re.compile("/client/client-"), lambda route: loads.append(route))
    return loads


def test_questionnaire_is_asked_for_before_the_script_is_there_and_once(page, publish, watched):
    path = publish(make_instrument())
    scripts = held(page)
    with page.expect_response("**/state"), page.expect_response("**/instrument.json"):
        page.goto(path, wait_until="commit")
    while not scripts:
        page.wait_for_timeout(50)
    expect(page.locator("#loading")).to_be_visible()
    scripts[0].continue_()
    expect(send_button(page)).to_be_enabled()
    page.wait_for_load_state("networkidle")
    assert documents(watched) == [f"{path}/instrument.json", f"{path}/state"]


@pytest.mark.first_cell
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_stalled_page_says_that_it_is_loading_long_before_it_alarms(
    new_context, publish, width, theme
):
    context = new_context(width, color_scheme=theme)
    page = context.new_page()
    held(page)
    page.goto(publish(make_instrument()), wait_until="commit")
    loading, alarm = page.get_by_text("Still loading…"), page.get_by_text("answer with real coins")
    expect(page.locator(".skeleton")).to_be_visible()
    for seconds, said in ((4.9, []), (5.1, [loading]), (14.9, [loading]), (15.1, [loading, alarm])):
        page.evaluate(
            """(seconds) => {
                for (const each of document.getAnimations()) {
                    each.pause();
                    each.currentTime = 1000 * seconds;
                }
            }""",
            seconds,
        )
        for each in (loading, alarm):
            expect(each).to_be_visible(visible=each in said)
        for each in said:
            expect(each).to_be_in_viewport()


def documents(watched) -> list[str]:
    """The survey's documents that were asked for."""
    asked = [address for _, address, _, _ in watched.requests]
    return sorted(each for each in asked if each.endswith(("/instrument.json", "/state")))


def alter(route: Route) -> None:
    route.fulfill(body=route.fetch().text() + " ", content_type="text/javascript")


# How the one load of the script can be lost.
LOSSES = {
    "dropped": lambda route: route.abort(),
    "refused": lambda route: route.fulfill(status=503, body="busy"),
    "portal": lambda route: route.fulfill(body="<p>Sign in</p>", content_type="text/html"),
    "redirect": lambda route: route.fulfill(status=302, headers={"Location": "/how"}),
    "altered": alter,
}
SEND_ANSWERS = {"name": "Send", "exact": True}


@pytest.mark.first_cell
@pytest.mark.parametrize("loss", usually(["dropped", "portal"], LOSSES))
def test_page_is_loaded_again_where_its_script_was_lost(page, publish, watched, loss):
    instrument = make_instrument()
    path, fragment = publish(instrument), f"#q={full_form(instrument.digest)}"
    page.route(CLIENT, LOSSES[loss], times=1)
    page.goto(path + fragment)
    expect(page.get_by_role("button", **SEND_ANSWERS)).to_be_enabled()
    assert page.url.endswith(path + fragment)
    assert [address for _, address, _, _ in watched.requests].count(path) == 2
    assert page.evaluate("history.state") is None  # the next loss is a first one again


@pytest.mark.exhaustive
def test_what_a_network_once_cached_in_place_of_the_script_is_fetched_anew(page, publish, watched):
    """Its own address never changes, so no reload would ask again.

    To its last byte: a page that is loaded anew while the script is on its way ends that.
    """
    inner, asked = watched.inner, []

    def slowly(answer):
        script = b"".join(answer)
        yield script[:1000]
        time.sleep(0.5)  # a slow network, so that the headers are there long before
        yield script[1000:]

    def portal(environ, start_response):
        if not environ["PATH_INFO"].startswith("/client/client-"):
            return inner(environ, start_response)
        asked.append(environ["PATH_INFO"])
        if len(asked) > 1:
            return slowly(inner(environ, start_response))
        kept = "max-age=31536000, immutable"
        start_response("200 OK", [("Content-Type", "text/html"), ("Cache-Control", kept)])
        return [b"<p>Sign in</p>"]

    watched.inner = portal
    page.goto(publish(make_instrument()))
    expect(page.get_by_role("button", **SEND_ANSWERS)).to_be_enabled()
    assert len(asked) == 2


NOT_THE_SERVER = {
    "an API gateway": {"status": 404, "json": {"message": "no Route matched with those values"}},
    "a sign-in page's own JSON": {"status": 200, "json": {"login": "https://portal.example/"}},
    "no object": {"status": 200, "json": [True]},
}


@pytest.mark.first_cell
@pytest.mark.parametrize("answer", NOT_THE_SERVER)
def test_a_networks_json_does_not_say_that_a_survey_is_unknown_or_closed(page, publish, answer):
    path = publish(make_instrument())
    page.route("**/state", lambda route: route.fulfill(**NOT_THE_SERVER[answer]))
    page.goto(path)
    expect(another_answers(page)).to_be_visible()
    page.unroute("**/state")
    expect(page.get_by_role("button", **SEND_ANSWERS)).to_be_enabled()


NOTE_WAITS = "window.waits = []; window.setTimeout = (act, ms) => window.waits.push(ms);"


@pytest.mark.exhaustive
def test_waits_before_it_is_loaded_again_double_up_to_half_a_minute(page, publish):
    path = publish(make_instrument())
    page.route(CLIENT, lambda route: route.abort())
    page.add_init_script(NOTE_WAITS)
    page.goto(path)
    waits = []
    for _ in range(6):
        page.wait_for_function("() => window.waits.length === 1")
        waits += page.evaluate("window.waits")
        page.reload()
    assert waits == [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]


def test_page_that_was_loaded_in_vain_for_long_offers_coins_at_once(page, publish):
    page.route(CLIENT, lambda route: route.abort())
    page.add_init_script(NOTE_WAITS)
    page.goto(publish(make_instrument()))
    page.evaluate("history.replaceState(3, '')")
    page.reload()
    expect(page.get_by_text("answer with real coins")).to_be_in_viewport()
    # Not just because it has been waited for here: nothing moves that it would wait for.
    assert page.evaluate("document.getElementById('coin-way').getAnimations().length") == 0


def test_another_files_loss_loads_nothing_again(page, publish):
    """With answers in the page, least of all."""
    page.add_init_script(NOTE_WAITS)
    page.goto(publish(make_instrument()))
    expect(page.get_by_role("button", **SEND_ANSWERS)).to_be_enabled()
    page.evaluate("window.waits.length = 0")
    page.evaluate(
        """() => new Promise((resolve) => {
            const lost = Object.assign(document.createElement("script"), {
                type: "module", src: "/client/nothing.js", onerror: resolve });
            document.head.append(lost);
        })"""
    )
    assert page.evaluate("[history.state, window.waits]") == [None, []]


GATE = "A sign-in or a warning page stands before this survey's server"
SAID = """
globalThis.said = [];
new MutationObserver(() => said.push(document.getElementById("delivery")?.textContent))
    .observe(document, { subtree: true, childList: true });
"""
WARNING = {"body": "<h1>You are about to visit</h1>", "content_type": "text/html"}


@pytest.mark.parametrize(
    "answer",
    [WARNING, WARNING | {"status": 401}, {"status": 302, "headers": {"Location": "/sign-in"}}],
    ids=["tunnel", "basic auth", "single sign-on"],
)
def test_a_gate_that_lets_the_page_through_alone_is_named_and_coins_are_offered(
    page, survey_url, answer
):
    """A network before one signs in is blamed for the first foreign answer, and no longer."""
    page.route(re.compile("/(state|instrument.json)$"), lambda route: route.fulfill(**answer))
    page.add_init_script(SAID)
    page.goto(survey_url)
    expect(page.get_by_text(GATE)).to_be_visible()
    assert "This network may want you to sign in" in page.evaluate("said.join()")
    expect(page.get_by_text("This network")).to_have_count(0)
    expect(page.get_by_role("link", name="answer with real coins")).to_be_visible()
    page.unroute(re.compile("/(state|instrument.json)$"))
    expect(page.get_by_role("radiogroup")).to_have_count(3)  # it was asked again all the while
    expect(page.get_by_text(GATE)).to_be_hidden()
    expect(page.get_by_role("link", name="answer with real coins")).to_be_hidden()


def test_a_gate_offers_no_coins_beside_a_response_that_waits(page, survey_url):
    page.route("**/responses", lambda route: route.abort())
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.route(re.compile("/(state|instrument.json)$"), lambda route: route.fulfill(**WARNING))
    with page.expect_response("**/state"):
        page.reload()
    with page.expect_response("**/state"):
        pass
    with page.expect_response("**/state"):
        pass
    expect(page.get_by_text("Not saved yet: another system replied")).to_be_visible()
    expect(page.get_by_role("link", name="answer with real coins")).to_be_hidden()
