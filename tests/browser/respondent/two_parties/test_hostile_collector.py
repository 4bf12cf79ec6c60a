"""A collector that answers anything at all learns no answer: the page comes from somebody else."""

import json
import re
from hashlib import sha256
from urllib.parse import urlsplit

import pytest
from holder import PAGE
from hostile_collector import (
    HTML,
    INSTEAD_OF_AN_ACKNOWLEDGEMENT,
    JSON,
    LEAK,
    ROUTES,
    SCRIPT,
    HostileCollector,
    false_acknowledgement,
)
from instruments import make_instrument
from leaks import LEAKS
from lies_to_clients import REFUSED
from playwright.sync_api import expect
from respondent_page import choose, fill_in, press_send
from single_file import put_changed_file
from table_of_lies import cells
from tape import put_tape, tape_for

from survey.core.responses.links import survey_link
from survey.store import State, Survey

SENT = "Sent."
QUESTIONNAIRES = cells("client", "questionnaire")
ACKNOWLEDGEMENTS = cells("client", "acknowledgement")
INSTRUMENT = make_instrument("1/4", "1/3")
NO_COLLECTOR = re.compile("nother system replied instead of the server|not the questionnaire that")


@pytest.fixture
def watched(app) -> HostileCollector:
    return HostileCollector(app)


@pytest.fixture
def asked(new_context, watched, holder, address, held, store):
    """All that a page sends and both servers are asked, for these answers and reports."""
    store.surveys.add(Survey("hstl34", INSTRUMENT, State.OPEN))
    link = survey_link(f"{address}/s/hstl34", INSTRUMENT.digest, client=held)

    def asked(answers, reports) -> set[tuple[str, str, str]]:
        watched.requests.clear()
        holder.asked.clear()
        context = new_context()
        page = context.new_page()
        put_tape(page, [*tape_for(INSTRUMENT, answers, reports), *[7] * 99])
        sent = set()
        page.on("request", lambda each: sent.add((each.method, each.url, each.post_data or "")))
        page.goto(link)
        fill_in(page, INSTRUMENT, answers)
        with page.expect_response("**/responses"):
            press_send(page)
        page.wait_for_timeout(300)  # what a script or a redirect would ask for
        expect(page.get_by_role("heading", name=SENT)).to_have_count(0)
        assert context.cookies() == []
        context.close()
        assert [each[2] for each in holder.asked] == [PAGE]
        arrived = {(each[0], each[1], each[3].decode()) for each in watched.requests}
        return sent | arrived

    return asked


@pytest.mark.first_cell
@pytest.mark.parametrize("answer", INSTEAD_OF_AN_ACKNOWLEDGEMENT)
def test_whatever_answers_a_response_the_same_is_asked_for_all_answers(asked, watched, answer):
    watched.instead["/responses"] = INSTEAD_OF_AN_ACKNOWLEDGEMENT[answer]
    traces = [asked(answers, (0, 1)) for answers in ((0, 0), (1, 1), (0, 1))]
    assert traces[0] == traces[1] == traces[2]
    bodies = {body for method, _, body in traces[0] if method == "POST"}
    assert len(bodies) == 1
    assert json.loads(*bodies)["reports"] == [0, 1]
    # Of what arrived: Chromium names a redirect's target among a page's requests, and asks nothing.
    assert {urlsplit(url).path.rpartition("/")[2] for _, url, *_ in watched.requests} == ROUTES


def test_control_a_page_that_asks_more_after_an_answer_is_caught(asked, watched, holder, tmp_path):
    watched.instead["/responses"] = INSTEAD_OF_AN_ACKNOWLEDGEMENT["a page with a script"]
    leak = LEAKS["request on every choice"][1].replace('"/how"', "location.href")
    put_changed_file(tmp_path, (LEAKS["request on every choice"][0], leak))
    holder.content = (tmp_path / "changed.html").read_bytes()
    holder.headers = {"Content-Type": "text/html"}
    with pytest.raises(AssertionError):
        asked((1, 1), (0, 1))


@pytest.mark.first_cell
@pytest.mark.parametrize("name", ["instrument.json", "state"])
@pytest.mark.parametrize(
    "answer",
    [("200 OK", HTML, SCRIPT), ("200 OK", JSON, LEAK), ("302 Found", {"Location": "/s/x"}, b"")],
)
def test_no_script_in_the_place_of_a_questionnaire_runs(page, link, watched, name, answer):
    watched.instead[f"/{name}"] = answer
    page.goto(link)
    expect(page.get_by_text(NO_COLLECTOR)).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert watched.bodies == []
    assert {path.rpartition("/")[2] for _, path, *_ in watched.requests} <= ROUTES


@pytest.mark.parametrize("lie", QUESTIONNAIRES)
def test_no_other_questionnaire_opens(page, watched, address, held, open_survey, lie):
    true, told = open_survey.instrument, QUESTIONNAIRES[lie]()
    text = told.text(true.canonical_json)
    watched.instead["/instrument.json"] = ("200 OK", JSON, text.encode())
    digest = true.digest if told.linked else sha256(text.encode()).hexdigest()
    page.goto(survey_link(f"{address}/s/{open_survey.code}", digest, client=held))
    expect(page.get_by_text(REFUSED[told.linked])).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert watched.bodies == []


@pytest.mark.first_cell
@pytest.mark.parametrize("lie", ACKNOWLEDGEMENTS)
def test_no_false_acknowledgement_is_one(page, link, watched, app, lie):
    told = ACKNOWLEDGEMENTS[lie]()
    signer = told.signer or app.extensions["signing_key"]
    watched.false = false_acknowledgement(signer, told.changes)
    page.goto(link)
    choose(page, [1, 1, 1])
    press_send(page)
    expect(page.get_by_text("is not signed by this survey's server")).to_be_visible()
    expect(page.get_by_role("heading", name=SENT)).to_have_count(0)
    watched.false = None
    expect(page.get_by_role("heading", name=SENT)).to_be_visible()
    assert len(set(watched.bodies)) == 1
