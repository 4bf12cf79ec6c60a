"""Simulated classes, and how far their estimates fall from the truth."""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from survey.core.mechanism.privacy import HALF

SHARE = Fraction(3, 10)  # of each simulated class, who would truly say yes


@dataclass(frozen=True)
class DrawnClass:
    """The answers of one class, and its reports: a coin turned those that differ."""

    answers: NDArray[np.bool_]
    reports: NDArray[np.bool_]

    @property
    def turned(self) -> NDArray[np.bool_]:
        turned: NDArray[np.bool_] = self.answers != self.reports
        return turned


def reports_of_class(
    respondents: int, gamma: Fraction, generator: np.random.Generator
) -> DrawnClass:
    """One class with its reports; the 3/10 who would truly say yes come first. 0 ≤ γ ≤ 1/2."""
    answers = np.arange(respondents) < int(SHARE * respondents)
    turned = generator.random(respondents) >= float(HALF + gamma)
    return DrawnClass(answers, answers ^ turned)


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
