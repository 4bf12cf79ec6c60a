"""The exact law of the number of yes reports to a control question, if k of n people deviate.

The slips were shuffled. So the number H of stars among the n − k respondents who use the coin is
hypergeometric, drawn from all slips issued, returned or not. If κ is the share of a population, H
is binomial. Random answers of the k who deviate add Bin(k, 1/2) to the yes answers; answers of no
add none. These answers then go through the coin. A report of no does not.
"""

from fractions import Fraction
from functools import lru_cache

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

from survey.core.compliance.deviations import Deviation
from survey.core.intervals.class_tails import WINDOW, Array, binomial_chances, log_ways

LEAST_LOGARITHM = -41.5  # of 1e-18


def chance_at_most(
    yes: int, deviating: int, respondents: int, gamma: Fraction, known: Fraction,
    slips: int | None, model: Deviation,
) -> float:  # fmt: skip
    """P(at most `yes` of the reports say yes), if `deviating` of the respondents deviate.

    `known` of the `slips` bear a star, a whole number; None for a share of a population.
    """
    if yes < 0:
        return 0.0
    following = respondents - deviating
    through_coin = following if model is Deviation.REPORTS_NO else respondents
    if yes >= through_coin:
        return 1.0
    counts, chances = _stars(following, known, slips)
    if model is Deviation.AT_RANDOM:
        first, coins = _binomial(deviating, 0.5)
        counts = np.arange(counts[0] + first, counts[-1] + first + len(coins))
        chances = np.convolve(chances, coins)
    start, tails = _lower_tails(yes, through_coin, gamma)
    return float(chances @ tails[np.clip(counts - start + 1, 0, len(tails) - 1)])


def _stars(following: int, known: Fraction, slips: int | None) -> tuple[NDArray[np.int64], Array]:
    """The possible numbers of stars among respondents who use the coin, and the chance of each."""
    if slips is None:
        first, chances = _binomial(following, float(known))
        return np.arange(first, first + len(chances)), chances
    starred = int(known * slips)
    mean = following * starred / slips
    variance = mean * (1 - starred / slips) * (slips - following) / max(slips - 1, 1)
    reach = WINDOW * variance**0.5 + WINDOW
    low = max(0, following - (slips - starred), int(mean - reach))
    high = min(starred, following, int(mean + reach) + 1)
    counts = np.arange(low, high + 1)
    logs = (
        log_ways(starred, counts)
        + log_ways(slips - starred, following - counts)
        - log_ways(slips, following)
    )
    chances = np.exp(logs)
    return counts, chances / chances.sum()


def _binomial(n: int, p: float) -> tuple[int, Array]:
    """(first, chances): the law of Bin(n, p) from `first` on; counts outside hardly ever occur."""
    reach = WINDOW * (n * p * (1 - p)) ** 0.5 + WINDOW
    low, high = max(0, int(n * p - reach)), min(n, int(n * p + reach) + 1)
    chances = binomial_chances(np.arange(low, high + 1), n, p)
    return low, chances / chances.sum()


@lru_cache(maxsize=64)
def _lower_tails(yes: int, n: int, gamma: Fraction) -> tuple[int, Array]:
    """P_t(R <= yes) for the numbers t of truthful yes, R = Bin(t, 1/2+γ) + Bin(n−t, 1/2−γ).

    Gives the first t and the chances from t − 1 on: 1 before, then those of the window in which
    they are neither 0 nor 1, and 0 after it. One more truthful yes replaces one report:

        P_{t+1}(R <= y) = P_t(R <= y) − 2γ V_t(y)

    V_t the law of the n − 1 other reports, by a Fourier transform that is long enough for the
    window alone.
    """
    slope, other = 2 * float(gamma), 0.5 - float(gamma)
    reach = WINDOW * (n * (0.25 - float(gamma) ** 2)) ** 0.5 + WINDOW
    first = max(0, int((yes - n * other - reach) / slope))
    last = min(n, max(first, int((yes - n * other + reach) / slope) + 1))
    at_first = float(scipy.special.bdtr(min(yes, n), n, other)) if first == 0 else 1.0
    falls = slope * _chances_of(yes, n - 1, gamma, np.arange(first, last), 2 * int(reach) + 4)
    tails = np.concatenate([[1.0, at_first], at_first - np.cumsum(falls), [0.0]])
    if last == n:
        tails = tails[:-1]  # no t is larger
    return first, np.clip(tails, 0.0, 1.0)


def _chances_of(yes: int, n: int, gamma: Fraction, t: NDArray[np.int64], length: int) -> Array:
    """P_t(R = yes) of n respondents for each t, from characteristic functions at `length` points.

    Counts a multiple of `length` away alias, so it is 18 standard deviations at least. Points where
    the function is below 1e-18 are left out: its modulus is (1 − 2v(1 − cos θ))^(n/2) for each
    t, v = 1/4 − γ².
    """
    if not len(t):
        return np.zeros(0)
    angles = 2 * np.pi * np.arange(length) / length
    spread = 2 * (0.25 - float(gamma) ** 2) * (1 - np.cos(angles))
    kept = n / 2 * np.log1p(-spread) > LEAST_LOGARITHM
    angles = angles[kept]
    z = np.exp(-1j * angles)
    of_yes = np.log(0.5 - float(gamma) + (0.5 + float(gamma)) * z)
    of_no = np.log(0.5 + float(gamma) + (0.5 - float(gamma)) * z)
    logs = np.multiply.outer(t, of_yes - of_no) + n * of_no + 1j * angles * yes
    chances: Array = np.exp(logs).real.sum(axis=1) / length
    return chances
