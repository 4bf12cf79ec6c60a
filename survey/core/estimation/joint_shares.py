"""The joint distribution of the answers to two items, by inverting both channels."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from survey.core.intervals.interval import debias
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import keep_and_other


@dataclass(frozen=True)
class JointShares:
    """The unbiased shares of a class that has respondents.

    `joint[a][b]` is the share whose answers are a and b. `marginal[a]` is the share
    whose first answer is a, computed from fractions: a share of 0 is then exactly 0,
    and nothing is divided by a rounding error.
    """

    joint: tuple[tuple[float, ...], ...]
    marginal: tuple[float, ...]


def joint_shares(first: Item, second: Item, counts: Sequence[Sequence[int]]) -> JointShares | None:
    """The shares from `counts[u][v]`; None without respondents.

    joint = M₁⁻¹ (counts/n) M₂⁻ᵀ,   (M⁻¹)[x][y] = ([x = y] − other) / (keep − other)
    """
    respondents = sum(map(sum, counts))
    if not respondents:
        return None
    table = _inverse(first) @ (np.array(counts) / respondents) @ _inverse(second).T
    reported = (Fraction(sum(row), respondents) for row in counts)
    return JointShares(
        tuple(tuple(float(cell) for cell in row) for row in table),
        tuple(float(debias(share, first.gamma, first.options)) for share in reported),
    )


def _coefficients(item: Item) -> tuple[float, float]:
    """What a report counts for an option's estimate: if it names the option, and if not."""
    keep, other = keep_and_other(item.gamma, item.options)
    return float((1 - other) / (keep - other)), float(-other / (keep - other))


def _inverse(item: Item) -> NDArray[np.float64]:
    """M⁻¹ of the item's channel, k by k."""
    same, different = _coefficients(item)
    return np.full((item.options, item.options), different) + (same - different) * np.eye(
        item.options
    )
