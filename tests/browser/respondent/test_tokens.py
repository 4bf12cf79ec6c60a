"""A participation token in a real browser: from the slip's link or typed, once."""

import json
import re

import pytest
from page_faults import axe_faults
from playwright.sync_api import Page, expect
from respondent_page import choose, expect_saved, forget, press_send
from traces import DATABASES

from survey.core.responses import tokens
from survey.core.responses.tokens import draw_tokens, grouped, hash_token
from survey.store import State, TokenCounts


@pytest.fixture
def issued(app, store, open_survey) -> list[str]:
    """Three tokens of the open survey."""
    drawn = draw_tokens(3)
    store.surveys.add_tokens("bcd234", [hash_token(app.secret_key, token) for token in drawn])
    return drawn


def token_field(page):
    return page.get_by_label("Participation token")


def test_token_of_the_link_is_sent_once_and_leaves_the_address(
    page, survey_url, issued, store, watched, bodies
):
    page.goto(f"{survey_url}#t={issued[0]}")
    expect(token_field(page)).to_have_value(grouped(issued[0]))
    assert page.url.endswith(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect_saved(page)
    assert store.surveys.token_counts("bcd234") == TokenCounts(3, 1)
    assert json.loads(bodies[0])["token"] == issued[0]
    # In no address, header or earlier request; only in two bodies.
    has_it = [each for each in watched.requests if issued[0] in repr(each)]
    assert [(method, path) for method, path, *_ in has_it] == [
        ("POST", f"{survey_url}/token"),
        ("POST", f"{survey_url}/responses"),
    ]
    assert not any(issued[0] in repr(headers) for _, _, headers, _ in has_it)
    assert page.evaluate("sessionStorage.length") == 0
    # Nor in what this browser keeps, beside the response that it let through.
    kept = page.evaluate("JSON.stringify({...localStorage})") + repr(page.evaluate(DATABASES))
    assert json.loads(bodies[0])["response_id"] in kept
    assert issued[0] not in kept


@pytest.mark.exhaustive
def test_token_outlives_a_reload_and_another_slip_replaces_it(page, survey_url, issued):
    page.goto(f"{survey_url}#t={issued[0]}")
    expect(token_field(page)).to_have_value(grouped(issued[0]))
    page.reload()
    expect(token_field(page)).to_have_value(grouped(issued[0]))
    page.goto(f"{survey_url}#t={issued[1]}")
    expect(token_field(page)).to_have_value(grouped(issued[1]))


def test_typed_token_is_checked_before_anything_is_drawn(page, survey_url, issued, store, bodies):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    token_field(page).fill("abc")
    press_send(page)
    expect(token_field(page)).to_be_focused()
    expect(token_field(page)).to_have_accessible_description(re.compile("30 letters and digits"))
    assert bodies == []
    token_field(page).fill(f" {grouped(issued[0]).upper()} ")
    press_send(page)
    expect_saved(page)
    assert store.surveys.token_counts("bcd234") == TokenCounts(3, 1)


def let_every_token_through(page: Page) -> None:
    """As if the token had been spent between the question and the response."""
    page.route("**/token", lambda route: route.fulfill(json={"known": True, "spent": False}))


def test_refused_token_is_corrected_without_a_second_draw(page, survey_url, issued, store, bodies):
    let_every_token_through(page)
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    token_field(page).fill("x" * 30)
    press_send(page)
    expect(page.get_by_text(tokens.UNKNOWN)).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    page.reload()  # what is remembered is refused again, and asked for again
    expect(page.get_by_text(tokens.UNKNOWN)).to_be_visible()
    token_field(page).fill(issued[0])
    page.get_by_role("button", name="Send with this token").click()
    expect_saved(page)
    expect(token_field(page)).to_be_hidden()
    assert store.responses.tally("bcd234").responses == 1
    sent = [json.loads(body) for body in bodies]
    assert len(sent) == 3
    assert len({(each["response_id"], tuple(each["reports"])) for each in sent}) == 1


def test_token_that_was_spent_meanwhile_is_said(new_context, survey_url, issued, store):
    for expected in (None, tokens.SPENT):
        page = new_context().new_page()
        let_every_token_through(page)
        page.goto(f"{survey_url}#t={issued[0]}")
        choose(page, [1, 0, 1])
        press_send(page)
        if expected is None:
            expect_saved(page)
        else:
            expect(page.get_by_text(expected)).to_be_visible()
            expect(page.get_by_role("button", name="Send with this token")).to_be_hidden()
            token_field(page).fill(issued[1])
            page.get_by_role("button", name="Send with this token").click()
            expect_saved(page)
    assert store.surveys.token_counts("bcd234") == TokenCounts(3, 2)


@pytest.mark.exhaustive
def test_forgetting_a_refused_response_forgets_its_token(page, survey_url, issued, store):
    """Whoever answers next in this tab would spend another person's token."""
    page.goto(f"{survey_url}#t={issued[0]}")
    choose(page, [1, 0, 1])
    page.on("requestfinished", lambda request: request.url.endswith("/token")
            and store.surveys.set_state("bcd234", State.CLOSED))  # fmt: skip
    press_send(page)
    expect(page.get_by_role("alert").filter(has_text="This survey is closed")).to_be_visible()
    page.reload()
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    assert issued[0] not in page.evaluate(
        "JSON.stringify([{...localStorage}, {...sessionStorage}])"
    )


@pytest.mark.exhaustive
def test_second_slip_in_a_browser_that_has_answered_is_not_used_and_that_is_said(
    page, survey_url, issued, store
):
    page.goto(f"{survey_url}#t={issued[0]}")
    choose(page, [1, 0, 1])
    press_send(page)
    expect_saved(page)
    page.goto("about:blank")
    page.goto(f"{survey_url}#t={issued[1]}")
    expect(page.get_by_text("the slip that was opened is not used")).to_be_visible()
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{survey_url}#t={issued[1]}")
    choose(page, [0, 0, 1])
    press_send(page)
    expect_saved(page)
    assert store.surveys.token_counts("bcd234") == TokenCounts(3, 2)


@pytest.mark.exhaustive
def test_second_slip_in_the_tab_of_a_receipt_is_told_of_as_in_a_new_tab(
    page, survey_url, issued, store
):
    """Only the fragment changes: the first person's "Sent." is not to stand there for another."""
    page.goto(f"{survey_url}#t={issued[0]}")
    choose(page, [1, 0, 1])
    press_send(page)
    expect_saved(page)
    page.goto(f"{survey_url}#t={issued[1]}")
    expect(page.get_by_text("the slip that was opened is not used")).to_be_visible()
    forget(page)
    expect(page.get_by_text("This device has forgotten")).to_be_visible()
    page.goto(f"{survey_url}#t={issued[1]}")
    expect(token_field(page)).to_have_value(grouped(issued[1]))
    choose(page, [0, 0, 1])
    press_send(page)
    expect_saved(page)
    assert store.surveys.token_counts("bcd234") == TokenCounts(3, 2)


def test_slip_that_is_scanned_where_another_is_asked_for_is_filled_in(page, survey_url, issued):
    let_every_token_through(page)
    page.goto(f"{survey_url}#t={'x' * 30}")
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text(tokens.UNKNOWN)).to_be_visible()
    page.goto(f"{survey_url}#t={issued[0]}")
    expect(token_field(page)).to_have_value(grouped(issued[0]))
    page.get_by_role("button", name="Send with this token").click()
    expect_saved(page)


