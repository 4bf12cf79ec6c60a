"""Where the file sends nothing, and what it takes from no server."""

from itertools import islice

import pytest
from instruments import make_instrument
from mutants import INSTRUMENT, mutants
from playwright.sync_api import expect
from respondent_page import choose, press_send, send
from single_file import open_link, with_survey

from survey.core.responses.links import survey_link
from survey.store import State, Survey

ANSWERS = [1, 0, 1]

NO_STORAGE = """Object.defineProperty(globalThis, 'localStorage', {
    get() { throw new DOMException("denied", "SecurityError"); }
});"""
NO_DATABASE = "Object.defineProperty(globalThis, 'indexedDB', {value: undefined});"
CLOSED_DATABASE = """IDBFactory.prototype.open = () => {
    throw new DOMException("denied", "SecurityError");
};"""


@pytest.mark.first_cell
@pytest.mark.parametrize("missing", [NO_STORAGE, NO_DATABASE, CLOSED_DATABASE])
def test_without_durable_storage_nothing_is_asked(page, file, link, posted, missing):
    page.add_init_script(missing)
    open_link(page, file, link)
    expect(page.get_by_text("This browser stores nothing for this page")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert posted == []


def test_storage_that_fails_when_it_is_needed_keeps_all_from_being_sent(page, file, link, posted):
    open_link(page, file, link)
    choose(page, ANSWERS)
    page.evaluate(f"() => {{ {CLOSED_DATABASE} }}")
    press_send(page)
    expect(page.get_by_text("This browser stores nothing for this page")).to_be_visible()
    assert posted == []


def test_another_questionnaire_is_refused(page, file, address, open_survey, posted):
    other = make_instrument("1/4")
    open_link(page, file, survey_link(f"{address}/s/{open_survey.code}", other.digest))
    expect(page.get_by_text("This is not the questionnaire that your link")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert posted == []


@pytest.mark.exhaustive
def test_no_altered_questionnaire_opens(page, file, address, store, posted):
    """In the page and in the file, which were given the digest: 300 mutants."""
    store.surveys.add(Survey("hstl34", INSTRUMENT, State.OPEN))
    link = survey_link(f"{address}/s/hstl34", INSTRUMENT.digest)
    served = []
    page.route(
        "**/instrument.json",
        lambda route: route.fulfill(
            body=served[-1],
            content_type="application/json",
            headers={"Access-Control-Allow-Origin": "*"},
        ),
    )
    for mutant in islice(mutants(), 300):
        served.append(mutant)
        for opened in (link, with_survey(file, link)):
            page.goto("about:blank")
            page.goto(opened)
            expect(page.get_by_text("This is not the questionnaire that your link")).to_be_visible()
            expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert posted == []


def test_pages_and_scripts_of_the_server_are_not_asked_for(page, file, link, bodies):
    """Whatever they are: all but the three routes gives a script that sends the answers."""
    leak = "document.addEventListener('change', () => fetch('/leak', {method: 'POST'}))"
    page.route(
        lambda url: url.startswith("http") and not url.endswith(("json", "state", "responses")),
        lambda route: route.fulfill(body=leak, content_type="text/javascript"),
    )
    open_link(page, file, link)
    send(page, ANSWERS)
    assert len(bodies) == 1
