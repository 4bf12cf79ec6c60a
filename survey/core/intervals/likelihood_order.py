"""Sets by likelihood ratio: the numbers of truthful yes that take an observed count."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from survey.core.intervals.class_tails import Array

# The laws are right to about 1e-16; the chances of a count that is rarer in every class are
# computed again.
RARE = 1e-6

# Two likelihood ratios that differ by less are the same number: 1e-9 is far above the rounding
# of the laws where the order matters.
SAME = 1 + 1e-9


@dataclass(frozen=True)
class OrderedLaws:
    """P_t(s) as an array [t, s], and P_t(s) / max_u P_u(s)."""

    laws: Array
    ratios: Array


def ordered_laws(laws: Array) -> OrderedLaws:
    return OrderedLaws(laws, laws / np.maximum(laws.max(axis=0), np.finfo(float).tiny))


def kept_by_likelihood(
    count: int, ordered: OrderedLaws, chances: Callable[[], Array], alpha: float
) -> tuple[int, int]:
    """The least and the most t that take this count.

    Each t takes the counts s in falling order of P_t(s)/max_u P_u(s), equal ones together, until
    they have the confidence 1 − alpha. `chances` gives P_t(count) for all t up to a common factor,
    with full relative precision; it is called for a rare count only.

    Source: Feldman, Cousins (1998), doi:10.1103/PhysRevD.57.3873.
    """
    laws, ratios = ordered.laws, ordered.ratios
    ratio = ratios[:, count]
    if laws[:, count].max() < RARE:
        exact = chances()
        ratio = exact / exact.max()
    # The chance of `count` itself and of all counts that t takes after it.
    later = np.where(ratios > ratio[:, np.newaxis] * SAME, 0, laws).sum(axis=1)
    kept = np.flatnonzero(later > alpha * SAME)
    return int(kept[0]), int(kept[-1])
