"""Those who did not answer: known answers, and what holds of every class."""

from fractions import Fraction

import pytest
from known_answers import cases
from quantities import class_set, make_share

from survey.core.estimates.nonresponse import share_of_class
from survey.errors import ParameterError
from survey.text.result import whole_ends


def named(case: dict) -> str:
    return f"{case['options']} {case['gamma']} {case['n']} {case['N']} {case['count']}"


@pytest.mark.parametrize("case", cases("nonresponse_bounds"), ids=named)
def test_bounds_are_the_known_ones(case):
    gamma, n, whole, k = Fraction(case["gamma"]), case["n"], case["N"], case["options"]
    kept = class_set(case["count"], n, gamma, case["confidence"], k)
    assert list(kept) == case["responded_set"]
    shares = kept[0] / n, kept[1] / n
    bounds = share_of_class(shares, n, whole)
    assert bounds == pytest.approx(case["class_share"], abs=1e-12)
    assert list(whole_ends(bounds, whole)) == case["class_set"]
    for difference, known in case["within"].items():
        found = share_of_class(shares, n, whole, Fraction(difference))
        assert found == pytest.approx(known, abs=1e-12)
    share = make_share(n, case["count"], gamma, case["confidence"], options=k)
    announced = share_of_class(share.interval("hoeffding"), n, whole)
    assert announced == pytest.approx(case["hoeffding_share"], abs=1e-12)


def test_they_hold_for_every_class_whose_others_answer_as_they_like():
    for n, whole in ((3, 7), (5, 5)):
        for t in range(n + 1):
            for others in range(whole - n + 1):
                low, high = share_of_class((t / n, t / n), n, whole)
                assert low - 1e-12 <= (t + others) / whole <= high + 1e-12


def test_if_all_responded_nothing_is_added():
    assert share_of_class((0.15, 0.675), 40, 40, 0.3) == pytest.approx((0.15, 0.675))


@pytest.mark.parametrize(("n", "whole"), [(0, 10), (11, 10)])
def test_no_more_than_the_class_can_respond(n, whole):
    with pytest.raises(ParameterError, match="cannot come from a class") as refused:
        share_of_class((0, 0), n, whole)
    assert refused.value.field == "class_size"


@pytest.mark.parametrize("difference", [-0.1, 1.1])
def test_a_difference_is_a_share(difference):
    with pytest.raises(ParameterError, match="between 0 and 1"):
        share_of_class((0, 1), 5, 10, difference)
