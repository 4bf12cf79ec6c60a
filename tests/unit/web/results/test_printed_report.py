"""The report to print: every question, estimate and interval, the method and the digest."""

import html

import pytest

from survey.core.estimation.results import question_results
from survey.store import State
from survey.text.summaries import ends_in_words, read_aloud

PAGE = "/surveys/bcd234/report"


@pytest.mark.parametrize("together", [False, True])
@pytest.mark.parametrize(("state", "second"), [(State.CLOSED, "class"), (State.OPEN, "anytime")])
def test_report_holds_everything(instructor, store, mixed_survey, state, second, together):
    store.surveys.set_state("bcd234", state)
    page = html.unescape(
        instructor.get(f"{PAGE}?confidence=99{'&together=1' if together else ''}").text
    )
    assert mixed_survey.instrument.digest in page
    assert "Each respondent's own device randomized every answer" in page
    assert second.capitalize() in page
    results = question_results(
        mixed_survey.instrument, store.responses.tally("bcd234"), 0.99, together
    )
    for result in results:
        assert result.question.text in page
        assert read_aloud(result) in page
        for statement in result.statements:
            for name in ("hoeffding", second):
                assert ends_in_words(statement, name) in page
    assert ("all intervals together" in page) == together


def test_nothing_is_shown_below_the_threshold(instructor, store, mixed_survey):
    store.surveys.set_sharing("bcd234", False, 201)
    assert instructor.get(PAGE).status_code == 403
