"""Which interval a reader is told, by what was fixed before the first response."""

import pytest

from survey.core.intervals.registry import EVERYWHERE, INTERVALS, in_order, told_interval


@pytest.mark.parametrize(
    ("unseen", "cap", "told"),
    [
        (True, None, "class"),
        (True, 40, "class"),
        (False, 40, "horizon"),
        (False, None, "anytime"),
    ],
)
def test_what_is_told_follows_from_figures_and_cap(unseen, cap, told):
    assert told_interval(unseen, cap) == told


@pytest.mark.parametrize("told", INTERVALS)
def test_whatever_is_told_there_is_one_that_every_quantity_has(told):
    assert told in in_order(told)
    assert in_order(told)[-1] == "anytime"


def test_exports_name_the_same_intervals_as_ever_of_every_quantity():
    """A new one may join them."""
    assert {"hoeffding", "class", "population", "anytime"} <= set(EVERYWHERE)
