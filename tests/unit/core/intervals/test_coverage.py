"""Every interval covers as often as it says: exactly, watched, and by simulation."""

import math
from fractions import Fraction

import numpy as np
import pytest
from interval_coverage import coverage, ever_wrong, population_law
from scipy.stats import binom

from survey.core.intervals.class_tails import class_law
from survey.core.intervals.registry import METHODS
from survey.core.mechanism.vectorized import randomize_array

GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]


@pytest.mark.parametrize("interval", [each.name for each in METHODS if each.of_share])
@pytest.mark.parametrize("gamma", GAMMAS)
def test_every_interval_covers_at_least_its_confidence(interval, gamma):
    for n in (10, 30, 100):
        for share in (0.0, 0.1, 0.3, 0.5):
            assert coverage(interval, gamma, n, share, 0.95).coverage >= 0.95, (n, share)


def test_laws_are_the_exact_ones():
    gamma = Fraction(1, 4)
    expected = np.convolve(binom.pmf(range(4), 3, 0.75), binom.pmf(range(8), 7, 0.25))
    assert class_law(10, 3, gamma) == pytest.approx(expected, abs=1e-14)
    assert population_law(10, 0.3, gamma) == pytest.approx(binom.pmf(range(11), 10, 0.4), abs=1e-14)
    assert class_law(300, 90, gamma).sum() == pytest.approx(1)


def test_widths_have_the_ratios_that_the_mathematics_says():
    """At n = 100 and 30 %."""
    for gamma, ratio in zip(GAMMAS, (0.51, 0.61, 0.41), strict=True):
        exact, hoeffding = (
            coverage(name, gamma, 100, 0.3, 0.95).mean_width for name in ("class", "hoeffding")
        )
        assert exact / hoeffding == pytest.approx(ratio, abs=0.005)


def test_exact_coverage_agrees_with_simulation():
    """20,000 seeded classes; 5 σ."""
    gamma, n, t = Fraction(2, 5), 30, 9
    answers = np.zeros((20_000, n), dtype=int)
    answers[:, :t] = 1
    ones = randomize_array(answers, (9, 1), generator=np.random.default_rng(3)).sum(axis=1)
    law = class_law(n, t, gamma)
    for k in (8, 10, 12):
        share = (ones == k).mean()
        assert abs(share - law[k]) <= 5 * math.sqrt(law[k] * (1 - law[k]) / 20_000)


@pytest.mark.first_cell
@pytest.mark.parametrize("gamma", GAMMAS)
def test_anytime_is_ever_wrong_in_at_most_five_percent(gamma):
    wrong = ever_wrong("anytime", gamma, 300, 0.3, 0.95, 1000, np.random.default_rng(5))
    assert wrong <= 0.05


def test_hoeffding_does_not_survive_being_watched_at_small_gamma():
    generator = np.random.default_rng(5)
    assert ever_wrong("hoeffding", Fraction(1, 10), 300, 0.3, 0.95, 2000, generator) > 0.05
