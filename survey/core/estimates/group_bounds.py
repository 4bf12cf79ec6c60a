"""Guaranteed intervals of joint and conditional shares, by the exact generating function.

Both items are reduced to whether they name a group and an option: a report says so with
probability `keep` from those whose answer it is, and `other` from the rest. n₁₁, n₁₀, n₀₁, n₀₀ of
the n respondents are in the group with the option, in it without, outside with and without.

For every λ, P(Σx >= s) <= exp(−λs + Σ n_ab K_ab(λ)) (Chernoff), where K_ab is the exact logarithm
of E e^(λx) of a respondent of that sort. If a claim leaves the sort open, the bound takes the worst
sort, so it holds for any class.
"""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from survey.core.intervals.counts import Interval, check_confidence

Array = NDArray[np.float64]
Chances = tuple[float, float]  # keep, other
Table = tuple[tuple[int, int], tuple[int, int]]  # [u][v]: of reports in the group, with the option

# Values of λ as multiples of the best one for a normal law. Any values give a valid interval.
RATES = np.geomspace(0.2, 5, 16)
RATES = np.concatenate([-RATES[::-1], RATES])

FIXED = np.array([-1.0, 1.0])

CELLS = 32


def terms_of(chances: Chances) -> Array:
    """The terms of the unbiased share: of a report that does not name it, and of one that does."""
    keep, other = chances
    return np.array([-other, 1 - other]) / (keep - other)


def laws_of_pairs(first: Chances, second: Chances) -> Array:
    """P(u, v | a, b) as an array of the four sorts (00, 01, 10, 11) by the four pairs (u, v)."""
    one, two = (np.array([[1 - p[1], p[1]], [1 - p[0], p[0]]]) for p in (first, second))
    return np.kron(one, two)


def joint_bound(
    counts: Table, first: Chances, second: Chances, confidence: float, cap: int | None = None
) -> Interval | None:
    """The shares n₁₁/n that are kept, within 0..1, from n >= 1 pairs of reports.

    With x the term of the unbiased cell, t = n₁₁ is kept if for all λ

        −λ Σx + t K₁₁(λ) + (n − t) max(K₁₀, K₀₁, K₀₀)(λ) >= ln(alpha/2),

    which is linear in t. None if no t in 0..n is kept.

    With a `cap`, N, it holds at every n <= N at once. There λ is one number of either sign, fixed
    before the first report: then exp(λΣx − t K₁₁ − …) is a martingale, whatever the answers and
    their order, and t is left out at any look with a chance of at most alpha (Ville 1939). It is
    the λ that is best at n = N.
    """
    laws = laws_of_pairs(first, second)
    terms = np.outer(terms_of(first), terms_of(second)).ravel()
    reported = np.array(counts, dtype=float).ravel()
    n, limit = reported.sum(), _limit(confidence)
    variances = laws @ terms**2 - (laws @ terms) ** 2
    best = math.sqrt(2 * limit / ((cap or n) * variances.max()))
    rates = best * (RATES if cap is None else FIXED)
    logs = np.log(np.exp(np.multiply.outer(rates, terms)) @ laws.T)
    rest = logs[:, :3].max(axis=1)
    slopes = logs[:, 3] - rest
    ends = (rates * (reported @ terms) - limit - n * rest) / np.where(slopes == 0, np.inf, slopes)
    low = ends[(rates > 0) & (slopes > 0)].max(initial=0)
    high = ends[(rates < 0) & (slopes < 0)].min(initial=n)
    return (float(low / n), float(high / n)) if low <= high else None


