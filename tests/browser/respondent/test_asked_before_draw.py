"""What the server would refuse is asked once Send is pressed, before anything is drawn.

Silence draws nothing. What is asked is the same for all answers.
"""

import itertools
import re
import time
from functools import partial

import pytest
from instruments import make_instrument
from playwright.sync_api import Page, expect
from respondent_page import choose, expect_saved, press_send
from traces import DATABASES, Observer

from survey.client_build.refusals import BEGINNING, OF_A_RESPONSE
from survey.core.responses import tokens
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.store import State, Survey

CODE = "bcd234"
ANSWERS = [1, 0, 1]
RESPONSES = 'Object.keys({...localStorage}).filter((key) => key.includes("bcd234"))'
LOOK_AGAIN = 'document.dispatchEvent(new Event("visibilitychange"))'


@pytest.fixture
def slips(app, store, open_survey) -> list[str]:
    drawn = draw_tokens(3)
    store.surveys.add_tokens(CODE, [hash_token(app.secret_key, token) for token in drawn])
    return drawn


def assert_nothing_drawn(page: Page, bodies: list[str]) -> None:
    assert bodies == []
    assert page.evaluate(RESPONSES) == []
    assert [each for each in page.evaluate(DATABASES) if "unsent" in each] == []


def checked(page: Page) -> int:
    return page.locator("input:checked").count()


def test_slip_that_is_spent_draws_nothing_in_a_second_browser(
    new_context, page, survey_url, slips, bodies
):
    first = new_context().new_page()
    first.goto(f"{survey_url}#t={slips[0]}")
    choose(first, ANSWERS)
    press_send(first)
    expect_saved(first)
    page.goto(f"{survey_url}#t={slips[0]}")
    choose(page, ANSWERS)
    press_send(page)
    token = page.get_by_label("Participation token")
    expect(token).to_be_focused()
    expect(token).to_have_accessible_description(re.compile(tokens.SPENT))
    assert checked(page) == 3  # as they were
    assert_nothing_drawn(page, bodies)
    token.fill("x" * 30)
    press_send(page)
    expect(token).to_have_accessible_description(re.compile(tokens.UNKNOWN))
    assert_nothing_drawn(page, bodies)
    token.fill(slips[1])
    press_send(page)
    expect_saved(page)
    assert len(bodies) == 1


def test_the_client_knows_how_both_sentences_begin(page, survey_url, slips):
    begun = {each[:BEGINNING] for each in OF_A_RESPONSE}
    assert {"This token is not known ", "This token has been used"} <= begun


def test_too_many_wrong_tokens_of_a_network_are_said_before_a_draw(page, survey_url, slips, bodies):
    page.route("**/token", lambda route: route.fulfill(
        status=429, headers={"Content-Type": "application/problem+json", "Retry-After": "90"},
        body='{"detail": "Too many", "field": "token"}'))  # fmt: skip
    page.goto(f"{survey_url}#t={slips[0]}")
    choose(page, ANSWERS)
    press_send(page)
    expect(page.get_by_label("Participation token")).to_have_accessible_description(
        re.compile("Please wait 2 minutes")
    )
    assert_nothing_drawn(page, bodies)


