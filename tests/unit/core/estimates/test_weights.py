"""Weighted regression: whole weights repeat reports, and errors are robust ones."""

import math
from fractions import Fraction

import numpy as np
import pytest

from survey.core.estimates.regression import regress
from survey.core.library.regressions import regress as regress_columns
from survey.core.mechanism.privacy import keep_and_other
from survey.errors import DataError

CHANCES = keep_and_other(Fraction(1, 4))
UNEQUAL = Fraction(9, 10), Fraction(1, 5)


def sample(n: int, chances, seed: int):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=n)
    truth = rng.random(n) < 1 / (1 + np.exp(-(0.3 + 0.8 * x)))
    keep, other = map(float, chances)
    reports = (rng.random(n) < np.where(truth, keep, other)).astype(int)
    return reports, x[:, None], rng.integers(1, 4, n)


@pytest.mark.parametrize("chances", [CHANCES, UNEQUAL])
def test_whole_weights_repeat_reports(chances):
    reports, x, weights = sample(1500, chances, 3)
    weighted = regress(reports, x, ["x"], chances, weights=weights.tolist())
    repeated = regress(np.repeat(reports, weights), np.repeat(x, weights, axis=0), ["x"], chances)
    for one, other in zip(weighted.coefficients, repeated.coefficients, strict=True):
        assert one.estimate == pytest.approx(other.estimate, abs=1e-4)
    assert weighted.weighted and not repeated.weighted


def test_equal_weights_change_no_estimate_whatever_they_are():
    reports, x, _ = sample(4000, UNEQUAL, 4)
    plain = regress(reports, x, ["x"], UNEQUAL)
    for weight in (1.0, 0.01, 70.0):
        found = regress(reports, x, ["x"], UNEQUAL, weights=[weight] * 4000)
        for one, other in zip(found.coefficients, plain.coefficients, strict=True):
            assert one.estimate == pytest.approx(other.estimate, abs=1e-6)
            # Where the model is right, robust errors agree with the information's.
            assert one.standard_error == pytest.approx(other.standard_error, rel=0.15)
            assert math.isnan(one.likelihood_ratio_p) and math.isnan(one.profile_interval[0])


def test_the_robust_error_is_the_sandwich_s():
    """By numerical derivatives of the weighted log-likelihood."""
    reports, x, weights = sample(600, UNEQUAL, 5)
    w = weights / weights.mean()
    found = regress(reports, x, ["x"], UNEQUAL, weights=weights.tolist())
    beta = np.array([each.estimate for each in found.coefficients])
    design = np.column_stack([np.ones(600), x])
    keep, other = map(float, UNEQUAL)

    def heights(b):
        chance = other + (keep - other) / (1 + np.exp(-design @ b))
        return np.log(np.where(reports == 1, chance, 1 - chance))

    step = 1e-4
    steps = step * np.eye(2)
    scores = np.array([(heights(beta + e) - heights(beta - e)) / (2 * step) for e in steps]).T
    hessian = np.array([
        [(w * (heights(beta + a + b) - heights(beta + a - b) - heights(beta - a + b)
               + heights(beta - a - b))).sum() / (4 * step**2) for b in steps] for a in steps
    ])  # fmt: skip
    inverse = np.linalg.inv(-hessian)
    covariance = inverse @ ((w[:, None] * scores).T @ (w[:, None] * scores)) @ inverse
    errors = [each.standard_error for each in found.coefficients]
    assert errors == pytest.approx(np.sqrt(np.diag(covariance)), rel=1e-3)


def test_robust_intervals_cover_with_weights_that_follow_the_answer():
    """False alarm of the test: 200 binomial draws at .95 fall below 173 less than 1 in 10⁶."""
    held = 0
    for seed in range(200):
        reports, x, weights = sample(600, UNEQUAL, 100 + seed)
        low, high = (
            regress(reports, x, ["x"], UNEQUAL, starts=2, weights=weights).coefficients[1].interval
        )
        held += low <= 0.8 <= high
    assert held >= 173


@pytest.mark.parametrize("weights", [[1, 0], [1, -1], [1, math.nan], [1, math.inf], [1]])
def test_a_weight_that_is_none_is_refused(weights):
    with pytest.raises(DataError, match="A weight must be a number above 0"):
        regress([0, 1] * 20, [[]] * 40, [], CHANCES, weights=[*weights] * 20)


def test_a_column_of_weights_is_taken_and_missing_ones_leave_the_row_out():
    reports, x, weights = sample(400, CHANCES, 6)
    frame = {"y": reports.tolist(), "x": x[:, 0].tolist(), "w": weights.tolist()}
    table = regress_columns(frame, "y", ["x"], gamma="1/4", weights="w")
    direct = regress(reports, x, ["x"], CHANCES, weights=weights.tolist())
    assert table.result.coefficients[1].estimate == direct.coefficients[1].estimate
    frame["w"][0] = None
    assert regress_columns(frame, "y", ["x"], gamma="1/4", weights="w").missing == 1
