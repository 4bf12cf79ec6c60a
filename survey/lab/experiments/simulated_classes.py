"""The distance of estimates from the truth: simulated, by bounds, and with a curator's noise.

The bounds are Chebyshev's, Hoeffding's and the class interval's; a table says how many respondents
each way of randomizing needs for a margin.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from survey.core.intervals.registry import ANNOUNCED
from survey.core.mechanism.privacy import HALF, epsilon, odds
from survey.core.planning.planner import half_width
from survey.lab.experiments.laplace import DRAWS, KEPT, exact_noise, stays_within
from survey.lab.lesson import Table
from survey.lab.words import FIGURES, said
from survey.translations.marked import N_

SHARE = Fraction(3, 10)  # of each simulated class, who would truly say yes
SHOWN = 100  # classes in the picture
CONFIDENCE = 0.95
ALPHA = Fraction(1, 20)


@dataclass(frozen=True)
class DrawnClass:
    """The answers of one class and its reports; where they differ, a coin turned the answer."""

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

        p̂ − p = (reports − yes (1/2+γ) − (n − yes) (1/2−γ)) / (2γn)

    The numerator is exact, so that 0 is 0. 0 < γ ≤ 1/2, `respondents` ≥ 1.
    """
    yes = int(SHARE * respondents)
    keep, other = HALF + gamma, HALF - gamma
    reports = generator.binomial(yes, float(keep), classes) + generator.binomial(
        respondents - yes, float(other), classes
    )
    expected = yes * keep + (respondents - yes) * other
    above = reports * expected.denominator - expected.numerator
    errors: NDArray[np.float64] = above / float(2 * gamma * respondents * expected.denominator)
    return errors


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
    """`local_distance` for a curator who adds exact whole-number noise to the count."""
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


def respondents_needed(
    gamma: Fraction, margin: Fraction, respondents: int, local: int, central: int
) -> Table:
    """Three ways to randomize at one ε: respondents for a margin, and the margin of a class."""
    rows = (
        (N_("each browser, by Hoeffding"), local, margin_of(ANNOUNCED, respondents, gamma)),
        (N_("curator, Laplace noise"), central, margin_of("central_laplace", respondents, gamma)),
        (
            N_("curator, whole numbers"),
            whole_noise_respondents(gamma, margin),
            whole_noise_margin(respondents, gamma),
        ),
    )
    return Table(
        said(
            N_(
                "The same ε = %(epsilon)s in two places (γ = %(gamma)s in the browser), at 95%% "
                "confidence"
            ),
            epsilon=FIGURES.decimal(epsilon(gamma), 2),
            gamma=FIGURES.setting(gamma),
        ),
        (
            N_("Who randomizes"),
            said(N_("Respondents for ±%(margin)s points"), margin=FIGURES.points(margin)),
            said(N_("Margin with %(respondents)s"), respondents=respondents),
            N_("Who sees answers"),
        ),
        tuple(
            (
                who,
                FIGURES.whole(needed),
                said(N_("±%(margin)s points"), margin=FIGURES.points(found)),
                N_("the curator") if place else N_("the respondent"),
            )
            for place, (who, needed, found) in enumerate(rows)
        ),
    )
