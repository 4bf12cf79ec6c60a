"""One result has the same words wherever it is shown."""

import html
import json
from dataclasses import replace

import pytest
from closed_survey import rows_of
from instruments import make_mixed_instrument
from page_words import words_of

from survey.cli import main
from survey.core.responses.response import Response
from survey.core.results.results import question_results
from survey.store import State, Survey
from survey.text.question_text import QuestionText

OWN = ["/surveys/bcd234", "/surveys/bcd234/report", "/surveys/bcd234/results.json"]
PUBLIC = ["/s/bcd234/results", "/s/bcd234/results.json"]  # which move in steps until it is closed


@pytest.fixture(params=[State.OPEN, State.CLOSED])
def survey(request, store) -> Survey:
    """A survey with a question of every kind, open or closed, whose results are public."""
    survey = Survey("bcd234", make_mixed_instrument(), State.OPEN, results_public=True)
    store.surveys.add(survey)
    instrument = store.surveys.get("bcd234").instrument
    for response_id, reports in rows_of(instrument, 200):
        store.responses.add("bcd234", Response(instrument.digest, response_id, tuple(reports)))
    if request.param is State.CLOSED:
        store.surveys.set_state("bcd234", State.CLOSED)
    return store.surveys.get("bcd234")


@pytest.fixture
def said(store, survey) -> list[QuestionText]:
    tally = store.responses.tally("bcd234")
    results = question_results(survey.instrument, tally, 0.95, told=survey.told)
    said = [QuestionText(each, closed=survey.state is State.CLOSED) for each in results]
    assert not any(each.too_few for each in said)
    return said


@pytest.fixture
def addresses(survey) -> list[str]:
    return OWN + PUBLIC if survey.state is State.CLOSED else OWN


def test_pages_and_the_handout_say_each_sentence(said, instructor, addresses):
    for path in addresses:
        if not path.endswith(".json"):
            page = words_of(instructor.get(path).text)
            sentences = [replace(each, surely=False).sentence for each in said]
            assert [each for each in sentences if each not in page] == [], path


def test_a_page_says_once_how_surely_and_when_all_of_it_is_right(said, instructor, addresses):
    text = said[0].shown[0]
    for path in addresses:
        if path.endswith(".json"):
            continue
        page = words_of(instructor.get(path).text)
        handout = f"{text.when}; confidence {text.confidence}"
        said_once = handout if path.endswith("/report") else text.surely
        assert page.count(said_once) == 1, path
        assert not any(each.sentence in page for each in said if each.shown[0].figure), path


def test_a_slide_says_each_range(survey, said, instructor):
    if survey.state is State.OPEN:  # a room sees what the public sees, which moves in steps
        return
    for number, text in enumerate(said, start=1):
        slide = f"/surveys/bcd234/present?slide={number}&results=shown"
        page = words_of(instructor.get(slide).text)
        assert text.largest_range in page
        assert [each.ends for each in text.rows if " ".join(each.ends.split()) not in page] == []
        assert text.largest.spoken in text.sentence
        if text.headline is not None:
            assert f"{text.headline.confidence}, {text.headline.when}" in page


def test_a_card_is_described_by_its_sentence(said, instructor):
    for text in said:
        card = instructor.get(f"/surveys/bcd234/cards/{text.result.name}").text
        assert text.sentence in " ".join(html.unescape(card).split())


def test_files_hold_each_sentence(said, instructor, addresses):
    for path in addresses:
        if path.endswith(".json"):
            questions = json.loads(instructor.get(path).data)["questions"]
            assert [each["sentence"] for each in questions] == [each.sentence for each in said]


def test_the_command_line_says_each_sentence(said, config, capsysbinary):
    with pytest.raises(SystemExit):
        main(["export", "bcd234", "--data", str(config.data)])
    document = json.loads(capsysbinary.readouterr().out)
    assert [each["sentence"] for each in document["questions"]] == [each.sentence for each in said]
