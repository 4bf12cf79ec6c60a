"""Logistic regression on randomized reports, by maximum likelihood with the known link.

    P(report is yes | x) = (1/2 − γ) + 2γ · logistic(β₀ + β·x)

The coefficients are those of the truthful answers: log odds ratios of the
answer, not of the report. Needs statsmodels (`pip install 'deniable[regress]'`).

Source: Scheers, Dayton (1988), Journal of the American Statistical Association 83,
969-974; Blair, Imai, Zhou (2015), doi:10.1080/01621459.2015.1050028.
"""

import math
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from scipy.special import logit

from survey.core.intervals import Interval
from survey.core.intervals import check_confidence
from survey.errors import DataError
from survey.errors import ParameterError

# Log odds of ±15 are shares of 0.0000003 and its opposite: no data tell them from 0 and 1.
INFINITE_LOG_ODDS = 15.0

MOST_ITERATIONS = 200

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class Coefficient:
    """One β with its standard error (from the Fisher information) and Wald's interval."""

    name: str
    estimate: float
    standard_error: float
    confidence: float

    @property
    def interval(self) -> Interval:
        """β ∓ z·SE: good in large samples, not exact in small ones."""
        reach = NormalDist().inv_cdf((1 + self.confidence) / 2) * self.standard_error
        return self.estimate - reach, self.estimate + reach

    @property
    def odds_ratio(self) -> float | None:
        """e^β; None where it is too large for a number."""
        return math.exp(self.estimate) if self.estimate < 700 else None

    @property
    def p_value(self) -> float:
        """Of Wald's two-sided test of β = 0."""
        return 2 * NormalDist().cdf(-abs(self.estimate) / self.standard_error)


@dataclass(frozen=True)
class Regression:
    """The fit: the intercept's and the covariates' coefficients, and the log-likelihood."""

    coefficients: tuple[Coefficient, ...]
    respondents: int
    log_likelihood: float
    gamma: Fraction


def regress(
    reports: Sequence[int],
    covariates: Sequence[Sequence[float]],
    names: Sequence[str],
    gamma: Fraction,
    confidence: float = 0.95,
) -> Regression:
    """The maximum-likelihood fit of yes reports (0/1, length n) on n rows of covariates.

    `names` names the columns; an intercept is added. γ in (0, 1/2], 1/2 being
    ordinary logistic regression. Raises DataError if the covariates do not
    determine the coefficients, or if the likelihood has no finite maximum.
    """
    check_confidence(confidence)
    y = np.asarray(reports, dtype=float)
    columns = np.asarray(covariates, dtype=float).reshape(len(y), len(names))
    check_covariates(columns, names)
    # Fitted on covariates of mean 0 and deviation 1, so that their units are no matter.
    center, scale = columns.mean(axis=0), columns.std(axis=0)
    design = np.column_stack([np.ones(len(y)), (columns - center) / scale])
    estimates, covariance, log_likelihood = _fit(y, design, float(gamma))
    back = np.eye(len(estimates))
    back[0, 1:] = -center / scale
    back[1:, 1:] = np.diag(1 / scale)
    estimates, covariance = back @ estimates, back @ covariance @ back.T
    errors = np.sqrt(np.diag(covariance))
    coefficients = tuple(
        Coefficient(name, float(estimate), float(error), confidence)
        for name, estimate, error in zip(["(intercept)", *names], estimates, errors, strict=True)
    )
    return Regression(coefficients, len(y), log_likelihood, gamma)


def check_covariates(columns: Numbers, names: Sequence[str]) -> None:
    """Raises DataError for a constant covariate, one too many, or one that others determine."""
    if len(columns) <= len(names) + 1:
        raise DataError(
            f"{len(columns)} respondents are too few for {len(names)} covariates and an intercept."
        )
    known = np.ones((len(columns), 1))
    for name, column in zip(names, columns.T, strict=True):
        if not column.std() > 1e-12 * max(1.0, float(np.abs(column).max())):
            raise DataError(f"{name} is the same for all respondents: leave it out.")
        known = np.column_stack([known, (column - column.mean()) / column.std()])
        if np.linalg.matrix_rank(known) < known.shape[1]:
            raise DataError(f"{name} follows from the other covariates: leave one of them out.")


def _fit(y: Numbers, design: Numbers, gamma: float) -> tuple[Numbers, Numbers, float]:
    """Estimates, their covariance and the log-likelihood, by Fisher scoring."""
    api, link_class = _statsmodels()
    family = api.families.Binomial(link=_link(link_class, gamma), check_link=False)
    with warnings.catch_warnings():
        # What they would say is found below, from the fit itself.
        warnings.simplefilter("ignore")
        try:
            fit = api.GLM(y, design, family=family).fit(
                start_params=np.zeros(design.shape[1]), maxiter=MOST_ITERATIONS, tol=1e-10
            )
        except (ValueError, np.linalg.LinAlgError):
            raise DataError(_NO_MAXIMUM) from None
    estimates, covariance = np.asarray(fit.params), np.asarray(fit.cov_params())
    at_limits = np.abs(design @ estimates).max() > INFINITE_LOG_ODDS
    if not fit.converged or at_limits or not np.all(np.isfinite(covariance)):
        raise DataError(_NO_MAXIMUM)
    return estimates, covariance, float(fit.llf)


_NO_MAXIMUM = (
    "The likelihood has no finite maximum: for some values of the covariates the estimated share "
    "is at or beyond 0% or 100%, whose log odds are infinite. Merge small groups, or leave a "
    "covariate out."
)


def _link(link_class: type[Any], gamma: float) -> object:
    """statsmodels' link whose inverse is (1/2 − γ) + 2γ·logistic."""
    low, width = 0.5 - gamma, 2 * gamma

    # statsmodels has no types, and is looked for only now: its class is any class to mypy.
    class RandomizedLogit(link_class):  # type: ignore[misc]
        def __call__(self, p: Numbers) -> Numbers:
            log_odds: Numbers = logit(np.clip((p - low) / width, 1e-9, 1 - 1e-9))
            return log_odds

        def inverse(self, z: Numbers) -> Numbers:
            share: Numbers = low + width * expit(z)
            return share

        def inverse_deriv(self, z: Numbers) -> Numbers:
            slope: Numbers = width * expit(z) * expit(-z)
            return slope

        def deriv(self, p: Numbers) -> Numbers:
            # Far out the slope is 0 in floating point; its inverse must stay finite.
            slope: Numbers = np.maximum(self.inverse_deriv(self(p)), 1e-300)
            return 1 / slope

    return RandomizedLogit()


def _statsmodels() -> tuple[ModuleType, type[Any]]:
    """The optional library, loaded when it is needed only."""
    try:
        import statsmodels.api as api
        from statsmodels.genmod.families.links import Link
    except ImportError:
        raise ParameterError(
            "Regression needs statsmodels: pip install 'deniable[regress]'.", "regress"
        ) from None
    return api, Link
