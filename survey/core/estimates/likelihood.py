"""The highest point of the likelihood of a regression on randomized reports.

Unlike that of ordinary logistic regression, this likelihood is not concave: it may
have lower maxima beside the highest, and the highest may lie at infinity. So the
search climbs from several starts, always the same ones. More starts find more, but
no number of them proves that nothing higher exists.
"""

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


def highest(y: Numbers, design: Numbers, keep: float, other: float, starts: int) -> Numbers:
    """The coefficients with the highest likelihood found, one for each column of `design`.

    P(y = 1) = other + (keep − other) · logistic(design · β). `y` holds n reports, 0 or 1;
    `design` is n by columns, the intercept's all 1, every other one with mean 0 and
    standard deviation 1. The first start is 0; the others are pseudo-random.
    """
    generator = np.random.default_rng(SEED)
    count = design.shape[1]
    begin = np.zeros((starts, count))
    for each in range(1, starts):
        begin[each] = SPREADS[each % len(SPREADS)] * generator.normal(size=count)
    climbs = [
        scipy.optimize.minimize(
            _loss,
            start,
            (y, design, keep, other),
            method="L-BFGS-B",
            jac=True,
            bounds=[(-LARGEST_COEFFICIENT, LARGEST_COEFFICIENT)] * count,
            options={"ftol": 1e-12, "gtol": 1e-6},
        )
        for start in begin
    ]
    coefficients: Numbers = min(climbs, key=lambda climb: float(climb.fun)).x
    return coefficients


def _loss(
    beta: Numbers, y: Numbers, design: Numbers, keep: float, other: float
) -> tuple[float, Numbers]:
    """−log-likelihood and its gradient."""
    log_odds = np.clip(design @ beta, -LARGEST_LOG_ODDS, LARGEST_LOG_ODDS)
    yes, no = scipy.special.expit(log_odds), scipy.special.expit(-log_odds)
    width = keep - other
    reported_yes, reported_no = other + width * yes, 1 - keep + width * no
    loss = -float(np.sum(np.log(np.where(y == 1, reported_yes, reported_no))))
    slopes = width * yes * no * np.where(y == 1, 1 / reported_yes, -1 / reported_no)
    return loss, -(design.T @ slopes)
