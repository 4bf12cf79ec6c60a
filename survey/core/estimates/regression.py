"""Logistic regression on randomized reports, by maximum likelihood with the known link.

    P(report is yes | x) = other + (keep − other) · logistic(β₀ + β·x)

The coefficients are those of the truthful answers: log odds ratios of the
answer, not of the report. The likelihood is not concave: survey.core.estimates.likelihood
seeks its maximum. Needs statsmodels (`pip install statsmodels`).

Source: Scheers, Dayton (1988), Journal of the American Statistical Association 83,
969-974; Blair, Imai, Zhou (2015), doi:10.1080/01621459.2015.1050028.
"""

import math
import warnings
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start

from survey.core.estimates.coefficients import Coefficient, Regression
from survey.core.estimates.likelihood import (
    STARTS,
    Numbers,
    RandomizedReports,
    highest,
    observed_information,
    robust_covariance,
)
from survey.core.estimates.profile_likelihood import ProfileLikelihood
from survey.core.intervals.counts import check_confidence
from survey.errors import DataError, ParameterError

# Log odds of ±15 are shares of 0.0000003 and 0.9999997: no data tell them from 0 and 1.
INFINITE_LOG_ODDS = 15.0

MOST_ITERATIONS = 200


def regress(
    reports: Sequence[int],
    covariates: Sequence[Sequence[float]],
    names: Sequence[str],
    chances: tuple[Fraction, Fraction],
    confidence: float = 0.95,
    starts: int = STARTS,
    weights: Sequence[float] | None = None,
) -> Regression:
    """The maximum-likelihood fit of yes reports (0/1, length n) on n rows of covariates.

    `names` names the columns; the fit adds an intercept. `chances` are P(report is yes) of those
    whose answer is yes, and of the others: 1/2 + γ and 1/2 − γ. The maximum is the highest of those
    found from `starts` >= 1 starts. With `weights` each report counts as much, the likelihood is a
    pseudo-likelihood, and standard errors are robust ones. Raises DataError if a report is not 0 or
    1, if a weight is not above 0, if the covariates do not determine the coefficients, or if the
    likelihood is highest at infinity; ParameterError for another confidence or number of starts,
    or without statsmodels.
    """
    check_confidence(confidence)
    given = _checked_weights(weights, len(reports))
    if starts < 1:
        raise ParameterError("Give one start at least.", "starts")
    y = np.asarray(reports, dtype=float)
    if not np.all(np.isin(y, (0, 1))):
        raise DataError("Reports must be 0 or 1, and none may be missing.")
    columns = np.asarray(covariates, dtype=float).reshape(len(y), len(names))
    check_covariates(columns, names)
    # The covariates get mean 0 and standard deviation 1, so that their units do not matter.
    center, scale = columns.mean(axis=0), columns.std(axis=0)
    design = np.column_stack([np.ones(len(y)), (columns - center) / scale])
    data = RandomizedReports(y, float(chances[0]), float(chances[1]), given)
    estimates, covariance, log_likelihood = _fit(data, design, starts)
    # Back in the units of the covariates; β₀ is then the log odds where all of them are 0.
    back = np.eye(len(estimates))
    back[0, 1:] = -center / scale
    back[1:, 1:] = np.diag(1 / scale)
    best = back @ estimates
    if weights is not None:
        robust = _errors(robust_covariance(estimates, data, design), back)
        found = zip(["(intercept)", *names], best.tolist(), robust, strict=True)
        return Regression(
            tuple(Coefficient(name, b, e, confidence, e, None) for name, b, e in found),
            len(y), log_likelihood, chances, starts, weighted=True,
        )  # fmt: skip
    information = observed_information(estimates, data, design)
    expected, observed = _errors(covariance, back), _errors(_inverse(information), back)
    profiles = [ProfileLikelihood(data, design[:, 0], columns / scale, best[0], estimates[1:])]
    for place in range(1, len(best)):
        column, rest = design[:, place], np.delete(design, place, axis=1)
        others = np.delete(estimates, place)
        profiles.append(ProfileLikelihood(data, column, rest, estimates[place], others))
    coefficients = tuple(
        Coefficient(name, float(best[place]), expected[place], confidence, observed[place],
                    replace(profiles[place], starts=starts), float([1.0, *scale][place]))
        for place, name in enumerate(["(intercept)", *names])
    )  # fmt: skip
    return Regression(coefficients, len(y), log_likelihood, chances, starts)


