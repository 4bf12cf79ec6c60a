"""Links in every engine: to this very questionnaire, with a token, and to real coins."""

import json

import pytest
from instruments import make_instrument
from survey_page import SEND, link_to
from traces import DATABASES

from survey.core.responses.tokens import UNKNOWN, draw_tokens, grouped, hash_token

pytestmark = pytest.mark.exhaustive

INSTRUMENT = make_instrument("1/4", "1/3")
ANSWERS = [1, 0]
TOKEN = "#token"
KEPT = "() => JSON.stringify([{...localStorage}, {...sessionStorage}])"


@pytest.fixture
def tokens(app, store, publish) -> tuple[str, list[str]]:
    """The code of a survey that needs a token, and two tokens."""
    code, drawn = publish(INSTRUMENT), draw_tokens(2)
    store.surveys.add_tokens(code, [hash_token(app.secret_key, token) for token in drawn])
    return code, drawn


def test_token_of_the_link_leaves_the_address_and_what_is_kept(page, tokens, store, watched):
    code, (token, _) = tokens
    page.ask(code, f"{link_to(INSTRUMENT)}&t={token}")
    assert page.driver.url.endswith(link_to(INSTRUMENT))
    assert page.driver.evaluate(f"() => document.querySelector('{TOKEN}').value") == grouped(token)
    page.fill_in(INSTRUMENT, ANSWERS)
    page.press_send()
    page.expect_saved()
    assert store.surveys.token_counts(code).spent == 1
    lookup, body = watched.bodies
    assert json.loads(lookup) == {"token": token}
    assert json.loads(body)["token"] == token
    kept = page.driver.evaluate(KEPT) + json.dumps(page.driver.evaluate(DATABASES))
    assert token not in kept


def test_typed_token_is_refused_or_taken_before_anything_is_drawn(
    page, tokens, store, watched, stored_ids
):
    code, (token, _) = tokens
    page.ask(code)
    page.fill_in(INSTRUMENT, ANSWERS)
    page.press_send()
    page.driver.wait_for("Please type the token")
    assert watched.bodies == []
    page.driver.type(TOKEN, "x" * 30)
    page.press_send()
    page.driver.wait_for(UNKNOWN)
    assert [json.loads(body) for body in watched.bodies] == [{"token": "x" * 30}], "nothing drawn"
    page.driver.type(TOKEN, f" {grouped(token).upper()} ")
    page.press_send()
    shown = page.expect_saved()
    sent = [json.loads(body) for body in watched.bodies]
    sent = [each for each in sent if "reports" in each]  # the others look a token up
    assert [each["response_id"] for each in sent] == [shown]
    assert stored_ids(code) == {shown}
    assert store.surveys.token_counts(code).spent == 1


def test_token_that_is_refused_once_sent_is_replaced_without_a_second_draw(
    page, app, tokens, store, watched, stored_ids
):
    code, (token, other) = tokens

    def replace_slips():
        """Once, between the question for the token and the response."""
        if b"reports" in watched.bodies[-1]:
            watched.on_post = lambda: None
            store.surveys.withdraw_tokens(code)
            store.surveys.add_tokens(code, [hash_token(app.secret_key, other)])

    watched.on_post = replace_slips
    page.ask(code)
    page.fill_in(INSTRUMENT, ANSWERS)
    page.driver.type(TOKEN, token)
    page.press_send()
    page.driver.wait_for("Sent, but not saved")
    page.driver.type(TOKEN, other)
    page.driver.click("#token-again button")
    shown = page.expect_saved()
    sent = [json.loads(body) for body in watched.bodies]
    sent = [each for each in sent if "reports" in each]
    assert [each["token"] for each in sent] == [token, other]
    assert len({(each["response_id"], *each["reports"]) for each in sent}) == 1
    assert stored_ids(code) == {shown}


def test_digest_of_the_link_names_this_questionnaire_and_no_other(page, publish, watched):
    code = publish(INSTRUMENT)
    page.ask(code, link_to(INSTRUMENT))
    page.driver.click("#questionnaire summary")
    page.driver.wait_for("This is the questionnaire that your link names")
    for fragment in (link_to(make_instrument("1/4", "1/10")), "#q=damaged"):
        page.driver.goto("about:blank")
        page.open(code, fragment)
        page.driver.wait_for("not the questionnaire that your link names", "This link is damaged")
        assert page.driver.evaluate("() => document.querySelectorAll('input').length") == 0
    assert watched.bodies == []
    assert page.complaints() == []


def test_where_no_script_runs_real_coins_do(page, publish, watched, stored):
    code = publish(INSTRUMENT)
    watched.no_scripts = True
    page.open(code)
    page.driver.wait_for("The script of this page has not run")
    assert page.driver.evaluate(f"() => document.querySelector('{SEND}').disabled")
    page.driver.click("#coin-way a")
    page.driver.wait_for("Send the outcomes")
    for number, outcome in enumerate(ANSWERS, start=1):
        page.driver.click(f'fieldset:nth-of-type({number}) input[value="{outcome}"]')
    page.driver.type("#outcomes input[type=text]", "my own words")
    page.driver.click("#outcomes button.primary")
    page.driver.wait_for("Was it counted?")
    assert [reports for _, reports in stored(code)] == [tuple(ANSWERS)]
