"""Both designs at one ε."""

from fractions import Fraction

import pytest

from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.mechanism.privacy import epsilon
from survey.core.planning.designs import Designs
from survey.core.planning.planner import half_width


@pytest.mark.parametrize(("questions", "ratio"), [(3, 0.63), (5, 0.49), (10, 0.35)])
def test_one_question_each_has_this_part_of_the_margin(questions, ratio):
    designs = Designs(questions, 3000, Fraction(1, 4))
    found = designs.each("hoeffding") / designs.split("hoeffding")
    assert found == pytest.approx(ratio, abs=0.01)  # three decimals of γ
    assert designs.each("hoeffding") == hoeffding_half_width(
        3000 // questions, Fraction(1, 4), 0.95
    )


@pytest.mark.parametrize("gamma", ["1/10", "1/4", "2/5", "49/100"])
@pytest.mark.parametrize("questions", [2, 3, 5, 10])
def test_split_questions_cost_no_more_together(questions, gamma):
    designs = Designs(questions, 100, Fraction(gamma))
    total = epsilon(Fraction(gamma))
    assert questions * epsilon(designs.split_gamma) <= total
    assert questions * epsilon(designs.split_gamma + Fraction(1, 1000)) > total


def test_class_interval_is_of_the_whole_class_in_both():
    """The draw of who is asked makes it wider than for those asked alone."""
    designs = Designs(5, 200, Fraction(2, 5))
    assert designs.each("class") > half_width("class", 40, Fraction(2, 5), 0.95)
    assert designs.each("class") < designs.split("class")
