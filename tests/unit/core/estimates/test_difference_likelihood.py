"""The likelihood interval of a difference: known answers, and how often it holds."""

from fractions import Fraction

import numpy as np
import pytest
import scipy
from grids import usually
from group_coverage import class_of, difference_held
from known_answers import cases

from survey.core.estimates.difference_likelihood import difference_likelihood, profile
from survey.core.mechanism.privacy import keep_and_other
from survey.errors import ParameterError

KNOWN = cases("difference_likelihood")


def chances_of(gamma: str) -> tuple[float, float]:
    keep, other = keep_and_other(Fraction(gamma))
    return float(keep), float(other)


def named(case: dict) -> str:
    return f"{case['gamma_group']} {case['gamma_answer']} {case['counts']} {case['confidence']}"


@pytest.mark.parametrize("case", usually(KNOWN[::4], KNOWN), ids=named)
def test_profile_difference_and_ends_are_the_known_ones(case):
    chances = chances_of(case["gamma_group"]), chances_of(case["gamma_answer"])
    counts = tuple(map(tuple, case["counts"]))
    found = difference_likelihood(counts, *chances, case["confidence"])
    assert found.maximum == pytest.approx(case["maximum"], abs=1e-8)
    assert found.difference == pytest.approx(case["difference"], abs=1e-4)
    assert found.ends == pytest.approx(case["interval"], abs=2e-6)
    reported = np.array(counts, dtype=float).ravel()
    differences = np.array([float(each) for each in case["profile"]])
    known = list(case["profile"].values())
    assert profile(reported, *chances, differences) == pytest.approx(known, abs=1e-8)


def test_a_row_of_counts_for_each_difference_is_each_by_itself():
    chances = chances_of("1/4"), chances_of("2/5")
    rows = np.array([[30.0, 20, 15, 35], [90, 5, 3, 12]])
    differences = np.array([0.2, -0.4])
    each = [profile(row, *chances, differences[[i]])[0] for i, row in enumerate(rows)]
    assert profile(rows, *chances, differences) == pytest.approx(each)


def test_it_holds_the_difference_as_often_as_the_table_says():
    """300 seeded classes of 100; at a true 95 % fewer than 90 % has a chance of 1e-4."""
    generator = np.random.default_rng(36)
    assert (
        difference_held(Fraction(2, 5), Fraction(2, 5), 100, (0.3, 0.6, 0.2), generator, 300) > 0.9
    )


def test_an_interval_of_half_the_width_would_be_found():
    """The control: the same with a quarter of the likelihood's limit."""
    generator = np.random.default_rng(36)
    first = second = Fraction(2, 5)
    truth = 0.3, 0.6, 0.2
    limit = scipy.special.chdtri(1, 0.05) / 8
    assert difference_held(first, second, 100, truth, generator, 300, limit) < 0.9


def test_no_confidence_beyond_one():
    with pytest.raises(ParameterError):
        difference_likelihood(((1, 2), (3, 4)), (0.9, 0.1), (0.9, 0.1), 1.5)


def test_a_class_has_the_sorts_that_its_shares_say():
    assert list(class_of(100, 0.3, 0.6, 0.2)) == [56, 14, 12, 18]
