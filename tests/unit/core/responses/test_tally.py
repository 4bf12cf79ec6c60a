"""Counts of reports, from which everything else is computed."""

import dataclasses

import pytest
from instruments import make_instrument

from survey.core.responses.tally import Tally, tally

INSTRUMENT = make_instrument("1/4", "1/3", "1/10")
RESPONSES = [(1, 0, 0), (1, 1, 0), (0, 1, 0), (1, 0, 0)]


def test_each_report_is_counted_under_its_question_and_its_value():
    assert tally(INSTRUMENT, RESPONSES) == Tally(4, ((1, 3), (2, 2), (4, 0)))


def test_nobody_is_counted_as_zeros_for_every_question():
    assert tally(INSTRUMENT, []) == Tally(0, ((0, 0), (0, 0), (0, 0)))


def test_responses_may_come_one_at_a_time():
    assert tally(INSTRUMENT, iter(RESPONSES)) == tally(INSTRUMENT, RESPONSES)


def test_without_figures_only_the_responses_are_counted():
    assert tally(INSTRUMENT, RESPONSES).count_alone == Tally(4, ((0, 0), (0, 0), (0, 0)))


def test_order_of_responses_does_not_matter():
    assert tally(INSTRUMENT, reversed(RESPONSES)) == tally(INSTRUMENT, RESPONSES)


@pytest.mark.parametrize("reports", [(), (1, 0), (1, 0, 0, 1)])
def test_response_to_another_number_of_questions_is_never_counted(reports):
    with pytest.raises(ValueError, match="argument"):
        tally(INSTRUMENT, [reports])


def test_report_that_is_no_option_is_never_counted():
    with pytest.raises(IndexError):
        tally(INSTRUMENT, [(2, 0, 0)])


def test_tally_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        tally(INSTRUMENT, []).responses = 5