def _checked_weights(weights: Sequence[float] | None, respondents: int) -> Numbers | float:
    """The weights with a mean of 1; raises DataError for one that is not above 0."""
    if weights is None:
        return 1.0
    given = np.asarray(weights, dtype=float)
    if len(given) != respondents or not np.all(np.isfinite(given)) or not np.all(given > 0):
        raise DataError("A weight must be a number above 0, one for each respondent.")
    return np.asarray(given / given.mean(), dtype=np.float64)


def _errors(covariance: Numbers | None, back: Numbers) -> list[float]:
    """Standard errors in the units of the covariates; NaN without a covariance."""
    if covariance is None:
        return [math.nan] * len(back)
    errors: list[float] = np.sqrt(np.diag(back @ covariance @ back.T)).tolist()
    return errors


def _inverse(information: Numbers) -> Numbers | None:
    """The covariance of an information; None unless it is positive definite."""
    try:
        np.linalg.cholesky(information)
    except np.linalg.LinAlgError:
        return None
    return np.asarray(np.linalg.inv(information), dtype=np.float64)


def check_covariates(columns: Numbers, names: Sequence[str]) -> None:
    """Raises DataError for too many covariates, or a constant, infinite or redundant one."""
    if len(columns) <= len(names) + 1:
        raise DataError(
            f"{len(columns)} respondents are too few for {len(names)} covariates and an intercept."
        )
    known = np.ones((len(columns), 1))
    for name, column in zip(names, columns.T, strict=True):
        if not np.all(np.isfinite(column)):
            raise DataError(
                f"{name} is missing or infinite for some respondents: leave these respondents out."
            )
        if not column.std() > 1e-12 * max(1.0, float(np.abs(column).max())):
            raise DataError(f"{name} is the same for all respondents: leave it out.")
        known = np.column_stack([known, (column - column.mean()) / column.std()])
        if np.linalg.matrix_rank(known) < known.shape[1]:
            raise DataError(f"{name} follows from the other covariates: leave one of them out.")


def _fit(data: RandomizedReports, design: Numbers, starts: int) -> tuple[Numbers, Numbers, float]:
    """Estimates, their covariance and the log-likelihood, by Fisher scoring from the best climb."""
    api, link_class = _statsmodels()
    start = highest(data, design, starts)
    if np.abs(design @ start).max() > INFINITE_LOG_ODDS:
        raise DataError(_NO_MAXIMUM)
    link = _link(link_class, data.other, data.keep - data.other)
    family = api.families.Binomial(link=link, check_link=False)
    weights = np.broadcast_to(data.weights, data.y.shape)
    with warnings.catch_warnings():
        # The check below finds in the fit itself what the warnings would say.
        warnings.simplefilter("ignore")
        fit = api.GLM(data.y, design, family=family, freq_weights=weights).fit(
            start_params=start, maxiter=MOST_ITERATIONS, tol=1e-10
        )
    estimates, covariance = np.asarray(fit.params), np.asarray(fit.cov_params())
    if not fit.converged or not np.all(np.isfinite(covariance)):
        raise DataError(_NO_MAXIMUM)
    return estimates, covariance, float(fit.llf)


_NO_MAXIMUM = (
    "The likelihood has no finite maximum: it is highest where for some values of the covariates "
    "the estimated share is 0% or 100%, whose log odds are infinite. Merge small groups, or leave "
    "a covariate out."
)


def _link(link_class: type[Any], low: float, width: float) -> object:
    """statsmodels' link whose inverse is low + width·logistic."""

    # statsmodels has no types and is imported late, so that its class is any class to mypy.
    class RandomizedLogit(link_class):  # type: ignore[misc]
        def __call__(self, p: Numbers) -> Numbers:
            log_odds: Numbers = scipy.special.logit(np.clip((p - low) / width, 1e-9, 1 - 1e-9))
            return log_odds

        def inverse(self, z: Numbers) -> Numbers:
            share: Numbers = low + width * scipy.special.expit(z)
            return share

        def inverse_deriv(self, z: Numbers) -> Numbers:
            slope: Numbers = width * scipy.special.expit(z) * scipy.special.expit(-z)
            return slope

        def deriv(self, p: Numbers) -> Numbers:
            # Far out the slope is 0 in floating point; its inverse must stay finite.
            slope: Numbers = np.maximum(self.inverse_deriv(self(p)), 1e-300)
            return 1 / slope

    return RandomizedLogit()


def _statsmodels() -> tuple[ModuleType, type[Any]]:
    """statsmodels' API and its class of links, imported only when needed; it is optional."""
    try:
        import statsmodels.api as api
        from statsmodels.genmod.families.links import Link
    except ImportError:
        raise ParameterError(
            "Regression needs statsmodels: pip install statsmodels.", "regress"
        ) from None
    return api, Link
