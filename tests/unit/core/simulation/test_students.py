"""Simulated students have exactly the truth asked for, and are randomized as anyone is."""

import numpy as np
from instruments import make_mixed_instrument

from survey.core.kinds.truths import SharesOfOptions
from survey.core.responses.response import check_response
from survey.core.responses.tally import tally
from survey.core.results.results import question_results
from survey.core.simulation.students import simulated_respondents, simulated_responses, truths_of

STUDENTS = 20_000


def shares_of(instrument) -> list[list[float]]:
    """A truth for each question: 30 %, falling shares of options, a mean in the middle."""
    shares = []
    for question in instrument.questions:
        if isinstance(question.kind.truths, SharesOfOptions):
            falling = np.arange(question.options, 0, -1)
            shares.append((falling / falling.sum()).tolist())
        else:
            shares.append([0.3] * question.item_count if not question.item.settings else [0.5])
    return shares


def test_a_class_has_the_shares_asked_for_to_a_student():
    instrument = make_mixed_instrument()
    shares = shares_of(instrument)
    answers, _ = simulated_respondents(instrument, shares, 120, np.random.default_rng(3))
    for question, given, each in zip(instrument.questions, shares, answers, strict=True):
        if question.item.settings:
            continue  # only its expected mean is the one asked for
        found = truths_of(question, each)[: len(given)]
        assert np.abs(np.array(found) - given).max() <= 1 / 120


def test_their_responses_are_good_and_debias_to_the_truth():
    instrument = make_mixed_instrument()
    shares = shares_of(instrument)
    responses = simulated_responses(instrument, shares, STUDENTS, np.random.default_rng(5))
    for response in responses:
        check_response(response, instrument)
    assert len({response.response_id for response in responses}) == STUDENTS
    results = question_results(instrument, tally(instrument, [r.reports for r in responses]), 0.95)
    for question, given, result in zip(instrument.questions, shares, results, strict=True):
        low, high = question.item.settings.values() or (0, 1)
        truths = [low + (high - low) * share for share in given]
        for statement, truth in zip(result.quantities, truths, strict=False):
            ends = statement.interval("hoeffding")
            # Twice Hoeffding's half-width is passed by chance once in ten million runs.
            assert abs(statement.estimate - truth) < ends[1] - ends[0], question.text
