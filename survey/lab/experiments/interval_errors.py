"""The errors of three ways to count intervals at the same ε, by formula and simulated."""

import math
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from survey.lab.experiments.tree_counts import interval_count, levels, mean_nodes, noisy_tree

SIZES: tuple[int, ...] = tuple(2**level for level in range(3, 17))
TREES = 500
KEPT = 64  # of what is drawn at some setting and seed


def item_error(length: int, epsilon: float) -> float:
    """sqrt(2·length)/ε: the root mean square of a sum of `length` Laplace(1/ε) errors."""
    return math.sqrt(2 * length) / epsilon


def queries_of_one(n: int) -> int:
    """max over i of i(n−i+1) = ⌊(n+1)²/4⌋: how many of all n(n+1)/2 intervals hold one person.

    Place i, counted from 1, is in the intervals with one of i beginnings and n−i+1 ends.
    """
    return (n + 1) ** 2 // 4


def query_error(n: int, epsilon: float) -> float:
    """√2·⌊(n+1)²/4⌋/ε: the error if every interval gets noise of its own, and all share ε."""
    return math.sqrt(2) * queries_of_one(n) / epsilon


def tree_error(n: int, length: int, epsilon: float) -> float:
    """sqrt(2·nodes)·(log2(n)+1)/ε, with the mean number of nodes of intervals of this length."""
    return math.sqrt(2 * mean_nodes(n, length)) * levels(n) / epsilon


@cache
def tree_wins_from(share: Fraction) -> int:
    """The least n of SIZES from which on the tree errs less than noise for each place.

    `share` is the interval's length divided by n, at least 1/8: for shorter intervals this n
    may lie beyond SIZES. ε does not matter, since both errors contain 1/ε.
    """
    wins = [n for n in SIZES if tree_error(n, int(share * n), 1) < item_error(int(share * n), 1)]
    lasting = [n for n in wins if all(each in wins for each in SIZES if each > n)]
    return min(lasting)


def simulated_errors(
    n: int, length: int, epsilon: float, trees: int, generator: np.random.Generator
) -> NDArray[np.float64]:
    """Estimate − count of one interval of this length in each noisy tree; shape (trees,).

    Each place holds 0 to 9 made-up people, and the interval begins anywhere.
    """
    counts = generator.integers(0, 10, (trees, n))
    tree = noisy_tree(counts, epsilon, generator)
    beginnings = generator.integers(0, n - length + 1, trees)
    return np.array(
        [
            interval_count(tree[each], first, first + length)
            - counts[each, first : first + length].sum()
            for each, first in enumerate(beginnings)
        ]
    )


@lru_cache(KEPT)
def typical_error(n: int, length: int, seed: int = 1) -> float:
    """The root mean square of simulated errors at ε = 1; divide it by any other ε."""
    errors = simulated_errors(n, length, 1, TREES, np.random.default_rng(seed))
    return math.sqrt(np.mean(errors**2))
