"""The population interval: exact coverage of every share, its width, and the rule beyond it."""

from fractions import Fraction

import numpy as np
import pytest
from known_answers import cases
from quantities import make_count
from scipy.stats import binom

from survey.core.intervals.counts import LARGEST_CONFIDENCE, LEAST_CONFIDENCE, ReportCount
from survey.core.intervals.population import both_tails, population

GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]
SHARES = np.linspace(0, 1, 2001)


@pytest.mark.parametrize("case", cases("estimates"), ids=lambda c: f"{c['gamma']} {c['n']}")
def test_both_tails_are_the_known_ones(case):
    counted = make_count(case["n"], case["ones"], Fraction(case["gamma"]), case["confidence"])
    assert both_tails(*counted) == pytest.approx(case["clopper_pearson"], abs=1e-9)


def test_both_tails_keep_the_upper_one_at_the_largest_confidence():
    """Against the binomial tail that defines it: alpha/2 beyond each end."""
    alpha = 1 - LARGEST_CONFIDENCE
    counted = make_count(100, 50, Fraction(1, 4), LARGEST_CONFIDENCE)
    low, high = (0.25 + 0.5 * end for end in both_tails(*counted))
    assert binom.sf(49, 100, low) == pytest.approx(alpha / 2, rel=1e-6)
    assert binom.cdf(50, 100, high) == pytest.approx(alpha / 2, rel=1e-6)


def laws(n: int, gamma: Fraction) -> np.ndarray:
    """P(count | share) for each of SHARES and 0..n."""
    least, most = 0.5 - float(gamma), 0.5 + float(gamma)
    return binom.pmf(np.arange(n + 1), n, (least + (most - least) * SHARES)[:, None])


@pytest.mark.parametrize("confidence", [0.8, 0.95])
@pytest.mark.parametrize("n", [1, 10, 30, 100])
@pytest.mark.parametrize("gamma", GAMMAS)
def test_every_share_is_covered_and_more_narrowly_than_by_both_tails(gamma, n, confidence):
    """Exactly, for 2,001 shares; the mean width is 2 to 8 % below that of both tails, clipped."""
    every = [make_count(n, s, gamma, confidence) for s in range(n + 1)]
    low, high = np.array([population(*each) for each in every]).T
    held = (low - 1e-9 <= SHARES[:, None]) & (SHARES[:, None] <= high + 1e-9)
    law = laws(n, gamma)
    assert (law * held).sum(axis=1).min() >= confidence - 1e-9
    tails = np.clip([both_tails(*each) for each in every], 0, 1)
    widths = (law @ (high - low)).mean(), (law @ (tails[:, 1] - tails[:, 0])).mean()
    assert widths[0] <= (1 if n == 1 else 0.985) * widths[1]


def test_coverage_check_catches_ends_that_are_a_point_short():
    n, gamma = 30, Fraction(1, 4)
    low, high = np.array([population(*make_count(n, s, gamma, 0.95)) for s in range(n + 1)]).T
    held = (low + 0.01 <= SHARES[:, None]) & (SHARES[:, None] <= high - 0.01)
    assert (laws(n, gamma) * held).sum(axis=1).min() < 0.95


def test_beyond_a_thousand_both_tails_are_clipped():
    counted = make_count(1001, 240, Fraction(1, 4), 0.95)
    assert both_tails(*counted)[0] < 0 == population(*counted)[0]
    assert population(*counted)[1] == both_tails(*counted)[1]


@pytest.mark.parametrize("named", [0, 1])
def test_both_tails_may_leave_no_share(named):
    counted = make_count(1001, named * 1001, Fraction(1, 10), 0.95)
    assert population(*counted) is None


def test_ends_are_in_order_where_one_share_is_kept():
    low, high = population(ReportCount.of(2, 2, Fraction(1, 100), 3), LEAST_CONFIDENCE)
    assert low == pytest.approx(1) and low <= high <= 1
