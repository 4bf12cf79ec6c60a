"""The anytime interval: known answers, its width, and that it survives being watched."""

import math
from fractions import Fraction

import numpy as np
import pytest
from known_answers import cases
from quantities import make_count
from scipy.special import lambertw

from survey.core.intervals.anytime import anytime_counts, anytime_mean
from survey.core.intervals.counts import LARGEST_CONFIDENCE
from survey.core.intervals.registry import ANYTIME

GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]


def test_kept_counts_are_the_known_sets():
    known = cases("anytime_sets")
    for case in known:
        counted = make_count(
            case["n"], case["count"], Fraction(case["gamma"]), case["confidence"],
            case["class_size"], case["options"],
        )  # fmt: skip
        kept = anytime_counts(*counted)
        assert kept == (tuple(case["set"]) if case["set"] else None), case
    assert len(known) == 324


def width(gamma: Fraction, n: int, expected: int) -> float:
    least, most = anytime_counts(*make_count(n, n // 2, gamma, 0.95, expected))
    return (most - least) / n


@pytest.mark.parametrize("gamma", GAMMAS)
def test_anytime_is_narrowest_where_it_is_tuned(gamma):
    tuned = [width(gamma, 10_000, n) for n in (1000, 5000, 10_000, 20_000, 100_000)]
    assert min(tuned) == tuned[2]


@pytest.mark.parametrize(("gamma", "ratio"), [("1/4", 0.91), ("2/5", 0.70), ("9/20", 0.55)])
def test_mixture_is_narrower_than_the_bound_by_any_variance(gamma, ratio):
    """Against the boundary of a normal mixture with the variance proxy γ/ε, tuned alike."""
    gamma, n, alpha = Fraction(gamma), 10_000, 0.05
    proxy = float(gamma) / math.log((0.5 + gamma) / (0.5 - gamma))
    v = n * proxy
    rho = v / (-lambertw(-(alpha**2) / math.e, -1).real - 1)
    boundary = math.sqrt((v + rho) * math.log((v + rho) / (rho * alpha**2)))
    assert width(gamma, n, n) / (boundary / (n * float(gamma))) == pytest.approx(ratio, abs=0.01)


def watched(keeps, runs: int) -> float:
    """The share of seeded classes, watched from 1 to 300, that ever miss their truth."""
    gamma, n = Fraction(1, 4), 300
    generator = np.random.default_rng(11)
    answers = np.zeros((runs, n), dtype=np.int64)
    answers[:, ::3] = 1
    reports = answers ^ (generator.random((runs, n)) < 0.25)
    ones, truths = np.cumsum(reports, axis=1), np.cumsum(answers, axis=1)
    kept = np.ones(runs, dtype=bool)
    for look in range(1, n + 1):
        counted = make_count(look, 0, gamma, 0.95, expected=100)
        kept &= keeps(*counted, ones[:, look - 1], truths[:, look - 1])
    return 1 - kept.mean()


def test_anytime_holds_along_the_whole_path():
    """1,000 seeded classes: ever wrong in at most 5 %, + 5 σ."""
    assert watched(ANYTIME.keeps, 1000) <= 0.05 + 5 * math.sqrt(0.05 * 0.95 / 1000)


def test_watching_catches_an_interval_for_one_fixed_number():
    def keeps(count, confidence, ones, truths):
        estimates = (ones / count.respondents - 0.25) / 0.5
        fixed = 1.96 * math.sqrt(0.1875 / count.respondents) / 0.5
        return np.abs(estimates - truths / count.respondents) < fixed

    assert watched(keeps, 1000) > 0.3


def test_watching_asks_what_the_interval_holds():
    counted = make_count(100, 44, Fraction(2, 5), 0.95, 120)
    least, most = anytime_counts(*counted)
    truths = np.arange(101)
    kept = ANYTIME.keeps(*counted, np.full(101, 44), truths)
    assert list(truths[kept]) == list(range(least, most + 1))


def test_terms_of_any_value_are_held_where_a_bit_of_the_class_would_not_be():
    """A class of middles: bits that are fair, whatever γ; the mean's ends allow for them."""
    low, high = anytime_mean(0.5, 100, 0.95, 100)
    assert (low + high) / 2 == pytest.approx(0.5)
    gamma = Fraction(9, 20)
    share_low, share_high = ANYTIME.of_share(*make_count(100, 50, gamma, 0.95, 100))
    assert share_high - share_low < 0.6 * (high - low) / (2 * float(gamma))


def test_means_at_the_ends_stay_within_them():
    assert anytime_mean(0.0, 50, 0.95, 100)[0] == 0
    assert anytime_mean(1.0, 50, 0.95, 100)[1] == 1


def test_an_impossible_count_keeps_nothing():
    assert anytime_counts(*make_count(300, 0, Fraction(2, 5), 0.95)) is None


NEAR_HALF = [Fraction(4999, 10_000), Fraction(499_999_999, 10**9)]


@pytest.mark.parametrize("gamma", NEAR_HALF)
def test_reports_that_are_nearly_the_answers_keep_it_whatever_was_expected(gamma):
    """Large exponents: a class of two that was tuned for one respondent."""
    for ones in (0, 2):
        assert anytime_counts(*make_count(2, ones, gamma, 0.95, 1)) == (ones, ones)


def test_means_at_the_ends_are_kept_at_the_largest_confidence():
    """Large exponents again: each end is the other's mirror image."""
    low, high = anytime_mean(1.0, 50, LARGEST_CONFIDENCE, 1)
    assert high == 1 and low == pytest.approx(0.5647774716, abs=1e-9)
    assert anytime_mean(0.0, 50, LARGEST_CONFIDENCE, 1) == pytest.approx((0, 1 - low), abs=1e-11)
