"""Likelihood-ratio tests and profile intervals against another optimizer, and their power."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit
from scipy.stats import chi2

from survey.core.estimates import regression
from survey.core.mechanism.privacy import keep_and_other
from survey.errors import DataError


def regress(reports, covariates, names, gamma, *more, **settings):
    """The fit at a γ."""
    return regression.regress(reports, covariates, names, keep_and_other(gamma), *more, **settings)


QUARTER = Fraction(1, 4)
ALL_BUT_CERTAIN = Fraction(499_999_999, 1_000_000_000)
NAMES = ["a", "b"]


def sample(n: int, gamma: Fraction, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Answers whose log odds are −1 + 0.05 (x₁ − 40) + x₂, and their reports."""
    rng = np.random.default_rng(seed)
    covariates = np.column_stack([rng.normal(40, 10, n), rng.integers(0, 2, n)])
    truth = rng.random(n) < expit(-1 + 0.05 * (covariates[:, 0] - 40) + covariates[:, 1])
    kept = rng.random(n) < 0.5 + float(gamma)
    return np.where(kept, truth, ~truth).astype(int), covariates


def loss(beta, reports, covariates, gamma):
    g = float(gamma)
    design = np.column_stack([np.ones(len(reports)), covariates])
    mu = 0.5 - g + 2 * g * expit(design @ beta)
    return -np.sum(np.where(reports == 1, np.log(mu), np.log1p(-mu)))


def highest_at(place: int, value: float, reports, covariates, gamma, begin) -> float:
    """By another optimizer: the highest log-likelihood with one coefficient held."""

    def held(others):
        return loss(np.insert(others, place, value), reports, covariates, gamma)

    options = {"xatol": 1e-9, "fatol": 1e-11, "maxfev": 40_000, "maxiter": 40_000}
    return -minimize(held, np.delete(begin, place), method="Nelder-Mead", options=options).fun


@pytest.mark.parametrize("gamma", [QUARTER, Fraction(2, 5)])
def test_an_interval_ends_where_the_likelihood_ratio_is_the_quantile(gamma):
    reports, covariates = sample(800, gamma, 5)
    covariates[:, 0] = (covariates[:, 0] - 40) / 10  # for the other optimizer's sake
    found = regress(reports, covariates, NAMES, gamma)
    best = np.array([each.estimate for each in found.coefficients])
    half = chi2.ppf(0.95, 1) / 2
    for place, each in enumerate(found.coefficients):
        for end in each.profile_interval:
            fallen = found.log_likelihood - highest_at(place, end, reports, covariates, gamma, best)
            assert fallen == pytest.approx(half, abs=1e-4)


def test_a_test_compares_with_the_model_that_lacks_the_covariate():
    reports, covariates = sample(800, QUARTER, 6)
    found = regress(reports, covariates, NAMES, QUARTER)
    for place, each in enumerate(found.coefficients[1:]):
        without = regress(
            reports, np.delete(covariates, place, 1), [NAMES[1 - place]], QUARTER
        ).log_likelihood
        expected = chi2.sf(2 * (found.log_likelihood - without), 1)
        assert each.likelihood_ratio_p == pytest.approx(expected, rel=1e-5)


def test_near_one_half_they_are_those_of_ordinary_logistic_regression():
    from statsmodels import api

    reports, covariates = sample(500, ALL_BUT_CERTAIN, 2)
    found = regress(reports, covariates, NAMES, ALL_BUT_CERTAIN).coefficients
    full = api.Logit(reports, api.add_constant(covariates)).fit(disp=0)
    smaller = api.Logit(reports, api.add_constant(covariates[:, :1])).fit(disp=0)
    expected = chi2.sf(2 * (full.llf - smaller.llf), 1)
    assert found[2].likelihood_ratio_p == pytest.approx(expected, rel=1e-4)
    np.testing.assert_allclose([each.observed_error for each in found], full.bse, rtol=1e-4)


def test_observed_errors_are_those_of_the_second_derivatives():
    reports, covariates = sample(800, QUARTER, 5)
    covariates[:, 0] = (covariates[:, 0] - 40) / 10
    found = regress(reports, covariates, NAMES, QUARTER).coefficients
    best, step = np.array([each.estimate for each in found]), 1e-4
    unit = step * np.eye(3)

    def at(*moves):
        return loss(best + sum(moves), reports, covariates, QUARTER)

    second = [
        [(at(i, j) - at(i, -j) - at(-i, j) + at(-i, -j)) / (4 * step**2) for j in unit]
        for i in unit
    ]
    errors = np.sqrt(np.diag(np.linalg.inv(np.array(second))))
    np.testing.assert_allclose([each.observed_error for each in found], errors, rtol=1e-4)


def test_in_a_small_class_the_ratio_finds_what_walds_test_does_not():
    """100 respondents, γ = 1/4, a slope of 1: Wald's power is next to nothing."""
    rng = np.random.default_rng(3)
    by_wald = by_ratio = fitted = 0
    for _ in range(40):
        x = rng.normal(size=100)
        truth = rng.random(100) < expit(x)
        reports = np.where(rng.random(100) < 0.75, truth, ~truth).astype(int)
        try:
            slope = regress(reports, x[:, None], ["x"], QUARTER, starts=4).coefficients[1]
        except DataError:
            continue
        fitted += 1
        by_wald += slope.p_value < 0.05
        by_ratio += slope.likelihood_ratio_p < 0.05
    assert fitted > 30
    assert by_wald < 0.1 * fitted
    assert by_ratio > 0.3 * fitted


def test_an_end_is_infinite_where_no_coefficient_is_refused():
    """Nearly all reports of one group are yes: so may all its answers be."""
    reports = np.array([1, 0] * 20 + [1] * 29 + [0] * 11)
    group = np.array([[0.0]] * 40 + [[1.0]] * 40)
    slope = regress(reports, group, ["g"], QUARTER).coefficients[1]
    low, high = slope.profile_interval
    assert high == math.inf
    assert math.isfinite(low)
    assert low < slope.estimate


def test_without_covariates_the_intercept_has_them_too():
    (intercept,) = regress(
        [1] * 831 + [0] * 1604, np.zeros((2435, 0)), [], Fraction(1, 3)
    ).coefficients
    low, high = intercept.profile_interval
    assert low < intercept.estimate < high
    # Wald's, of as large a class, is nearly the same.
    np.testing.assert_allclose((low, high), intercept.interval, atol=0.01)
    assert intercept.likelihood_ratio_p < 1e-20
