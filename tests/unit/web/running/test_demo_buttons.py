"""The demo: filled by a click, removed by a click, and never taken for data."""

import csv
import re
from dataclasses import replace

import pytest
from demos import DEMOS

from survey.core.responses.tally import tally
from survey.store import State, Survey
from survey.web.running.demo_buttons import MOST_STUDENTS

PATH = "/surveys/demo34"
BANNER = "Demo with simulated students."


@pytest.fixture(params=DEMOS)
def demo(store, request) -> str:
    """An open demo of this release or an earlier one; its code."""
    store.surveys.add(Survey("demo34", DEMOS[request.param], State.OPEN))
    store.surveys.set_sharing("demo34", True, 5)
    return "demo34"


def test_list_of_surveys_says_what_it_is(instructor, demo, open_survey):
    assert instructor.get("/surveys").text.count("A demo to try things with") == 1


def test_a_click_fills_it_and_the_counts_are_those_of_the_responses(instructor, store, demo):
    answer = instructor.post(f"{PATH}/demo/fill", follow_redirects=True)
    assert "60 simulated students have responded." in answer.text
    rows = dict(store.responses.all(demo))
    assert len(rows) == 60
    assert store.responses.tally(demo) == tally(store.surveys.get(demo).instrument, rows.values())


def test_clicks_add_up_to_a_limit(instructor, store, demo):
    for _ in range(MOST_STUDENTS // 60 + 1):
        answer = instructor.post(f"{PATH}/demo/fill", follow_redirects=True)
    assert store.responses.tally(demo).responses == MOST_STUDENTS == 600
    # Each of the six kinds of rows has a chance of 9 % or more: a false alarm below 1e-20.
    assert len({reports for _, reports in store.responses.all(demo)}) > 5
    assert "The demo takes no more than 600 students." in answer.text


def test_a_click_removes_it(instructor, store, demo):
    instructor.post(f"{PATH}/demo/fill")
    answer = instructor.post(f"{PATH}/demo/remove", follow_redirects=True)
    assert "The demo is removed" in answer.text
    assert store.surveys.all() == []


@pytest.mark.parametrize("button", ["fill", "remove"])
def test_another_survey_is_neither_filled_nor_removed(instructor, store, open_survey, button):
    answer = instructor.post(f"/surveys/bcd234/demo/{button}")
    assert answer.status_code == 422
    assert "This is not the demo" in answer.text
    assert store.responses.tally("bcd234").responses == 0


def duplicate(instructor, store, code: str) -> Survey:
    """The copy that a click makes."""
    instructor.post(f"/surveys/{code}/duplicate")
    (copy,) = (each for each in store.surveys.all() if each.code != code)
    return copy


def test_an_edited_copy_of_the_demo_is_a_survey_like_any_other(instructor, store, demo):
    copy = duplicate(instructor, store, demo)
    edited = replace(copy.instrument, title="Mine")
    store.surveys.replace_instrument(copy.code, edited, copy.instrument.digest)
    store.surveys.set_state(copy.code, State.OPEN)
    assert '"demo"' not in store.surveys.get(copy.code).instrument.canonical_json
    page = instructor.get(f"/surveys/{copy.code}").text
    assert BANNER not in page
    assert "60 simulated students" not in page


@pytest.mark.parametrize("state", [State.CLOSED, "with tokens"])
def test_what_takes_no_responses_is_not_offered_to_be_filled(instructor, store, demo, state):
    store.surveys.add_tokens(demo, ["hash"]) if state == "with tokens" else store.surveys.set_state(
        demo, state
    )
    page = instructor.get(PATH).text
    assert "60 simulated students" not in page
    assert "Remove the demo" in page
    status = instructor.post(f"{PATH}/demo/fill").status_code
    assert status == (403 if state == "with tokens" else 410)
    assert store.responses.tally(demo).responses == 0


PAGES = [PATH, f"{PATH}/present", f"{PATH}/relations", f"{PATH}/what-if",
         f"{PATH}/report", f"{PATH}/delete", f"{PATH}/tokens", "/s/demo34/coin",
         "/s/demo34/results", "/s/demo34/reports"]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_every_page_of_it_says_that_its_students_are_made_up(
    instructor, store, demo, open_survey, page
):
    instructor.post(f"{PATH}/demo/fill")
    if page.endswith("/reports"):
        store.surveys.set_state(demo, State.CLOSED)
        store.surveys.set_state(open_survey.code, State.CLOSED)
    assert instructor.get(page).text.count(BANNER) == 1
    other = page.replace("demo34", open_survey.code)
    assert BANNER not in instructor.get(other).text


@pytest.mark.parametrize("page", ["/s/demo34", f"{PATH}/preview"])
def test_the_client_says_it_only_where_the_questionnaire_does(
    instructor, store, demo, open_survey, page
):
    """That it shows the line then: tests/browser/respondent/test_shell.py."""
    other = page.replace("demo34", open_survey.code)
    shown = instructor.get(page)
    assert shown.data == instructor.get(other).data
    (line,) = re.findall(rf"<p [^>]*>{BANNER}", shown.text)
    assert " hidden" in line
    for path, code in ((page, "demo34"), (other, open_survey.code)):
        asked = instructor.get(f"{path}/instrument.json").text
        assert asked == store.surveys.get(code).instrument.canonical_json


def test_every_download_of_it_says_so_too(instructor, demo):
    instructor.post(f"{PATH}/demo/fill")
    assert re.search("(simulated|made-up) students", instructor.get(f"{PATH}/results.json").text)
    for name in ("estimates.csv", "reports.csv"):
        text = instructor.get(f"{PATH}/{name}").text
        assert text.split("\r\n")[1] == "# demo: these students are made up", name
    rows = [row for row in csv.reader(text.splitlines()) if not row[0].startswith("#")]
    assert len(rows) == 61


def test_a_copy_of_the_demo_is_not_published_as_it_is(instructor, store, demo):
    """Its respondents would be real, and be called made up."""
    copy = duplicate(instructor, store, demo)
    ticked = {"compared": list(copy.instrument.languages[1:])}
    answer = instructor.post(f"/surveys/{copy.code}/publish", ticked, follow_redirects=True)
    assert "Change its title first." in answer.text
    assert store.surveys.get(copy.code).state is State.DRAFT