def test_slips_link_is_read_in_full_width_letters_and_in_the_field(page, survey_url, issued):
    wide = "".join(chr(ord(each) + 0xFEE0) for each in issued[0])
    page.goto(f"{survey_url}#t={wide}")
    expect(token_field(page)).to_have_value(grouped(issued[0]))
    let_every_token_through(page)
    choose(page, [1, 0, 1])
    token_field(page).fill(f"Your slip: {survey_url}#t={issued[1]}")
    press_send(page)
    expect_saved(page)


@pytest.mark.exhaustive
def test_slips_issued_after_the_page_was_opened_are_asked_for(page, survey_url, app, store, bodies):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    (token,) = draw_tokens(1)
    store.surveys.add_tokens("bcd234", [hash_token(app.secret_key, token)])
    press_send(page)
    expect(page.get_by_text(tokens.MISSING)).to_be_visible()
    page.get_by_role("button", name="Try again").click()
    token_field(page).fill(token)
    page.get_by_role("button", name="Send with this token").click()
    expect_saved(page)
    sent = [json.loads(body) for body in bodies]
    assert len({(each["response_id"], tuple(each["reports"])) for each in sent}) == 1
    assert store.surveys.token_counts("bcd234") == TokenCounts(1, 1)


@pytest.mark.exhaustive
def test_slips_withdrawn_after_the_page_was_opened_keep_no_response_out(
    page, survey_url, issued, store, bodies
):
    """Else "forget" would be the only way on, and answering again a second draw."""
    page.goto(f"{survey_url}#t={issued[0]}")
    choose(page, [1, 0, 1])
    store.surveys.withdraw_tokens("bcd234")
    press_send(page)
    expect(page.get_by_text(tokens.NOT_NEEDED)).to_be_visible()
    page.goto("about:blank")
    page.goto(survey_url)  # by its own link, as the sentence says
    expect_saved(page)
    first, again, without = (json.loads(body) for body in bodies)
    assert again == first  # the state's word alone takes no token away
    assert first.pop("token") == issued[0]
    assert first == without
    assert store.responses.tally("bcd234").responses == 1


