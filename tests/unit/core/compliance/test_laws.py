"""The law of the reports to a control question, against every outcome."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from survey.core.compliance.control import Control, Deviation
from survey.core.compliance.laws import chance_at_most
from survey.core.intervals.counts import ReportCount

KNOWN = Fraction(1, 4)


def brute(n, k, gamma, slips, model):
    """P(at most y) for y = 0..n: over the stars drawn, then report by report."""
    starred = int(KNOWN * slips)
    total = np.zeros(n + 1)
    for stars in range(n - k + 1):
        if stars > starred or n - k - stars > slips - starred:
            continue
        ways = comb(starred, stars) * comb(slips - starred, n - k - stars)
        chances = [0.5 + float(gamma)] * stars + [0.5 - float(gamma)] * (n - k - stars)
        law = np.ones(1)
        for chance in [*chances, *[float(model.chance(gamma))] * k]:
            law = np.convolve(law, [1 - chance, chance])
        total += ways / comb(slips, n - k) * law
    return total.cumsum()


CASES = [(8, 8), (8, 12), (20, 40)]
GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(49, 100)]


@pytest.mark.parametrize(("n", "slips"), CASES)
@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("model", Deviation)
def test_law_is_that_of_all_outcomes(n, slips, gamma, model):
    for k in range(n + 1):
        found = [chance_at_most(y, k, n, gamma, KNOWN, slips, model) for y in range(n + 1)]
        assert found == pytest.approx(brute(n, k, gamma, slips, model), abs=1e-13)


@pytest.mark.parametrize(("n", "slips"), CASES)
@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("model", Deviation)
def test_interval_holds_the_true_share_as_often_as_it_says(n, slips, gamma, model):
    controls = [Control(ReportCount.of(n, y, gamma), KNOWN, slips) for y in range(n + 1)]
    intervals = [control.interval(model) for control in controls]
    for k in range(n + 1):
        chances = np.diff(brute(n, k, gamma, slips, model), prepend=0)
        held = [ends is not None and ends[0] <= k / n <= ends[1] for ends in intervals]
        assert chances[held].sum() >= 0.95 - 1e-12


def test_a_share_of_a_population_is_that_of_many_slips():
    few = chance_at_most(50, 20, 100, Fraction(1, 4), KNOWN, None, Deviation.AT_RANDOM)
    many = chance_at_most(50, 20, 100, Fraction(1, 4), KNOWN, 4 * 10**9, Deviation.AT_RANDOM)
    assert few == pytest.approx(many, abs=1e-7)


def test_a_large_class_by_the_normal_law():
    n, gamma, deviating = 100_000, Fraction(1, 4), 10_000
    chance = chance_at_most(38_750, deviating, n, gamma, KNOWN, n, Deviation.AT_RANDOM)
    assert chance == pytest.approx(0.5, abs=0.003)
