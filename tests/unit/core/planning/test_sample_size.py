from fractions import Fraction

import pytest
from known_answers import cases

from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.planning.sample_size import central_laplace_respondents, respondents_for_margin
from survey.errors import ParameterError


@pytest.mark.parametrize(
    "case", cases("planning"), ids=lambda c: f"{c['gamma']} {c['margin']} {c['confidence']}"
)
def test_known_answer(case):
    arguments = Fraction(case["gamma"]), float(Fraction(case["margin"])), case["confidence"]
    assert respondents_for_margin(*arguments) == case["respondents"]
    assert central_laplace_respondents(*arguments) == case["central_laplace_respondents"]


@pytest.mark.parametrize("margin", [0.01, 0.07, 0.5])
def test_planned_number_is_the_smallest_that_gives_the_margin(margin):
    gamma = Fraction(1, 4)
    n = respondents_for_margin(gamma, margin, 0.95)
    assert hoeffding_half_width(n, gamma, 0.95) <= margin
    assert hoeffding_half_width(n - 1, gamma, 0.95) > margin


@pytest.mark.parametrize("margin", [0, -0.1, 1.01, float("nan")])
def test_impossible_margin_is_refused(margin):
    for plan in (respondents_for_margin, central_laplace_respondents):
        with pytest.raises(ParameterError):
            plan(Fraction(1, 4), margin, 0.95)
