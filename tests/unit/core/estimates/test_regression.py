"""Regression against published shares, another optimizer, closed forms, and simulation."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.optimize import minimize
from scipy.special import expit, logit
from scipy.stats import binom

from survey.core.estimates import regression
from survey.core.mechanism.privacy import keep_and_other
from survey.errors import DataError, ParameterError


def regress(reports, covariates, names, gamma, *more, **settings):
    """The fit at a γ."""
    return regression.regress(reports, covariates, names, keep_and_other(gamma), *more, **settings)


STARTS_OF_MANY = 2  # of each of hundreds of fits, to classes so large that one start would do


# As near to the answers as a γ of nine digits comes.
ALL_BUT_CERTAIN = Fraction(499_999_999, 1_000_000_000)


def randomized(truth, gamma, rng):
    return np.where(rng.random(len(truth)) < 0.5 + float(gamma), truth, ~truth).astype(int)


def sample(n, gamma, seed):
    """Answers whose log odds are −1 + 0.05 (x₁ − 40) + x₂, and their reports."""
    rng = np.random.default_rng(seed)
    covariates = np.column_stack([rng.normal(40, 10, n), rng.integers(0, 2, n)])
    truth = rng.random(n) < expit(-1 + 0.05 * (covariates[:, 0] - 40) + covariates[:, 1])
    return randomized(truth, gamma, rng), covariates


def test_without_covariates_it_is_the_published_share():
    """Nigeria (Blair, Imai, Zhou 2015): 0.261910 with standard error 0.014413."""
    reports = [1] * 831 + [0] * 1604
    (intercept,) = regress(reports, np.zeros((2435, 0)), [], Fraction(1, 3)).coefficients
    share = expit(intercept.estimate)
    assert share == pytest.approx(0.261910, abs=5e-7)
    # The delta method: dp/dβ = p (1 − p)
    assert intercept.standard_error * share * (1 - share) == pytest.approx(0.014413, abs=5e-7)


def test_two_groups_are_the_debiased_shares_of_each():
    """A saturated fit, here of the Dutch survey's counts taken as two groups at γ = 3/10."""
    reports = [1] * 68 + [0] * 52 + [1] * 103 + [0] * 189
    group = [[1.0]] * 120 + [[0.0]] * 292
    intercept, slope = regress(reports, group, ["g"], Fraction(3, 10)).coefficients
    shares = [(103 / 292 - 0.2) / 0.6, (68 / 120 - 0.2) / 0.6]
    assert intercept.estimate == pytest.approx(logit(shares[0]), abs=1e-8)
    assert slope.estimate == pytest.approx(logit(shares[1]) - logit(shares[0]), abs=1e-8)


@pytest.mark.first_cell
@pytest.mark.parametrize("gamma", ["1/10", "1/4", "2/5"])
def test_another_optimizer_finds_the_same_maximum_and_curvature(gamma):
    gamma = Fraction(gamma)
    reports, covariates = sample(4000, gamma, 5)
    design = np.column_stack([np.ones(len(reports)), covariates])

    def loss(beta):
        mu = 0.5 - float(gamma) + 2 * float(gamma) * expit(design @ beta)
        return -np.sum(np.where(reports == 1, np.log(mu), np.log1p(-mu)))

    found = regress(reports, covariates, ["a", "b"], gamma)
    beta = np.array([each.estimate for each in found.coefficients])
    other = minimize(loss, beta + 0.1, method="Nelder-Mead",
                     options={"xatol": 1e-9, "fatol": 1e-12, "maxfev": 20_000})  # fmt: skip
    np.testing.assert_allclose(other.x, beta, atol=2e-5)
    assert -other.fun == pytest.approx(found.log_likelihood, abs=1e-8)
    p = expit(design @ beta)
    mu = 0.5 - float(gamma) + 2 * float(gamma) * p
    weights = (2 * float(gamma) * p * (1 - p)) ** 2 / (mu * (1 - mu))
    covariance = np.linalg.inv(design.T @ (weights[:, None] * design))
    errors = [each.standard_error for each in found.coefficients]
    np.testing.assert_allclose(errors, np.sqrt(np.diag(covariance)), rtol=1e-5)


def test_near_one_half_it_is_ordinary_logistic_regression():
    from statsmodels import api  # a second to import, in each process of tests

    reports, covariates = sample(500, ALL_BUT_CERTAIN, 2)
    plain = api.Logit(reports, api.add_constant(covariates)).fit(disp=0)
    found = regress(reports, covariates, ["a", "b"], ALL_BUT_CERTAIN).coefficients
    np.testing.assert_allclose([each.estimate for each in found], plain.params, atol=1e-7)
    np.testing.assert_allclose([each.standard_error for each in found], plain.bse, rtol=1e-5)
    np.testing.assert_allclose([each.p_value for each in found], plain.pvalues, atol=1e-7)
    np.testing.assert_allclose([each.interval for each in found], plain.conf_int(), atol=1e-6)


def covering(gamma_of_the_fit, surveys=200, n=2000):
    """How many of these surveys' 95% intervals hold the true coefficient of x₂."""
    covered, estimates = 0, []
    for seed in range(surveys):
        reports, covariates = sample(n, Fraction(1, 4), seed)
        each = regress(
            reports, covariates, ["a", "b"], gamma_of_the_fit, starts=STARTS_OF_MANY
        ).coefficients[2]
        covered += each.interval[0] <= 1 <= each.interval[1]
        estimates.append(each.estimate)
    return covered, np.mean(estimates), np.std(estimates) / surveys**0.5


