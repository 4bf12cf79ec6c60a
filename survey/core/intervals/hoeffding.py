"""Hoeffding's interval: for any share and any fixed n, from the range of a report alone."""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from survey.core.intervals.counts import (
    CountArray,
    Interval,
    RatingSum,
    ReportCount,
    around,
    check_confidence,
    check_respondents,
)
from survey.core.mechanism.privacy import keep_and_other


def hoeffding_half_width(
    respondents: int, gamma: Fraction, confidence: float, options: int = 2
) -> float:
    """Half-width w of Hoeffding's interval around p̂, n >= 1.

        w = sqrt(ln(2/alpha) / (2n)) / (2γ)

    Each term of p̂ lies in a range of width 1/(2γ), hence
    P(|p̂ − p| >= w) <= 2 exp(−8 n γ² w²); with k options keep − other stands
    in place of 2γ. Valid for every p and every fixed n, but wider than the exact
    intervals, since it uses nothing but the range. Not valid for a page that
    somebody watches until it looks right.

    Source: Hoeffding (1963), doi:10.1080/01621459.1963.10500830, theorem 2.
    """
    keep, other = keep_and_other(gamma, options)
    return mean_half_width(1 / float(keep - other), respondents, confidence)


def mean_half_width(width: float, respondents: int, confidence: float) -> float:
    """Hoeffding's half-width of a mean of n terms, each in a range of this width."""
    alpha = 1 - check_confidence(confidence)
    return width * math.sqrt(math.log(2 / alpha) / (2 * check_respondents(respondents)))


def half_width(count: ReportCount, confidence: float) -> float:
    """Half the width of Hoeffding's interval of a share."""
    return mean_half_width(1 / float(count.keep - count.other), count.respondents, confidence)


def of_share(count: ReportCount, confidence: float) -> Interval | None:
    """Hoeffding's interval of an option's share."""
    estimate = count.estimate
    return None if estimate is None else around(estimate, half_width(count, confidence))


def of_rating(ratings: RatingSum, confidence: float) -> Interval:
    """Hoeffding's interval of a mean rating."""
    assert ratings.received is not None  # somebody responded
    mean = (ratings.received - 1) / (ratings.options - 1)
    return ratings.debiased(around(mean, mean_half_width(1, ratings.respondents, confidence)))


def keeps(
    count: ReportCount, confidence: float, ones: CountArray, truths: CountArray
) -> NDArray[np.bool_]:
    """Whether the interval at each reported count in `ones` keeps the true count in `truths`."""
    estimates = (ones / count.respondents - float(count.other)) / float(count.keep - count.other)
    kept: NDArray[np.bool_] = np.abs(estimates - truths / count.respondents) <= half_width(
        count, confidence
    )
    return kept
