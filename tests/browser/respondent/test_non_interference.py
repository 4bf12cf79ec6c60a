"""Promise 1: for a given report, nothing that leaves the page depends on the answer.

A tape replaces the random source. For every vector of reports and every
vector of answers the tape is chosen that gives those reports; the complete
traces must be the same for all answers. Looking for the answer in the traffic
would prove nothing, since a report equals the answer with probability 1/2+γ.

The other kinds of questions are in test_non_interference_kinds.py.
"""

import itertools

import pytest
from instruments import make_instrument
from leaks import LEAKS
from traces import Observer

from survey.store import State, Survey


def test_traces_are_identical_for_all_answers(
    new_context, watched, survey_url, instrument, exhaustive
):
    """All 64 pairs, or the 8 in which any two questions meet all answers, and each both reports."""
    answers = reports = list(itertools.product((0, 1), repeat=3))
    if not exhaustive:
        answers = [each for each in answers if sum(each) % 2 == 0]
        reports = [(0, 0, 0), (1, 1, 1)]
    observer = Observer(new_context, watched, survey_url, instrument)
    assert observer.count_leaks(answers, reports) == (0, len(answers) * len(reports))


@pytest.mark.first_cell
@pytest.mark.parametrize("control", LEAKS)
def test_a_leak_is_caught(new_context, watched, store, control, exhaustive):
    one_question = make_instrument("1/4")
    store.surveys.add(Survey("ctrl34", one_question, State.OPEN))
    observer = Observer(new_context, watched, "/s/ctrl34", one_question)
    reports = [(0,), (1,)] if exhaustive else [(1,)]
    leaks, runs = observer.count_leaks([(0,), (1,)], reports, LEAKS[control])
    assert runs == 2 * len(reports)
    assert leaks == len(reports), "each report must show a difference between the answers"
