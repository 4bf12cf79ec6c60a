"""The projection: a distribution, and no other distribution is nearer."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.core.estimates.shares import project_on_simplex


@pytest.mark.parametrize(
    ("estimates", "projected"),
    [([0.2, 0.8], [0.2, 0.8]), ([-0.15, 0.45, 0.7], [0, 0.375, 0.625]), ([1.4, -0.4], [1, 0]),
     ([0, 0], [0.5, 0.5]), ([3.0], [1]), ([-1, -1, -1], [1 / 3] * 3)],
)  # fmt: skip
def test_by_hand(estimates, projected):
    assert project_on_simplex(estimates) == pytest.approx(projected)


@given(st.lists(st.floats(-3, 3), min_size=1, max_size=12))
def test_is_a_distribution_in_the_same_order(estimates):
    found = project_on_simplex(estimates)
    assert sum(found) == pytest.approx(1)
    assert min(found) >= 0
    order = np.argsort(estimates, kind="stable")
    assert np.all(np.diff(np.array(found)[order]) >= -1e-12)


@given(st.lists(st.floats(-2, 2), min_size=3, max_size=3))
def test_no_point_of_a_grid_is_nearer(estimates):
    found = np.array(project_on_simplex(estimates))
    distance = np.sum((found - estimates) ** 2)
    for a, b in itertools.product(range(21), repeat=2):
        if a + b <= 20:
            other = np.array([a, b, 20 - a - b]) / 20
            assert distance <= np.sum((other - estimates) ** 2) + 1e-9
