"""One question each on every page of an instructor, and on every public one."""

import html
import json

import pytest
from closed_survey import rows_of
from draft_forms import edit, form_of
from instruments import make_instrument, make_one_question_each

from survey.core.instrument.parsing import validate
from survey.core.responses.response import Response
from survey.store import State, Survey

PAGES = (
    "/surveys/each34", "/surveys/each34/present?slide=1&results=shown", "/surveys/each34/report",
    "/surveys/each34/files", "/surveys/each34/relations", "/surveys/each34/what-if",
    "/s/each34/results", "/s/each34/reports", "/s/each34/lab", "/s/each34/results.json",
    "/s/each34/reports.json", "/s/each34/reports.csv", "/surveys/each34/results.xlsx",
)  # fmt: skip


@pytest.fixture
def closed(store) -> list:
    instrument = make_one_question_each()
    store.surveys.add(Survey("each34", instrument, State.OPEN))
    rows = rows_of(instrument, 60)
    for response_id, reports in rows:
        store.responses.add("each34", Response(instrument.digest, response_id, reports))
    store.surveys.set_state("each34", State.CLOSED)
    store.surveys.set_sharing("each34", True, 5)
    return list(rows)


@pytest.mark.parametrize("path", PAGES)
def test_page_is_shown(instructor, closed, path):
    assert instructor.get(path).status_code == 200


def test_results_say_of_whom_they_speak(instructor, respondent, closed):
    asked = sum(reports[0] is not None for _, reports in closed)
    for page in (instructor.get("/surveys/each34"), respondent.get("/s/each34/results")):
        assert f"{asked} of the 60 respondents were asked this, drawn by chance" in page.text
    assert "Two questions beside each other" not in instructor.get("/surveys/each34").text
    slides = instructor.get("/surveys/each34/present?slide=1&results=shown").text
    assert f"{asked} of 60 were asked this, drawn by chance." in slides
    document = json.loads(respondent.get("/s/each34/results.json").text)
    assert document["responses"] == 60
    assert document["questions"][0]["respondents"] == asked


def test_two_questions_have_no_table_and_two_options_have(instructor, closed):
    refused = instructor.get("/surveys/each34/relations?first=q1&second=q2&confidence=95")
    assert refused.status_code == 422
    assert "nobody answered both of these" in refused.text
    both = instructor.get("/surveys/each34/relations?first=q3_1&second=q3_2&confidence=95")
    assert both.status_code == 200


def test_uneven_numbers_are_warned_of(instructor, store):
    document = make_instrument("1/4", "1/4").raw() | {"one_question_each": True}
    instrument = validate(document)
    store.surveys.add(Survey("each34", instrument, State.OPEN))
    for number in range(60):
        reports = (1, None) if number % 6 else (None, 1)
        store.responses.add("each34", Response(instrument.digest, f"{number:032x}", reports))
    page = html.unescape(instructor.get("/surveys/each34").text)
    assert "The questions were answered by unequal numbers, from 10 to 50" in page


def test_handout_says_what_the_counts_reveal(instructor, store):
    """The largest of a question, of the 30 or so who were asked it."""
    document = make_instrument("1/4", "1/4").raw() | {"one_question_each": True}
    instrument = validate(document)
    store.surveys.add(Survey("each34", instrument, State.OPEN))
    for number in range(60):
        reports = (1, None) if number % 2 else (None, 1)
        store.responses.add("each34", Response(instrument.digest, f"{number:032x}", reports))
    store.surveys.set_state("each34", State.CLOSED)
    store.surveys.set_sharing("each34", False, 5)
    text = " ".join(instructor.get("/surveys/each34/report").text.split())
    assert "ε = 0.83</bdi> with δ = 0.0001. This holds whichever question was drawn" in text


def test_it_is_composed_with_a_tick(instructor, store):
    store.surveys.add(Survey("drft34", make_instrument("1/4", "1/4", class_size=60)))
    form = edit(instructor)
    assert "one_question_each" not in form
    saved = instructor.post("/surveys/drft34/edit", form | {"one_question_each": "y", "save": ""})
    assert saved.status_code == 302
    draft = store.surveys.get("drft34").instrument
    assert draft.one_question_each
    assert edit(instructor)["one_question_each"] == ["y"]
    assert "With 30 of 60 students asked this" in instructor.get("/surveys/drft34/edit").text
    page = html.unescape(instructor.get("/surveys/drft34").text)
    assert "30 of 60 respondents asked this" in page
    assert "At most <bdi" in page


def test_what_cannot_be_asked_so_stands_at_its_field(instructor, store):
    store.surveys.add(Survey("drft34", make_instrument("1/4")))
    answer = instructor.post(
        "/surveys/drft34/edit",
        edit(instructor) | {"one_question_each": "y", "save": ""},
    )
    assert answer.status_code == 422
    assert "needs at least two questions" in answer.text
    assert form_of(answer.text)["one_question_each"] == ["y"]


def test_rehearsal_and_preview_ask_so(instructor, store):
    store.surveys.add(Survey("drft34", make_one_question_each()))
    assert instructor.get("/surveys/drft34/preview").status_code == 200
    begun = instructor.post("/surveys/drft34/rehearse", {"arrive": "at-once"})
    assert begun.status_code == 302
    page = instructor.get(begun.location)
    assert "of the 60 respondents were asked this" in page.text
