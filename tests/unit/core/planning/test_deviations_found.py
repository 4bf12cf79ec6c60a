"""How many respondents find those who do not follow, against the exact law."""

from fractions import Fraction

import pytest

from survey.core.compliance.deviations import Deviation
from survey.core.compliance.laws import chance_at_most
from survey.core.planning.deviations_found import respondents_to_find, smallest_share_found
from survey.errors import ParameterError


def test_figures_that_the_planner_says():
    assert respondents_to_find(Fraction(1, 4)) == 7559
    assert respondents_to_find(Fraction(2, 5)) == 1526
    assert respondents_to_find(Fraction(2, 5), starred=False) == 3267


def test_so_many_find_them_about_four_times_in_five():
    gamma = Fraction(2, 5)
    n = respondents_to_find(gamma) // 4 * 4
    law = n, gamma, Fraction(1, 4), n, Deviation.AT_RANDOM
    # The least count whose p-value is 5 % or less, and how often 10 % at random bring it.
    least = next(y for y in range(n // 4, n) if 1 - chance_at_most(y - 1, 0, *law) <= 0.05)
    assert 1 - chance_at_most(least - 1, round(n / 10), *law) == pytest.approx(0.8, abs=0.03)


def test_smallest_share_is_the_first_that_so_many_find():
    found = smallest_share_found(1526, Fraction(2, 5), Fraction(1, 4))
    assert found == Fraction(1, 10)
    assert smallest_share_found(1525, Fraction(2, 5), Fraction(1, 4)) == Fraction(11, 100)
    assert smallest_share_found(20, Fraction(1, 4), Fraction(1, 4)) is None


def test_no_share_to_find_is_refused():
    with pytest.raises(ParameterError):
        respondents_to_find(Fraction(1, 4), share=Fraction(0))
