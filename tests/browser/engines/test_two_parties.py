"""Two origins by TLS in every engine: a holder gives the page, a collector takes the reports."""

import pytest
from holder import PAGE
from hostile_collector import (
    INSTEAD_OF_AN_ACKNOWLEDGEMENT,
    ROUTES,
    HostileCollector,
    false_acknowledgement,
)
from instruments import make_mixed_instrument
from live_server import serving
from table_of_lies import cells

from survey.core.responses.links import survey_link

pytestmark = pytest.mark.exhaustive

INSTRUMENT = make_mixed_instrument()
ANSWERS = [1, 2, (1, 0), 17, 3]
LIES = cells("client", "acknowledgement")
OF_OTHER_REPORTS = "of other reports"  # of another number of questions


@pytest.fixture
def watched(app) -> HostileCollector:
    return HostileCollector(app)


@pytest.fixture
def address(watched, authority) -> str:
    with serving(watched, authority.context("collector")) as address:
        yield address


@pytest.fixture
def ask(page, holder, authority, publish, app):
    """Opens the survey by its link with the held page; gives its code."""
    with serving(holder, authority.context("holder")) as origin:

        def ask() -> str:
            code = publish(INSTRUMENT)
            key = app.extensions["signing_key"].public.fingerprint
            at = f"{page.address}/s/{code}"
            page.driver.goto(survey_link(at, INSTRUMENT.digest, key=key, client=origin + PAGE))
            page.wait_for_questionnaire()
            return code

        yield ask


def test_an_answer_arrives_and_the_holder_sees_none(page, ask, watched, holder, stored_ids):
    code = ask()
    before = [*holder.asked]
    page.fill_in(INSTRUMENT, ANSWERS)
    page.press_send()
    shown = page.expect_saved()
    assert stored_ids(code) == {shown}
    assert holder.asked == before
    assert PAGE in {path for _, _, path in before}
    assert {path.rpartition("/")[2] for _, path, *_ in watched.requests} == ROUTES
    page.driver.reload()
    assert page.expect_saved() == shown
    assert len(watched.bodies) == 1


@pytest.mark.parametrize("answer", INSTEAD_OF_AN_ACKNOWLEDGEMENT)
def test_whatever_answers_a_response_nothing_more_is_asked(page, ask, watched, holder, answer):
    ask()
    before = [*holder.asked]
    watched.instead["/responses"] = INSTEAD_OF_AN_ACKNOWLEDGEMENT[answer]
    page.fill_in(INSTRUMENT, ANSWERS)
    page.press_send()
    page.driver.wait_until(lambda: watched.bodies)
    page.driver.wait_until(lambda: page.driver.evaluate(SAID) not in ("", "Sending…"))
    assert page.driver.evaluate("() => !document.querySelector('#receipt .digest')")
    assert holder.asked == before
    assert {path.rpartition("/")[2] for _, path, *_ in watched.requests} == ROUTES
    assert len(set(watched.bodies)) == 1


SAID = "() => document.querySelector('#delivery').textContent"


@pytest.mark.parametrize("lie", [name for name in LIES if name != OF_OTHER_REPORTS])
def test_a_false_signature_is_never_sent(page, ask, watched, app, lie):
    told = LIES[lie]()
    code = ask()
    signer = told.signer or app.extensions["signing_key"]
    watched.false = false_acknowledgement(signer, {"code": code} | told.changes)
    page.fill_in(INSTRUMENT, ANSWERS)
    page.press_send()
    page.driver.wait_for("is not signed by this survey's server")
