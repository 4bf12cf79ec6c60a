"""The likelihood interval against a general optimizer, and its coverage."""

from fractions import Fraction

import numpy as np
import pytest
from group_coverage import class_of, likelihood_coverage
from scipy.optimize import minimize

from survey.core.estimates.group_bounds import laws_of_pairs
from survey.core.estimates.group_likelihood import (
    largest_likelihood,
    likelihood_interval,
    profile,
    was_tried,
)

QUARTER, STRONG = (0.75, 0.25), (0.9, 0.1)
TABLES = [((30, 20), (15, 35)), ((90, 5), (3, 12)), ((10, 40), (45, 15)), ((300, 120), (80, 500))]


def best(reported, laws) -> float:
    """The largest likelihood by another way: weights as a softmax, from several starts."""

    def loss(z):
        weights = np.exp(z - z.max())
        return -(reported * np.log(weights / weights.sum() @ laws)).sum()

    starts = np.random.default_rng(1).normal(size=(3, len(laws)))
    return -min(minimize(loss, start, method="L-BFGS-B").fun for start in starts)


@pytest.mark.parametrize("counts", TABLES)
@pytest.mark.parametrize("chances", [(QUARTER, QUARTER), (STRONG, QUARTER)])
def test_likelihoods_are_the_largest(counts, chances):
    laws = laws_of_pairs(*chances)
    reported = np.array(counts, dtype=float).ravel()
    found = largest_likelihood(reported, laws[np.newaxis])[0]
    assert found == pytest.approx(best(reported, laws), abs=2e-3)
    for share, likely in zip(
        (0.0, 0.3, 1.0), profile(reported, laws, np.array([0, 0.3, 1])), strict=True
    ):
        group = share * laws[3] + (1 - share) * laws[2]
        expected = best(reported, np.array([group, laws[0], laws[1]]))
        assert likely == pytest.approx(expected, abs=2e-3)


@pytest.mark.parametrize("counts", TABLES)
def test_interval_holds_the_shares_that_are_likely_enough(counts):
    laws = laws_of_pairs(STRONG, QUARTER)
    reported = np.array(counts, dtype=float).ravel()
    highest = largest_likelihood(reported, laws[np.newaxis])[0]
    shares = np.linspace(0, 1, 501)
    kept = shares[2 * (highest - profile(reported, laws, shares)) <= 3.841459]
    low, high = likelihood_interval(counts, STRONG, QUARTER, 0.95)
    assert low == pytest.approx(kept[0], abs=4e-3)
    assert high == pytest.approx(kept[-1], abs=4e-3)


def test_large_class_has_a_short_interval():
    low, high = likelihood_interval(
        ((300_000, 250_000), (200_000, 250_000)), QUARTER, QUARTER, 0.95
    )
    assert low < 0.75 < high
    assert high - low < 0.02


def test_it_is_shown_only_where_it_was_tried():
    assert was_tried(30, QUARTER, STRONG)
    assert not was_tried(29, QUARTER, QUARTER)
    assert not was_tried(1000, (0.74, 0.26), QUARTER)
    assert not was_tried(1000, QUARTER, (0.6, 0.2))  # one of three options


def test_simulated_classes_have_the_shares_asked_for():
    assert class_of(100, 0.3, 0.6, 0.2).tolist() == [56, 14, 12, 18]


def test_it_covers_ninety_four_times_in_a_hundred():
    """400 classes a truth, seeded; survey/docs/coverage.md has the whole grid."""
    quarter = Fraction(1, 4)
    generator = np.random.default_rng(1)
    row = likelihood_coverage(quarter, quarter, 100, 0.95, generator, 400)
    # 0.95 less five standard errors: a false alarm in fewer than one of a million.
    assert row.coverage > 0.95 - 5 * (0.95 * 0.05 / 400) ** 0.5
    assert row.width < row.guaranteed_width
    half = likelihood_coverage(quarter, quarter, 100, 0.5, generator, 400)
    assert half.coverage < 0.8  # the control: half the confidence covers less
