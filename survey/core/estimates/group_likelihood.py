"""The approximate likelihood interval of a share within a group, for cases that were simulated.

The model is a sample: a pair of reports (u, v) has the probability Σ_ab J_ab P(u, v | a, b). In a
class that is fixed the counts vary less, so that the interval holds the share more often.
"""

from functools import lru_cache

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

from survey.core.estimates.group_bounds import Array, Chances, Table, laws_of_pairs
from survey.core.intervals.counts import Interval, check_confidence

# Where simulation found that it holds at least 94 % at 95 %: see survey/docs/coverage.md.
LEAST_GAMMA = 0.25
FEWEST_RESPONDENTS = 30

SMALLEST = 1e-6
STEPS = 300  # of the EM algorithm, which at γ = 1/4 gains a digit in 40


def was_tried(respondents: int, first: Chances, second: Chances) -> bool:
    """Whether simulations cover this case: two options each, γ >= 1/4, 30 respondents or more."""
    return respondents >= FEWEST_RESPONDENTS and all(
        keep + other == 1 and keep >= 0.5 + LEAST_GAMMA for keep, other in (first, second)
    )


@lru_cache(maxsize=4096)
def likelihood_interval(
    counts: Table, first: Chances, second: Chances, confidence: float
) -> Interval:
    """The shares r = J₁₁/(J₁₁ + J₁₀) whose profile likelihood is high enough, n >= 1.

        2 (max ℓ(J) − max ℓ(J | J₁₁ = r (J₁₁ + J₁₀))) <= the quantile of χ²₁

    ℓ(J) = Σ N_uv ln P_J(u, v) is concave, so the J that are likely enough are a convex set, and
    r, a ratio of linear functions, takes an interval of values on it.

    Source: Wilks (1938), doi:10.1214/aoms/1177732360.
    """
    reported = np.array(counts, dtype=float).ravel()
    laws = laws_of_pairs(first, second)
    limit = scipy.special.chdtri(1, 1 - check_confidence(confidence)) / 2
    highest = largest_likelihood(reported, laws[np.newaxis])[0]

    def kept(shares: Array) -> NDArray[np.bool_]:
        likely: NDArray[np.bool_] = highest - profile(reported, laws, shares) <= limit
        return likely

    shares = np.linspace(0, 1, 33)
    # In a large class the interval may lie between two of these shares, beside the likeliest.
    while not kept(shares).any() and shares[-1] - shares[0] > SMALLEST:
        best = int(profile(reported, laws, shares).argmax())
        shares = np.linspace(shares[max(best - 1, 0)], shares[min(best + 1, 32)], 33)
    held = np.flatnonzero(kept(shares))
    if not held.size:
        held = np.array([profile(reported, laws, shares).argmax()])
    low = shares[max(held[0] - 1, 0) : held[0] + 1]
    high = shares[held[-1] : held[-1] + 2]
    for _ in range(2):
        below, above = np.linspace(low[0], low[-1], 9), np.linspace(high[0], high[-1], 9)
        inside = kept(np.concatenate([below, above]))
        place = int(inside[:9].argmax()) if inside[:9].any() else 8
        low = below[max(place - 1, 0) : place + 1]
        place = 8 - int(inside[:8:-1].argmax()) if inside[9:].any() else 0
        high = above[place : place + 2]
    return float(low[0]), float(high[-1])


def profile(reported: Array, laws: Array, shares: Array) -> Array:
    """max ℓ for each share r: of a mixture of the group's law at r and of those outside it."""
    r = shares[:, np.newaxis]
    group = r * laws[3] + (1 - r) * laws[2]
    outside = np.broadcast_to(laws[:2], (len(shares), 2, 4))
    return largest_likelihood(reported, np.concatenate([group[:, np.newaxis], outside], axis=1))


def largest_likelihood(reported: Array, laws: Array) -> Array:
    """max over weights w of Σ N_uv ln Σ_c w_c laws[i, c, uv], for each i, by the EM algorithm.

    `reported` is one row of counts, or one for each i; `laws` may be one for all i.

    Source: Dempster, Laird, Rubin (1977).
    """
    n = reported.sum(axis=-1, keepdims=True)
    weights = np.full((max(len(laws), reported.size // 4), laws.shape[1]), 1 / laws.shape[1])
    for _ in range(STEPS):
        ratios = reported / _mixed(weights, laws)
        # One law for all is one product of matrices, which is a hundred times faster.
        gains = ratios @ laws[0].T if len(laws) == 1 else (laws @ ratios[..., np.newaxis])[..., 0]
        weights = weights * gains / n
    likelihood: Array = (reported * np.log(_mixed(weights, laws))).sum(axis=-1)
    return likelihood


def _mixed(weights: Array, laws: Array) -> Array:
    """The probability of each pair (u, v) in each mixture: Σ_c w_c laws[i, c, uv]."""
    mixed: Array = weights @ laws[0] if len(laws) == 1 else (weights[:, np.newaxis] @ laws)[:, 0]
    return mixed
