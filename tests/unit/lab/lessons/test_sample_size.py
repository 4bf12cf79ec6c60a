"""Both bounds hold, and say what the closed forms say."""

import math
from fractions import Fraction

import numpy as np
import pytest

from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.lab.experiments.simulated_classes import (
    chebyshev_margin,
    chebyshev_respondents,
    distances,
    hoeffding_margin,
    simulated_errors,
    variance,
)
from survey.lab.lessons.attempts import standard_error
from survey.lab.lessons.sample_size import ALPHAS

GAMMAS = [Fraction(1, 20), Fraction(1, 4), Fraction(9, 20)]


@pytest.mark.parametrize("gamma", GAMMAS)
def test_the_closed_forms(gamma):
    assert math.sqrt(variance(80, gamma)) == pytest.approx(standard_error(80, gamma))
    for alpha in ALPHAS:
        known = hoeffding_half_width(80, gamma, float(1 - alpha))
        assert hoeffding_margin(80, gamma, alpha) == pytest.approx(known)
        margin = Fraction(1, 10)
        n = chebyshev_respondents(margin, gamma, alpha)
        assert chebyshev_margin(n, gamma, alpha) <= 0.1 * (1 + 1e-12)
        assert n == 1 or chebyshev_margin(n - 1, gamma, alpha) > 0.1


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("alpha", ALPHAS)
def test_no_more_miss_than_is_promised(gamma, alpha):
    """20,000 classes of 100; allowed is alpha and five standard errors of that."""
    errors = np.abs(simulated_errors(100, gamma, 20_000, np.random.default_rng(9)))
    allowed = float(alpha) + 5 * math.sqrt(alpha * (1 - alpha) / 20_000)
    for margin in (hoeffding_margin, chebyshev_margin):
        assert (errors >= margin(100, gamma, alpha)).mean() <= allowed


def test_the_variance_helps_at_a_large_gamma():
    twentieth = Fraction(1, 20)
    for gamma, better in ((Fraction(1, 4), False), (Fraction(9, 20), True)):
        chebyshev, hoeffding = (
            margin(100, gamma, twentieth) for margin in (chebyshev_margin, hoeffding_margin)
        )
        assert (chebyshev < hoeffding) == better


def test_the_same_seed_gives_the_same_classes():
    assert distances(100, GAMMAS[1], 3) == distances(100, GAMMAS[1], 3)
    assert distances(100, GAMMAS[1], 3) != distances(100, GAMMAS[1], 4)
