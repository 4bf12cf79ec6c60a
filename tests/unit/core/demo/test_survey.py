"""The demo's instrument stays what it is, and its students are randomized as anyone is."""

from dataclasses import replace

import pytest

from survey.core.demo.survey import (
    DEMO,
    LOOKED,
    MOST_HOURS,
    NOTES,
    is_demo,
    simulated_response,
    truth_in_words,
)
from survey.core.estimation.results import question_results
from survey.core.instrument.instrument import from_canonical_json
from survey.core.responses.response import check_response
from survey.core.responses.tally import tally
from survey.web.i18n.page_language import LANGUAGES

STUDENTS = 20_000
# Hoeffding's 95 % is at least 2.7 standard deviations; twice that is passed by chance once in
# ten million runs.
TIMES_HALF_WIDTH = 2

# By which demos of every release are known.
DIGEST = "fcc43096013a3d6908f7bfc2899e6b6a6cd1d7b5a7c32c0d57cc663eaf9b02ae"


def test_instrument_is_the_one_by_which_demos_are_known():
    assert DEMO.digest == DIGEST
    assert is_demo(from_canonical_json(DEMO.canonical_json))
    assert not is_demo(replace(DEMO, class_size=61))


def test_demo_is_in_every_language_that_the_pages_speak():
    assert set(DEMO.languages) == set(LANGUAGES)


def test_title_says_in_every_export_that_the_students_are_made_up():
    assert "made-up students" in DEMO.title


@pytest.fixture(scope="module")
def statements():
    """The estimates from many made-up students, by the app's own arithmetic."""
    responses = [simulated_response() for _ in range(STUDENTS)]
    for response in responses:
        check_response(response, DEMO)
    assert len({response.response_id for response in responses}) == STUDENTS
    results = question_results(DEMO, tally(DEMO, [each.reports for each in responses]), 0.95)
    looked, notes, hours = results
    return [looked.estimate, *(share.estimate for share in notes.shares), hours.mean]


def test_estimates_find_the_truth_behind_randomized_reports(statements):
    truths = [LOOKED / 100, *(share / 100 for share in NOTES), MOST_HOURS / 2]
    for statement, truth in zip(statements, truths, strict=True):
        low, high = statement.interval("hoeffding")
        assert abs(statement.estimate - truth) < TIMES_HALF_WIDTH * (high - low) / 2, truth
    # The reports are not the answers: three in ten say yes, and more than that report it.
    assert statements[0].share > 0.33


def test_truth_is_said():
    said = truth_in_words()
    for part in (
        "30% of the made-up students",
        "“My own” 55%",
        "“A friend's” 35%",
        "10%",
        "15 hours",
    ):
        assert part in said
