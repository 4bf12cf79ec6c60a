"""A card that is taken away stands alone: question, figure, band, count, sentence, digest."""

import html
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from datetime import date

import pytest
from instruments import make_instrument
from public_figures import show_to_all

from survey.core.instrument.digest_forms import short_form
from survey.core.instrument.parsing import validate
from survey.core.responses.response import Response
from survey.core.results.results import question_results
from survey.store import State, Survey
from survey.text.question_text import QuestionText
from survey.web.charts.band import text_width
from survey.web.charts.result_card import INNER, MARGIN, WIDTH

PAGE = "/surveys/bcd234"
SVG = "{http://www.w3.org/2000/svg}"
ARABIC = "هل غششت في الامتحان النهائي أو في أي اختبار آخر خلال هذا الفصل الدراسي بأكمله؟"
CHINESE = "你在期末考试中作弊了吗？请想一想整个学期的所有考试，包括在家里完成的考试。" * 2


def lines_of(answer) -> list[ET.Element]:
    """The lines of text of an SVG file, in their order."""
    assert (answer.status_code, answer.content_type) == (200, "image/svg+xml")
    assert "class=" not in answer.text and "style=" not in answer.text
    return list(ET.fromstring(answer.text).iter(f"{SVG}text"))  # noqa: S314 - our own file


def said_in(answer) -> str:
    return " ".join("".join(line.itertext()) for line in lines_of(answer))


def publish(store, text: str, language: str, responses: int = 60) -> Survey:
    """A survey of one question with so many responses; a third of the reports say yes."""
    document = {"title": "T", "language": language, "questions": [{"text": text, "gamma": "2/5"}]}
    survey = Survey("bcd234", validate(document), State.OPEN, results_public=True)
    store.surveys.add(survey)
    for number in range(responses):
        reports = (int(number % 3 == 0),)
        response = Response(survey.instrument.digest, f"{number:032x}", reports)
        store.responses.add("bcd234", response)
    show_to_all(store, "bcd234")
    return survey


def test_a_card_stands_alone(instructor, store, mixed_survey):
    counted = store.responses.tally("bcd234")
    results = question_results(mixed_survey.instrument, counted, 0.95, told="anytime")
    for result in results:
        said = said_in(instructor.get(f"{PAGE}/cards/{result.name}"))
        assert said.startswith(result.question.text)
        assert QuestionText(result).sentence in said or "Too few to say anything" in said
        assert "Hoeffding" in said
        assert f"{store.responses.tally('bcd234').responses} of 100 answered · closed · " in said
        assert short_form(mixed_survey.instrument.digest) in said


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "60 of 100 answered · closed · Nov 9, 2026 · T"),
        ("de", "geschlossen · 09.11.2026 · T"),
    ],
)
def test_a_card_says_on_which_day_the_survey_closed(
    instructor, respondent, store, monkeypatch, language, says
):
    survey = publish(store, "Q?", language)
    address = f"/s/{survey.code}/results/q1/card"
    assert "2026" not in said_in(respondent.get(address))
    get = store.surveys.get
    closed = replace(get(survey.code), state=State.CLOSED, since=date(2026, 11, 9))
    store.surveys.set_state(survey.code, State.CLOSED)
    monkeypatch.setattr(store.surveys, "get", lambda code: closed)
    assert says in said_in(respondent.get(address))
    if language == "en":
        assert "closed on November 9, 2026" in instructor.get(f"{PAGE}/report").text


def test_a_card_of_options_has_a_band_for_each(instructor, store):
    document = {"title": "T", "questions": [
        {"kind": "choice", "text": "Whose?", "gamma": "9/20", "options": ["A", "B", "C"]},
    ]}  # fmt: skip
    survey = Survey("bcd234", validate(document), State.OPEN)
    store.surveys.add(survey)
    for number in range(90):
        response = Response(survey.instrument.digest, f"{number:032x}", (number % 3,))
        store.responses.add("bcd234", response)
    answer = instructor.get(f"{PAGE}/cards/q1")
    assert len(list(ET.fromstring(answer.text).iter(f"{SVG}linearGradient"))) == 3  # noqa: S314
    assert "A 33%" in said_in(answer)


def test_the_page_offers_each_card_in_both_formats(instructor, mixed_survey):
    page = instructor.get(f"{PAGE}?confidence=90&together=1").text
    files = [html.unescape(link) for link in re.findall(r'data-png="([^"]*)"', page)]
    assert files == [f"{PAGE}/cards/q{n}?confidence=90&together=1" for n in range(1, 6)]
    for file in files:
        assert f'href="{html.escape(file)}" download=' in page
        assert instructor.get(file).status_code == 200


@pytest.mark.parametrize("name", ["q9", "q3_1", "../q1", "Q1"])
def test_there_are_no_other_cards(instructor, mixed_survey, name):
    assert instructor.get(f"{PAGE}/cards/{name}").status_code == 404


def test_cards_are_as_hidden_as_results(instructor, respondent, store):
    survey = Survey("bcd234", make_instrument("1/4"), State.OPEN)
    store.surveys.add(survey)
    assert instructor.get(f"{PAGE}/cards/q1").status_code == 403
    assert respondent.get("/s/bcd234/results/q1/card").status_code == 403
    assert respondent.get(f"{PAGE}/cards/q1").status_code == 302


@pytest.mark.parametrize(("text", "language"), [(ARABIC, "ar"), (CHINESE, "zh"), ("a" * 300, "en")])
def test_words_of_every_script_stay_within_the_card(respondent, store, text, language):
    publish(store, text, language)
    lines = lines_of(respondent.get("/s/bcd234/results/q1/card"))
    placed = [line for line in lines if line.get("text-anchor") == "start"]
    titles = [line for line in placed if line.get("font-size") == "30"]
    assert "".join("".join(line.text for line in titles).split()) == "".join(text.split())
    assert len(titles) > 1
    for line in placed:
        assert text_width(line.text, float(line.get("font-size"))) <= INNER
        rightwards = line.get("direction") == "rtl"
        assert line.get("x") == str(WIDTH - MARGIN if rightwards else MARGIN)
    assert {line.get("direction") == "rtl" for line in titles} == {language == "ar"}


def test_a_public_card_speaks_the_questionnaire_s_language(respondent, store):
    publish(store, "Haben Sie abgeschrieben?", "de")
    assert "60 von 100 haben geantwortet · offen" in said_in(
        respondent.get("/s/bcd234/results/q1/card")
    )