# Cached, since a page asks for each interval several times.
@lru_cache(maxsize=4096)
def conditional_bound(
    counts: Table, first: Chances, second: Chances, confidence: float
) -> Interval | None:
    """The shares r = n₁₁/(n₁₁ + n₁₀) that are kept, within 0..1; None if none is.

    With f and g the terms of the unbiased shares, the mean of x = f(g − r) is 0 in any class
    whose share is r, and r is kept if for all λ

        −λ Σx + n max(r K₁₁ + (1 − r) K₁₀, K₀₁, K₀₀)(λ) >= ln(alpha/2).

    Each K is convex in r and Σx linear, so both ends of a stretch of r bound all of it: a stretch
    is left out only if no r in it is kept. The interval is from the first to the last stretch.
    """
    group = _Group(np.array(counts, dtype=float).ravel(), first, second, _limit(confidence))
    low, high = 0.0, 1.0
    for _ in range(2):
        edges = np.linspace(low, high, CELLS + 1)
        kept = np.flatnonzero(group.keeps(edges))
        if not kept.size:
            return None
        low, high = float(edges[kept[0]]), float(edges[kept[-1] + 1])
    # A wide stretch is kept too easily, so ever finer stretches are tried at both ends.
    step = float(edges[1] - edges[0])
    for _ in range(3):
        below = np.linspace(low, low + 4 * step, CELLS + 1)
        above = np.linspace(high - 4 * step, high, CELLS + 1)
        both = group.keeps(np.concatenate([below, above]))
        low = float(below[_first(both[:CELLS])])
        high = float(above[CELLS - _first(both[: -CELLS - 1 : -1])])
        step *= 4 / CELLS
    return (max(low, 0.0), min(high, 1.0)) if low <= high else None


def conditional_bound_at_cap(
    counts: Table, first: Chances, second: Chances, confidence: float, cap: int
) -> Interval | None:
    """The shares n₁₁/(n₁₁ + n₁₀) that are kept at every n <= N = `cap` at once, within 0..1.

    From the kept n₁₁ and n₁₀ at alpha/2 each: the share itself moves from look to look, so that no
    one martingale belongs to it. None if no cell is kept.
    """
    each = 1 - (1 - confidence) / 2
    # Somebody without the option reports so with chance 1 − other, anybody else with 1 − keep.
    (neither, option_alone), (group_alone, both) = counts
    without = (option_alone, neither), (both, group_alone)
    keep, other = second
    cell = joint_bound(counts, first, second, each, cap)
    rest = joint_bound(without, first, (1 - other, 1 - keep), each, cap)
    if cell is None or rest is None:
        return None
    (least, most), (fewest, others) = cell, rest
    low = least / (least + others) if least else 0.0
    high = most / (most + fewest) if fewest else 1.0
    return low, high


class _Group:
    """The test of shares r of an option within a group, from the pairs of reports."""

    def __init__(self, reported: Array, first: Chances, second: Chances, limit: float) -> None:
        self.laws, self.limit = laws_of_pairs(first, second), limit
        self.f = np.repeat(terms_of(first), 2)
        self.g = np.tile(terms_of(second), 2)
        self.n = reported.sum()
        self.cell, self.margin = reported @ (self.f * self.g), reported @ self.f

    def keeps(self, edges: Array) -> NDArray[np.bool_]:
        """For each stretch between two edges, whether it may hold an r that is kept."""
        terms = self.f * (self.g - edges[:, np.newaxis])
        spread = (self.laws @ (self.f * (self.g - edges.mean())) ** 2).max()
        rates = RATES * math.sqrt(2 * self.limit / (self.n * spread))
        logs = np.log(np.exp(np.multiply.outer(rates, terms)) @ self.laws.T)
        logs = np.maximum(logs[:, :-1], logs[:, 1:])
        inside = [r * logs[..., 3] + (1 - r) * logs[..., 2] for r in (edges[:-1], edges[1:])]
        worst = np.maximum.reduce([*inside, logs[..., 0], logs[..., 1]])
        shifted = -np.multiply.outer(rates, self.cell - edges * self.margin)
        tails = np.maximum(shifted[:, :-1], shifted[:, 1:]) + self.n * worst
        kept: NDArray[np.bool_] = (tails >= -self.limit).all(axis=0)
        return kept


def _first(kept: NDArray[np.bool_]) -> int:
    """The index of the first value that is kept; the length if none is."""
    return int(kept.argmax()) if kept.any() else len(kept)


def _limit(confidence: float) -> float:
    return -math.log((1 - check_confidence(confidence)) / 2)
