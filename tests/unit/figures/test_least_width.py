"""The bound against a linear programme solved as such, and against the rules there are."""

from fractions import Fraction

import numpy as np
import pytest
from least_width import least_mean_width, mean_class_width
from quantities import class_set
from scipy.optimize import linprog

from survey.core.intervals.class_tails import class_law

QUARTER = Fraction(1, 4)


@pytest.mark.parametrize(("n", "least", "width"), [(30, 0.454, 0.498), (100, 0.288, 0.299)])
def test_known_answers(n, least, width):
    assert least_mean_width(n, QUARTER, 0.95) == pytest.approx(least, abs=5e-4)
    assert mean_class_width(n, QUARTER, 0.95) == pytest.approx(width, abs=8e-4)


@pytest.mark.parametrize("gamma", [Fraction(1, 10), QUARTER, Fraction(2, 5)])
@pytest.mark.parametrize("n", [2, 5, 8])
def test_it_is_the_minimum_of_the_linear_programme(n, gamma):
    """Over all φ_t(s) in 0..1 at once."""
    laws = np.array([class_law(n, t, gamma) for t in range(n + 1)])
    covers = np.zeros((n + 1, (n + 1) ** 2))
    for t, law in enumerate(laws):
        covers[t, t * (n + 1) : (t + 1) * (n + 1)] = -law
    costs = np.tile(laws.mean(axis=0), n + 1)
    solved = linprog(costs, A_ub=covers, b_ub=np.full(n + 1, -0.9), bounds=(0, 1))
    assert least_mean_width(n, gamma, 0.9) == pytest.approx((solved.fun - 1) / n, abs=1e-7)


@pytest.mark.parametrize("gamma", [Fraction(1, 10), QUARTER, Fraction(2, 5)])
def test_class_width_is_the_mean_over_all_classes_and_above_the_least(gamma):
    n = 12
    widths = [np.diff(class_set(s, n, gamma, 0.95))[0] / n for s in range(n + 1)]
    means = [class_law(n, t, gamma) @ widths for t in range(n + 1)]
    found = mean_class_width(n, gamma, 0.95)
    assert found == pytest.approx(np.mean(means))
    assert least_mean_width(n, gamma, 0.95) <= found
