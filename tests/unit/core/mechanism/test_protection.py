from fractions import Fraction

import pytest
from known_answers import cases

from survey.core.mechanism.privacy import product_of_odds, protection_level

CASES = cases("protection")


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_level_is_the_known_one(case):
    assert protection_level(map(tuple, case["odds"])) == case["level"]


def test_every_level_is_among_the_vectors():
    assert {case["level"] for case in CASES} == {"strong", "fair", "weak", "hardly_any"}


def test_product_is_exact():
    """In floating point, 2.9999 and 3.0001 come out of many factors as readily as 3."""
    assert product_of_odds([(7, 3), (9, 7)]) == 3
    assert product_of_odds([(3, 2)] * 3) == Fraction(27, 8)
    assert product_of_odds([]) == 1
