"""How far estimates are from the class's share: by Chebyshev, by Hoeffding, and simulated."""

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np

from survey.core.mechanism.privacy import HALF
from survey.lab.experiments.simulated_classes import simulated_errors

SHOWN = 100  # classes in the picture
KEPT = 64


def variance(respondents: int, gamma: Fraction) -> Fraction:
    """(1/4 − γ²) / (4γ²n): the variance of p̂ for a fixed class, 0 < γ < 1/2."""
    return (HALF**2 - gamma**2) / (4 * gamma**2 * respondents)


def chebyshev_margin(respondents: int, gamma: Fraction, alpha: Fraction) -> float:
    """sqrt(variance / α): P(|p̂ − p| ≥ w) ≤ variance/w², for any law with this variance."""
    return math.sqrt(variance(respondents, gamma) / alpha)


def chebyshev_respondents(margin: Fraction, gamma: Fraction, alpha: Fraction) -> int:
    """⌈(1/4 − γ²) / (4γ²w²α)⌉: the least n for a margin w, exactly."""
    return math.ceil(variance(1, gamma) / (margin**2 * alpha))


def hoeffding_margin(respondents: int, gamma: Fraction, alpha: Fraction) -> float:
    """sqrt(ln(2/α) / (8γ²n)), from the range 1/(2γ) of a report's part in p̂."""
    return math.sqrt(math.log(2 / alpha) / (8 * float(gamma) ** 2 * respondents))


@lru_cache(KEPT)
def distances(respondents: int, gamma: Fraction, seed: int) -> tuple[float, ...]:
    """|p̂ − p| of 100 simulated classes, in which 3/10 would truly say yes."""
    errors = simulated_errors(respondents, gamma, SHOWN, np.random.default_rng(seed))
    return tuple(np.abs(errors).tolist())
