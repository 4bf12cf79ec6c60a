"""What the public sees moves in steps, and no closing singles anybody out."""

from dataclasses import replace
from itertools import pairwise

import pytest
from instruments import make_instrument, make_one_question_each

from survey.core.responses.public_steps import LAG, first_shown, first_steps, step_of
from survey.core.responses.tally import Tally


def of(responses: int) -> Tally:
    return Tally(responses, ((responses, 0),))


TEN = 10


def watched(looks, steps=None) -> list[int]:
    """What each look shows."""
    steps = steps or first_steps(of(0), TEN)
    shown = []
    for count in looks:
        steps = steps.seen(of(count))
        shown.append(steps.shown.responses)
    return shown


def test_a_tally_of_each_ten_is_shown_once_five_more_have_come():
    shown = watched(range(1000))
    assert [shown[n] for n in (14, 15, 24, 25, 34, 35, 999)] == [0, 10, 10, 20, 20, 30, 990]
    moves = [after - before for before, after in pairwise(shown) if after != before]
    assert set(moves) == {10}


def test_a_class_of_fewer_than_thirty_sees_smaller_steps():
    steps = [step_of(make_instrument("1/4", class_size=size)) for size in (29, 30)]
    assert steps == [5, 10]
    one_each = replace(make_one_question_each(), class_size=29)
    assert step_of(one_each) == 10
    shown = watched(range(30), first_steps(of(0), 5))
    assert shown == [0] * 10 + [5] * 5 + [10] * 5 + [15] * 5 + [20] * 5


@pytest.mark.parametrize("step", [5, 10])
@pytest.mark.parametrize("responses", range(50))
def test_a_closing_publishes_five_or_more_together(responses, step):
    last = watched(range(responses + 1), first_steps(of(0), step))[-1]
    assert last == 0 or responses - last >= LAG


def test_several_responses_between_two_looks_never_show_a_tally_at_once():
    assert watched([0, 60, 61, 64, 65, 66]) == [0, 0, 0, 0, 60, 60]


def test_a_look_that_shows_one_tally_may_take_the_next():
    assert watched([10, 40, 44, 45]) == [0, 10, 10, 40]


@pytest.mark.parametrize(("fewest", "first"), [(0, 15), (1, 15), (10, 15), (11, 25), (30, 35)])
def test_the_first_tally_that_is_shown(fewest, first):
    shown = watched(range(first + 1))
    assert first_shown(fewest, TEN) == first
    assert shown[first] >= fewest > 0 or fewest == 0
    assert shown[first - 1] < max(fewest, 1)
    assert first_shown(0, 5) == 10
