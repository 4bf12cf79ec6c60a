"""The margins of randomized response and of a curator's noise, by formula and simulated."""

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from survey.core.mechanism.privacy import odds
from survey.core.planning.planner import half_width
from survey.lab.experiments.laplace import DRAWS, KEPT, exact_noise, stays_within
from survey.lab.experiments.simulated_classes import simulated_errors

CONFIDENCE = 0.95
ALPHA = Fraction(1, 20)


def margin_of(method: str, respondents: int, gamma: Fraction) -> float:
    """The half-width at 95% by one of the planner's METHODS, as a share of the class."""
    return half_width(method, respondents, gamma, CONFIDENCE)


@lru_cache(KEPT)
def local_distance(respondents: int, gamma: Fraction, seed: int = 1) -> float:
    """The distance from p within which p̂ falls in 95% of simulated classes."""
    generator = np.random.default_rng(seed)
    errors = simulated_errors(respondents, gamma, DRAWS, generator)
    return _ninety_five_of_a_hundred(errors)


def central_distance(respondents: int, gamma: Fraction, seed: int = 1) -> float:
    """The same distance for a curator who adds exact whole-number noise to the count."""
    return _ninety_five_of_a_hundred(exact_noise(gamma, seed)) / respondents


def whole_noise_respondents(gamma: Fraction, margin: Fraction) -> int:
    """The smallest n with which whole-number noise on the count is within the margin.

        n = ⌈m / margin⌉, with the smallest m for which P(|z| > m) ≤ 1/20

    `margin` in (0, 1] as a share.
    """
    return math.ceil(stays_within(ALPHA, odds(gamma)) / margin)


def whole_noise_margin(respondents: int, gamma: Fraction) -> float:
    """m / n with the same m, as a share: at least 95% of published counts are this near."""
    return stays_within(ALPHA, odds(gamma)) / respondents


def _ninety_five_of_a_hundred(errors: ArrayLike) -> float:
    return float(np.quantile(np.abs(errors), CONFIDENCE, method="inverted_cdf"))
