"""A binary tree of noisy counts over n places in a row, and the intervals read from it.

The nodes are numbered as in a heap: 1 is the root, node v has the children 2v and
2v+1, and the n leaves are n, …, 2n−1. Number 0 is not used. n is a power of two.

Also the errors of three ways to count intervals at the same ε, by formula and simulated.
"""

import math
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from survey.errors import ParameterError

SIZES: tuple[int, ...] = tuple(2**level for level in range(3, 17))
TREES = 500
KEPT = 64  # results cached, one for each setting and seed


def levels(n: int) -> int:
    """log2(n) + 1: the number of levels. On each of them one node holds each person.

    Raises ParameterError unless n is a power of two.
    """
    if n < 1 or n & (n - 1):
        raise ParameterError("The number of places must be a power of two.", "n")
    return n.bit_length()


def interval_nodes(n: int, first: int, end: int) -> list[int]:
    """The fewest nodes that together hold the places first, …, end−1, each once.

    At most two on a level, hence at most 2 log2(n) for n ≥ 2. Going up from the leaves,
    a right child at the left end and a left child at the right end must be taken
    themselves; all that remains is whole pairs, which their parents stand for.
    Raises ParameterError unless 0 ≤ first < end ≤ n.
    """
    levels(n)
    if not 0 <= first < end <= n:
        raise ParameterError(f"An interval lies within the {n} places and is not empty.", "first")
    left, right, nodes = first + n, end + n, []
    while left < right:
        if left % 2:
            nodes.append(left)
            left += 1
        if right % 2:
            right -= 1
            nodes.append(right)
        left, right = left // 2, right // 2
    return nodes


@cache
def mean_nodes(n: int, length: int) -> float:
    """The number of nodes that interval_nodes takes, averaged over all intervals of this length."""
    left = np.arange(n, 2 * n - length + 1)
    right = left + length
    taken = 0
    for _ in range(levels(n)):
        wanted = left < right
        taken += np.sum(wanted & (left % 2 == 1)) + np.sum(wanted & (right % 2 == 1))
        left, right = (left + 1) // 2, right // 2
    return float(taken) / (n - length + 1)


def noisy_tree(
    counts: NDArray[np.int64], epsilon: float, generator: np.random.Generator
) -> NDArray[np.float64]:
    """Every node's count with Laplace noise of scale (log2(n) + 1)/ε; shape (..., n) to (..., 2n).

    One person more or less changes one node on each level by 1, so that the whole tree,
    and with it every interval read from it, has the privacy loss ε > 0 in total.
    """
    n = counts.shape[-1]
    scale = levels(n) / epsilon
    tree = np.zeros((*counts.shape[:-1], 2 * n))
    tree[..., n:] = counts
    for node in range(n - 1, 0, -1):
        tree[..., node] = tree[..., 2 * node] + tree[..., 2 * node + 1]
    return tree + generator.laplace(0, scale, tree.shape)


def interval_count(tree: NDArray[np.float64], first: int, end: int) -> NDArray[np.float64]:
    """The estimated number of people in the places first, …, end−1; shape (..., 2n) to (...)."""
    nodes = interval_nodes(tree.shape[-1] // 2, first, end)
    counted: NDArray[np.float64] = tree[..., nodes].sum(axis=-1)
    return counted


def item_error(length: int, epsilon: float) -> float:
    """sqrt(2·length)/ε: the root mean square of a sum of `length` Laplace(1/ε) errors."""
    return math.sqrt(2 * length) / epsilon


def queries_of_one(n: int) -> int:
    """max over i of i(n−i+1) = ⌊(n+1)²/4⌋: how many of all n(n+1)/2 intervals hold one person.

    Place i, counted from 1, is in the intervals with one of i beginnings and n−i+1 ends.
    """
    return (n + 1) ** 2 // 4


def query_error(n: int, epsilon: float) -> float:
    """√2·⌊(n+1)²/4⌋/ε: the error if every interval gets its own noise and all share ε."""
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

    Each place holds 0 to 9 simulated people, and the interval begins anywhere.
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
