"""Simulated classes, and how far their estimates fall from the truth."""

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from survey.core.mechanism.privacy import HALF

SHARE = Fraction(3, 10)  # of each simulated class, who would truly say yes


def simulated_errors(
    respondents: int, gamma: Fraction, classes: int, generator: np.random.Generator
) -> NDArray[np.float64]:
    """p̂ − p of simulated classes, in which 3/10 would truly say yes; shape (classes,).

    0 < γ ≤ 1/2, `respondents` ≥ 1.
    """
    yes = int(SHARE * respondents)
    keep, other = float(HALF + gamma), float(HALF - gamma)
    reports = generator.binomial(yes, keep, classes) + generator.binomial(
        respondents - yes, other, classes
    )
    estimates = (reports / respondents - 0.5 + float(gamma)) / float(2 * gamma)
    return estimates - yes / respondents
