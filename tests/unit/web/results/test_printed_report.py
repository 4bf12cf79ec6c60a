"""The handout: every question with its estimate and band, the method and the digest."""

import html

import pytest
from instruments import make_instrument

from survey.core.responses.response import Response
from survey.core.results.count_privacy import count_epsilon
from survey.core.results.results import question_results
from survey.store import State, Survey
from survey.text.question_text import QuestionText
from survey.text.translator import ENGLISH

PAGE = "/surveys/bcd234/report"


@pytest.mark.parametrize("together", [False, True])
def test_handout_holds_every_question(instructor, store, mixed_survey, together):
    page = html.unescape(
        instructor.get(f"{PAGE}?confidence=99{'&together=1' if together else ''}").text
    )
    assert mixed_survey.instrument.digest in page
    assert "Every answer was randomized before it was sent" in page
    results = question_results(
        mixed_survey.instrument, store.responses.tally("bcd234"), 0.99, together, "anytime"
    )
    for result in results:
        assert result.question.text in page
        told = QuestionText(result, surely=False).sentence
        assert told in page or told.startswith("Any ")
    assert page.count("<svg") >= len(results)
    assert "Hoeffding" in page
    assert "An estimate beyond its scale is shown at the end of the scale" in " ".join(page.split())
    assert ("all intervals together" in page) == together


def test_nothing_is_shown_below_the_threshold(instructor, store, mixed_survey):
    store.surveys.set_sharing("bcd234", False, 201)
    assert instructor.get(PAGE).status_code == 403


def test_what_the_counts_alone_reveal_is_said_while_no_report_is_public(instructor, store):
    survey = Survey("fgh234", make_instrument("1/4", "1/4"), State.OPEN)
    store.surveys.add(survey)
    for number in range(30):
        report = Response(survey.instrument.digest, f"{number:032x}", (number % 2, 0))
        store.responses.add(survey.code, report)

    def said() -> bool:
        page = instructor.get("/surveys/fgh234/report").text
        alone = ENGLISH.epsilon(2 * count_epsilon(30, survey.instrument.items[0].gamma))
        found = f"ε = {alone}</bdi> with δ = 0.0002" in html.unescape(page)
        assert found == ("sees these counts once" in page)
        return found

    assert not said()  # the counts of an open survey move
    store.surveys.set_state(survey.code, State.CLOSED)
    assert said()
    store.surveys.set_sharing(survey.code, True, 5)
    assert not said()  # so are its reports


def test_counts_of_several_options_are_not_spoken_of(instructor, store, mixed_survey):
    store.surveys.set_state("bcd234", State.CLOSED)
    assert "sees these counts once" not in instructor.get(PAGE).text