def test_simulated_surveys_are_covered_without_bias():
    """False alarm 1e-6 if the coverage is 93% or more, and 5 standard errors for the mean."""
    covered, mean, error = covering(Fraction(1, 4))
    assert covered > binom.ppf(1e-6, 200, 0.93)
    # The maximum-likelihood estimate's own bias is of the order 1/n; 0.03 allows for it.
    assert abs(mean - 1) < 5 * error + 0.03


@pytest.mark.exhaustive
def test_ignoring_the_randomization_is_caught_by_the_same_simulation():
    covered, mean, error = covering(ALL_BUT_CERTAIN)
    assert covered <= binom.ppf(1e-6, 200, 0.93)
    assert mean < 1 - 5 * error - 0.03


def test_units_of_a_covariate_do_not_matter():
    reports, covariates = sample(2000, Fraction(1, 4), 9)
    plain = regress(reports, covariates, ["a", "b"], Fraction(1, 4))
    moved = regress(reports, covariates * [1e6, 1] + [1e9, 0], ["a", "b"], Fraction(1, 4))
    assert moved.log_likelihood == pytest.approx(plain.log_likelihood, abs=1e-6)
    for one, other, factor in zip(
        plain.coefficients[1:], moved.coefficients[1:], [1e6, 1], strict=True
    ):
        assert one.estimate == pytest.approx(other.estimate * factor, rel=1e-5)
        assert one.standard_error == pytest.approx(other.standard_error * factor, rel=1e-5)


@pytest.mark.parametrize(
    ("reports", "covariates", "sentence"),
    [
        ([1, 0] * 10, [[1.0]] * 20, "x is the same for all"),
        ([1, 0], [[1.0], [2.0]], "too few"),
        ([1, 0] * 10, [[1.0], [2.0]] * 9 + [[np.nan], [1.0]], "x is missing or infinite for some"),
        ([1, 0] * 10, [[1.0], [2.0]] * 9 + [[np.inf], [1.0]], "x is missing or infinite for some"),
        ([1, 0] * 9 + [np.nan, 1], [[1.0], [2.0]] * 10, "Reports must be 0 or 1"),
        ([1, 0] * 9 + [2, 1], [[1.0], [2.0]] * 10, "Reports must be 0 or 1"),
        ([1] * 50, [[float(n)] for n in range(50)], "no finite maximum"),
        # A group whose reports are all yes: a share beyond 100%.
        ([1, 0] * 20 + [1] * 40, [[0.0]] * 40 + [[1.0]] * 40, "no finite maximum"),
    ],
)
def test_what_cannot_be_fitted_is_said(reports, covariates, sentence):
    with pytest.raises(DataError, match=sentence):
        regress(reports, covariates, ["x"], Fraction(1, 4))


def small_class(seed):
    """20 to 119 respondents, one to three covariates, at γ = 1/10, 1/4 or 2/5."""
    rng = np.random.default_rng(seed)
    n, count = int(rng.integers(20, 120)), int(rng.integers(1, 4))
    gamma = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)][rng.integers(3)]
    columns = [
        rng.normal(size=n) if rng.random() < 0.5 else rng.integers(0, 2, n).astype(float)
        for _ in range(count)
    ]
    covariates = np.column_stack(columns)
    beta = 1.5 * rng.normal(size=count + 1)
    truth = rng.random(n) < expit(beta[0] + covariates @ beta[1:])
    return randomized(truth, gamma, rng), covariates, gamma


def summit(reports, covariates, gamma, climbs=40):
    """By another optimizer from other starts: the highest log-likelihood, and its log odds."""
    spread = (covariates - covariates.mean(axis=0)) / covariates.std(axis=0)
    design = np.column_stack([np.ones(len(reports)), spread])
    g = float(gamma)

    def loss(beta):
        mu = 0.5 - g + 2 * g * expit(design @ beta)
        slopes = np.where(reports == 1, 1 / mu, -1 / (1 - mu)) * (mu - 0.5 + g) * (0.5 + g - mu)
        return -np.sum(np.where(reports == 1, np.log(mu), np.log1p(-mu))), -(design.T @ slopes) / (
            2 * g
        )

    rng = np.random.default_rng(99)
    found = [
        minimize(loss, 2.5 * rng.normal(size=design.shape[1]), jac=True, method="BFGS")
        for _ in range(climbs)
    ]
    best = min(found, key=lambda each: each.fun)
    return -best.fun, np.abs(design @ best.x).max()


@pytest.mark.first_cell
@pytest.mark.parametrize("seed", [13, 16, 43, 50])
def test_finite_maximum_is_found_that_a_climb_from_zero_runs_past(seed):
    reports, covariates, gamma = small_class(seed)
    names = [str(place) for place in range(covariates.shape[1])]
    found = regress(reports, covariates, names, gamma)
    height, log_odds = summit(reports, covariates, gamma)
    assert log_odds < 15
    assert found.log_likelihood == pytest.approx(height, abs=1e-6)
    assert found.starts == 32


@pytest.mark.first_cell
@pytest.mark.parametrize("seed", [8, 19, 35, 48, 49])
def test_lower_maximum_is_not_returned_where_the_likelihood_is_highest_at_infinity(seed):
    """A climb from 0 ends there at a finite one, up to 15 lower in logarithms."""
    reports, covariates, gamma = small_class(seed)
    names = [str(place) for place in range(covariates.shape[1])]
    assert summit(reports, covariates, gamma)[1] > 15
    with pytest.raises(DataError, match="no finite maximum"):
        regress(reports, covariates, names, gamma)


def test_one_start_at_least():
    with pytest.raises(ParameterError, match="one start"):
        regress([0, 1] * 20, [[]] * 40, [], Fraction(1, 4), starts=0)
