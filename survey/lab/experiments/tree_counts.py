"""A binary tree of noisy counts over n places in a row, and the intervals read from it.

The nodes are numbered as in a heap: 1 is the root, node v has the children 2v and
2v+1, and the n leaves are n, …, 2n−1. Number 0 is not used. n is a power of two.
"""

from functools import cache

import numpy as np
from numpy.typing import NDArray

from survey.errors import ParameterError


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
