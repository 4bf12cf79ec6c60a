"""Laplace noise: density, tails, the shifted tent, and sensitivities by trying all neighbours."""

import math

import numpy as np
import pytest
from scipy.integrate import quad

from survey.lab.experiments.laplace_law import (
    QUERIES,
    any_beyond,
    beyond,
    density,
    scale_for,
    sensitivity,
    union_bound,
)
from survey.lab.lessons.laplace_noise import LESSON


@pytest.mark.parametrize("scale", [0.5, 2, 10])
def test_the_density_is_one_and_its_tails_are_those_of_the_formula(scale):
    assert quad(density, -math.inf, 0, (scale,))[0] == pytest.approx(1 / 2)
    for distance in (0, 1, 5):
        tail = quad(density, distance, math.inf, (scale,))[0]
        assert 2 * tail == pytest.approx(beyond(distance, scale))


def test_the_tail_of_several_is_below_the_union_bound():
    """100,000 draws of five noises, within five standard errors of the exact chance."""
    drawn = np.abs(np.random.default_rng(2).laplace(0, 3, (100_000, 5))).max(axis=1)
    for distance in (2, 6, 12):
        exact = any_beyond(distance, 3, 5)
        spread = 5 * math.sqrt(exact * (1 - exact) / 100_000)
        assert abs((drawn > distance).mean() - exact) < spread
        assert exact <= union_bound(distance, 3, 5)
    alpha, k, epsilon, change = 20, 5, 1.0, 2
    bound = union_bound(alpha, scale_for(epsilon, change, k), k)
    assert bound == pytest.approx(k * math.exp(-alpha * epsilon / (k * change)))


def test_the_shifted_density_is_within_the_factor_everywhere():
    for change in (1, 3):
        scale = scale_for(0.5, change)
        for x in np.linspace(-20, 20, 401):
            ratio = density(x, scale) / density(x - change, scale)
            assert math.exp(-0.5) * (1 - 1e-12) <= ratio <= math.exp(0.5) * (1 + 1e-12)


def test_sensitivities():
    found = {name: sensitivity(query, 3, values).value for name, query, values in QUERIES}
    assert found == {
        "how many say yes": 1, "share who say yes": pytest.approx(1 / 3),
        "sum of ratings 0 to 3": 3, "median rating": 3, "histogram of ratings": 2,
        "yes, and no": 2,
    }  # fmt: skip
    worst = sensitivity(QUERIES[3][1], 3, QUERIES[3][2])
    assert sum(a != b for a, b in zip(worst.first, worst.second, strict=True)) == 1


def test_the_bound_is_said():
    says = LESSON.outcome(LESSON.initial | {"answers": 4, "distance": 8}).says
    assert "noise of scale 8.00 on each of 4 answers" in says
    assert f"bound: {min(1, 4 * math.exp(-1)):.0%}" in says
