"""The highest point of the likelihood of a regression on randomized reports.

Unlike that of ordinary logistic regression, this likelihood is not concave: it may
have lower maxima beside the highest, and the highest may lie at infinity. So the
search climbs from several starts, always the same ones. More starts find more, but
no number of them proves that nothing higher exists.
"""

from dataclasses import dataclass

import numpy as np
import scipy  # which loads its parts when they are first used: not at each start
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

STARTS = 32
SEED = 1
SPREADS = (1.0, 3.0)  # standard deviations of the starts' coefficients, in turn

# Bounds that stop a climb towards infinity; covariates have standard deviation 1.
LARGEST_COEFFICIENT = 40.0
LARGEST_LOG_ODDS = 500.0


@dataclass(frozen=True)
class RandomizedReports:
    """n reports `y`, 0 or 1: P(y = 1) = other + (keep − other) · P(the answer is yes).

    `weights` holds a weight for each report; with weights, likelihoods are pseudo-likelihoods.
    """

    y: Numbers
    keep: float
    other: float
    weights: Numbers | float = 1.0


def highest(data: RandomizedReports, design: Numbers, starts: int) -> Numbers:
    """The coefficients with the highest likelihood found, one for each column of `design`.

    P(the answer is yes) = logistic(design · β). `design` is n by columns, the intercept's all 1,
    every other one with mean 0 and standard deviation 1. The first start is 0; the others are
    pseudo-random.
    """
    generator = np.random.default_rng(SEED)
    count = design.shape[1]
    begin = np.zeros((starts, count))
    for each in range(1, starts):
        begin[each] = SPREADS[each % len(SPREADS)] * generator.normal(size=count)
    climbs = [
        scipy.optimize.minimize(
            loss,
            start,
            (data, design),
            method="L-BFGS-B",
            jac=True,
            bounds=[(-LARGEST_COEFFICIENT, LARGEST_COEFFICIENT)] * count,
            options={"ftol": 1e-12, "gtol": 1e-6},
        )
        for start in begin
    ]
    coefficients: Numbers = min(climbs, key=lambda climb: float(climb.fun)).x
    return coefficients


def loss(
    beta: Numbers, data: RandomizedReports, design: Numbers, offset: Numbers | float = 0.0
) -> tuple[float, Numbers]:
    """−log-likelihood and its gradient, where the log odds are `offset` + design · β."""
    yes, no, chance = _chances(data, offset + design @ beta)
    slopes = _slopes(data, yes, no, chance)
    height = float(np.sum(data.weights * np.log(chance)))
    return -height, -(design.T @ (data.weights * slopes))


def observed_information(beta: Numbers, data: RandomizedReports, design: Numbers) -> Numbers:
    """The second derivatives of −log-likelihood in β, for these very reports.

    Its mean over all reports is Fisher's (expected) information; the two agree in large samples.
    """
    yes, no, chance = _chances(data, design @ beta)
    slopes = _slopes(data, yes, no, chance)
    curvature = data.weights * (slopes**2 - slopes * (no - yes))
    information: Numbers = design.T @ (curvature[:, None] * design)
    return information


def robust_covariance(beta: Numbers, data: RandomizedReports, design: Numbers) -> Numbers:
    """The covariance of weighted estimates, whatever the weights mean: H⁻¹ (Σ w² s sᵀ) H⁻¹.

    H is the weighted observed information, s the derivative of a report's log-likelihood in β.
    Raises numpy.linalg.LinAlgError where H has no inverse.

    Source: Huber (1967); Binder (1983), doi:10.2307/1402588.
    """
    yes, no, chance = _chances(data, design @ beta)
    scores = (data.weights * _slopes(data, yes, no, chance))[:, None] * design
    inverse = np.linalg.inv(observed_information(beta, data, design))
    covariance: Numbers = inverse @ (scores.T @ scores) @ inverse
    return covariance


def _chances(data: RandomizedReports, log_odds: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The shares of yes and no among answers with these log odds, and each report's chance."""
    log_odds = np.clip(log_odds, -LARGEST_LOG_ODDS, LARGEST_LOG_ODDS)
    yes, no = scipy.special.expit(log_odds), scipy.special.expit(-log_odds)
    width = data.keep - data.other
    return yes, no, np.where(data.y == 1, data.other + width * yes, 1 - data.keep + width * no)


def _slopes(data: RandomizedReports, yes: Numbers, no: Numbers, chance: Numbers) -> Numbers:
    """The derivative of each report's log-likelihood in its log odds."""
    slopes: Numbers = np.where(data.y == 1, 1, -1) * (data.keep - data.other) * yes * no / chance
    return slopes
