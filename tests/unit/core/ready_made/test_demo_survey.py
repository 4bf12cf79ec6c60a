"""The demo is known by its mark, and its students are randomized as anyone is."""

import math
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from demos import DEMOS

from survey.core.instrument.parsing import from_canonical_json
from survey.core.mechanism.privacy import odds
from survey.core.ready_made.demo_survey import (
    DEMO,
    LOOKED,
    MEAN_HOURS,
    NOTES,
    demo_responses,
    make_demo,
    truth_in_words,
)
from survey.core.responses.response import check_response
from survey.core.responses.tally import tally
from survey.core.results.results import question_results

STUDENTS = 20_000
# Hoeffding's 95 % is at least 2.7 standard deviations; twice that is passed by chance once in
# ten million runs.
TIMES_HALF_WIDTH = 2


@pytest.mark.parametrize("release", DEMOS)
def test_the_demo_of_every_release_is_known_as_it_is_stored(release):
    stored = from_canonical_json(DEMOS[release].canonical_json)
    assert stored == DEMOS[release]
    assert stored.is_demo
    assert stored.demo == (release != "0.1.0")


def test_a_survey_with_the_same_questions_is_no_demo():
    assert not replace(DEMO, demo=False).is_demo
    assert not replace(DEMOS["0.1.0"], class_size=61).is_demo


def test_a_language_more_makes_no_other_demo():
    italian = make_demo({"it": str.upper})
    assert italian.digest != DEMO.digest
    assert italian.is_demo
    assert italian.worded_in("it").title == DEMO.title.upper()
    assert italian.worded_in("it").is_demo


@pytest.mark.parametrize("demo", [DEMO, *DEMOS.values()])
def test_title_says_in_every_export_that_the_students_are_simulated(demo):
    # Release 0.1.0 called them so.
    assert re.search("(simulated|made-up) students", demo.title)


@pytest.fixture(scope="module", params=DEMOS)
def statements(request):
    """The estimates from many simulated students, by the app's own arithmetic."""
    demo = DEMOS[request.param]
    responses = demo_responses(demo, STUDENTS)
    for response in responses:
        check_response(response, demo)
    assert len({response.response_id for response in responses}) == STUDENTS
    results = question_results(demo, tally(demo, [each.reports for each in responses]), 0.95)
    looked, notes, *hours = results
    return [looked.headline, *notes.rows, *(each.headline for each in hours)]


def test_estimates_find_the_truth_behind_randomized_reports(statements):
    truths = [LOOKED / 100, *(share / 100 for share in NOTES), MEAN_HOURS][: len(statements)]
    for statement, truth in zip(statements, truths, strict=True):
        low, high = statement.interval("hoeffding")
        assert abs(statement.estimate - truth) < TIMES_HALF_WIDTH * (high - low) / 2, truth
    # The reports are not the answers: three in ten say yes, and more than that report it.
    assert statements[0].received > 0.33


@pytest.mark.parametrize("release", DEMOS)
def test_truth_is_said(release):
    said = " ".join(truth_in_words(DEMOS[release]))
    for part in ("Of the simulated students 30%", "“My own” 55%", "“A friend's” 35%", "10%"):
        assert part in said
    assert ("15 hours" in said) == (len(DEMOS[release].questions) == 3)


def test_new_demo_is_what_one_would_recommend():
    product = math.prod(Fraction(*odds(item.gamma)) for item in DEMO.items)
    assert product <= 9
