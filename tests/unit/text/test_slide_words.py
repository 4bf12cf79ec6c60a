"""The few words of a slide."""

from fractions import Fraction

import pytest
from instruments import make_instrument

from survey.core.estimation.means import NumberMean
from survey.core.estimation.shares import Estimate
from survey.text.slide_words import protection_in_words, range_in_words, surely

GAMMA = Fraction(1, 4)


def share(respondents: int, yes: int) -> Estimate:
    return Estimate(respondents, yes, GAMMA, 0.95)


@pytest.mark.parametrize(
    ("respondents", "yes", "words"),
    [(1000, 405, "between 22 and 40 of 100"), (100, 25, "at most 27 of 100"),
     (100, 75, "at least 73 of 100"), (100, 0, "")],
)  # fmt: skip
def test_a_range_has_the_ends_that_a_class_can_have(respondents, yes, words):
    assert range_in_words(share(respondents, yes), "hoeffding") == words


def test_a_row_says_of_what_it_is_one_time_less():
    assert range_in_words(share(1000, 405), "hoeffding", of_100=False) == "between 22 and 40"


def test_a_mean_s_range_is_on_its_own_scale():
    mean = NumberMean(share(1000, 500), 0, 40)
    assert range_in_words(mean, "hoeffding") == "between 16.6 and 23.4"


def test_the_interval_is_named_by_when_it_is_right():
    estimate = share(100, 40)
    assert surely(estimate, "anytime") == "with 95% confidence, however often we look"
    assert surely(estimate, "class") == "with 95% confidence, for this class"


@pytest.mark.parametrize(
    ("gammas", "words"),
    [(["1/4"], "no proof: the coin makes"), (["1/4", "1/4"], "a hint, and no proof"),
     (["1/4"] * 3, "Weak protection"), (["2/5"], "a hint, and no proof"),
     (["1/4"] * 4, "Hardly any protection"), (["1/4"] * 8, "Hardly any protection"),
     (["9/20"], "Weak protection")],
)  # fmt: skip
def test_protection_is_said_of_all_reports_together_and_never_too_good(gammas, words):
    """Eight questions at odds of 3 have ε = 8.8: nothing is deniable there any more."""
    assert words in protection_in_words(make_instrument(*gammas))
