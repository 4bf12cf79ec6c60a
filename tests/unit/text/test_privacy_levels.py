"""The price of a level: what the class will be told, unless somebody hides the figures."""

from fractions import Fraction

import pytest

from survey.core.instrument.instrument import Question
from survey.core.planning.planner import half_width
from survey.text.privacy_levels import expectation, margin_in_words
from survey.text.translator import ENGLISH


@pytest.mark.parametrize("gamma", ["1/4", "2/5"])
@pytest.mark.parametrize("size", [100, 200])
def test_a_level_costs_what_the_default_will_tell(gamma, size):
    """Not what only hidden figures tell."""
    question = Question("Did you?", Fraction(gamma))
    price = margin_in_words(question, question.gamma, size)
    assert expectation(question, size).split(": ")[1].startswith(price)
    width = half_width("anytime", size, question.gamma, 0.95)
    assert price == f"give or take {ENGLISH.points(width)} points"
