"""The handout: every question with its estimate and band, the method and the digest."""

import html

import pytest

from survey.core.estimation.results import question_results
from survey.text.summaries import read_aloud

PAGE = "/surveys/bcd234/report"


@pytest.mark.parametrize("together", [False, True])
def test_handout_holds_every_question(instructor, store, mixed_survey, together):
    page = html.unescape(
        instructor.get(f"{PAGE}?confidence=99{'&together=1' if together else ''}").text
    )
    assert mixed_survey.instrument.digest in page
    assert "Each respondent's own device randomized every answer" in page
    results = question_results(
        mixed_survey.instrument, store.responses.tally("bcd234"), 0.99, together
    )
    for result in results:
        assert result.question.text in page
        told = read_aloud(result, "anytime")
        assert told in page or told.startswith("Any ")
    assert page.count("<svg") >= len(results)
    assert "Hoeffding" in page
    assert ("all intervals together" in page) == together


def test_nothing_is_shown_below_the_threshold(instructor, store, mixed_survey):
    store.surveys.set_sharing("bcd234", False, 201)
    assert instructor.get(PAGE).status_code == 403