@pytest.mark.exhaustive
def test_state_that_wants_no_token_changes_no_byte_of_a_retry(page, survey_url, issued, bodies):
    """Promise 4: the server may lie, or a network may keep an old state."""
    page.route("**/responses", lambda route: route.fulfill(status=503))
    page.goto(f"{survey_url}#t={issued[0]}")
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    page.unroute("**/responses")
    page.route(
        "**/state",
        lambda route: route.fulfill(
            body='{"open":true,"token":false}', content_type="application/json"
        ),
    )
    page.reload()
    expect_saved(page)
    assert len(set(bodies)) == 1


@pytest.mark.exhaustive
def test_typing_a_token_is_no_fault(page, survey_url, issued):
    """It stands in no question, so nothing there is pointed out or cleared."""
    faults = []
    page.on("pageerror", lambda fault: faults.append(fault))
    page.goto(survey_url)
    token_field(page).fill(issued[0])
    token_field(page).press("Tab")
    choose(page, [1, 0, 1])
    press_send(page)
    expect_saved(page)
    assert faults == []


def test_missing_token_is_asked_for(page, survey_url, issued):
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(token_field(page)).to_have_accessible_description(re.compile("Please type the token"))


def test_instructor_prints_slips_that_open_the_survey(
    instructor_page, new_context, open_survey, store
):
    instructor_page.goto("/surveys/bcd234/settings")
    instructor_page.get_by_role("link", name="Print slips").click()
    instructor_page.get_by_label("How many slips").fill("7")
    instructor_page.get_by_role("button", name="Print slips").click()
    slips = instructor_page.get_by_role("listitem")
    expect(slips).to_have_count(7)
    assert axe_faults(instructor_page) == []
    token = re.search(r"(\w{5}-){5}\w{5}", slips.first.inner_text())[0]
    respondent = new_context().new_page()
    respondent.goto(f"/s/bcd234#t={token.replace('-', '')}")
    choose(respondent, [1, 0, 1])
    press_send(respondent)
    expect_saved(respondent)
    instructor_page.goto("/surveys/bcd234/tokens")
    expect(instructor_page.get_by_text(re.compile(r"7\s+issued,\s+1\s+spent"))).to_be_visible()


def test_survey_without_tokens_shows_no_field(page, survey_url, bodies):
    page.goto(survey_url)
    expect(page.get_by_role("radiogroup").first).to_be_visible()
    expect(token_field(page)).to_have_count(0)