def test_survey_that_has_closed_meanwhile_draws_nothing(page, survey_url, store, bodies):
    page.goto(survey_url)
    choose(page, ANSWERS)
    store.surveys.set_state(CODE, State.CLOSED)
    press_send(page)
    expect(page.get_by_text("This survey is closed and takes no more responses.")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert_nothing_drawn(page, bodies)


@pytest.mark.parametrize("path", ["state", "token"])
def test_silence_draws_nothing_and_goes_on_once_the_server_answers(
    page, survey_url, slips, bodies, path
):
    page.goto(f"{survey_url}#t={slips[0]}")
    choose(page, ANSWERS)
    page.route(f"**/{path}", lambda route: route.abort())
    press_send(page)
    expect(page.get_by_text("Not saved yet: the server does not answer.")).to_be_visible()
    expect(page.get_by_role("heading", name="Sending")).to_have_count(0)
    expect(page.get_by_text("This device keeps the reports")).to_have_count(0)  # there are none
    assert_nothing_drawn(page, bodies)
    page.unroute(f"**/{path}")
    page.evaluate(LOOK_AGAIN)
    expect_saved(page)
    assert len(bodies) == 1


def test_in_the_last_minute_it_is_closed_for_now_and_undo_brings_the_answers_back(
    page, survey_url, store, bodies
):
    page.goto(survey_url)
    choose(page, ANSWERS)
    store.surveys.begin_last_minute(CODE, int(time.time()))
    press_send(page)
    expect(page.get_by_text("This survey is closed for now.")).to_be_visible()
    assert_nothing_drawn(page, bodies)
    store.surveys.plan_closing(CODE, None)
    page.evaluate(LOOK_AGAIN)
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    expect(page.get_by_text("This survey is closed for now.")).to_have_count(0)
    assert checked(page) == 3
    press_send(page)
    expect_saved(page)


def test_whoever_comes_in_the_last_minute_can_answer_after_undo(page, survey_url, store):
    store.surveys.begin_last_minute(CODE, int(time.time()))
    page.goto(survey_url)
    expect(page.get_by_text("This survey is closed for now.")).to_be_visible()
    expect(page.get_by_text("takes no more responses")).to_be_hidden()
    store.surveys.plan_closing(CODE, None)
    page.evaluate(LOOK_AGAIN)
    choose(page, ANSWERS)
    press_send(page)
    expect_saved(page)


def test_the_end_of_the_last_minute_is_final(page, survey_url, store):
    store.surveys.begin_last_minute(CODE, int(time.time()))
    page.goto(survey_url)
    expect(page.get_by_text("This survey is closed for now.")).to_be_visible()
    store.surveys.set_state(CODE, State.CLOSED)
    page.evaluate(LOOK_AGAIN)
    expect(page.get_by_text("This survey is closed and takes no more responses.")).to_be_visible()
    expect(page.get_by_text("closed for now")).to_have_count(0)


def test_it_is_asked_again_every_half_minute(page, survey_url, store):
    asked = []
    page.on("request", lambda request: request.url.endswith("/state") and asked.append(1))
    page.clock.install()
    store.surveys.begin_last_minute(CODE, int(time.time()))
    page.goto(survey_url)
    expect(page.get_by_text("This survey is closed for now.")).to_be_visible()
    before = len(asked)
    with page.expect_request("**/state"):
        page.clock.run_for(30_500)
    assert len(asked) == before + 1


WAITS = "Not saved yet: the server does not answer."


@pytest.mark.parametrize("way", ["silent", "closed", "spent"])
def test_what_is_asked_is_the_same_for_all_answers(new_context, watched, store, app, way):
    """All that leaves the page, and all that is kept, where nothing is drawn."""
    instrument = make_instrument("1/4", "1/3", "1/10")
    store.surveys.add(Survey("ask234", instrument, State.OPEN))
    (token,) = draw_tokens(1)
    store.surveys.add_tokens("ask234", [hash_token(app.secret_key, token)])

    def begin(**options):
        context = new_context(**options)
        closed = '{"open":false,"closes":4000000000}'
        spent = '{"known":true,"spent":true}'
        answers = {"silent": {"state": ""}, "closed": {"state": closed},
                   "spent": {"token": spent}}[way]  # fmt: skip
        states = itertools.count()

        def answer(body, route):
            # The page is let in; what it asks before the draw is not.
            if route.request.method == "GET" and next(states) == 0:
                route.continue_()
            elif body:
                route.fulfill(body=body, content_type="application/json")
            else:
                route.abort()

        for name, body in answers.items():
            context.route(f"**/{name}", partial(answer, body))
        return context

    def end(page: Page) -> None:
        said = {"silent": WAITS, "closed": "closed for now", "spent": tokens.SPENT}[way]
        expect(page.get_by_text(said)).to_be_visible()
        # What is answered is in the fields as it was, until the page is left.
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")

    observer = Observer(begin, watched, f"/s/ask234#t={token}", instrument,
                        tape=lambda *_: [0] * 50, end=end, draws=False, long_ms=500)  # fmt: skip
    answers = [(0, 0, 0), (1, 1, 1), (1, 0, 1), (0, 1, 0)]
    assert observer.count_leaks(answers, [(0, 0, 0)]) == (0, len(answers))


def test_control_an_answer_in_what_is_asked_is_caught(new_context, watched, store):
    instrument = make_instrument("1/4")
    store.surveys.add(Survey("ask234", instrument, State.OPEN))
    observer = Observer(new_context, watched, "/s/ask234", instrument)
    asked = "if (!(await wouldTake(visit, slip, receipt, over"
    variant = (re.escape(asked), "fetch(`/how?${answers[0]}`); " + asked)
    assert observer.count_leaks([(0,), (1,)], [(1,)], variant) == (1, 2)
