"""The distribution that is nearest to an estimate of one."""

from collections.abc import Sequence

import numpy as np


def project_on_simplex(estimates: Sequence[float]) -> tuple[float, ...]:
    """The shares >= 0 with sum 1 that are nearest in Euclidean distance.

        x_j = max(e_j + λ, 0), with λ such that Σ x_j = 1

    Unbiased estimates of a distribution may be negative or above 1. Their
    projection is neither, and is biased in return: average the estimates, never
    their projections.

    Source: Duchi, Shalev-Shwartz, Singer, Chandra (2008), ICML,
    doi:10.1145/1390156.1390191, algorithm of figure 1.
    """
    values = np.asarray(estimates, dtype=float)
    descending = np.sort(values)[::-1]
    ranks = np.arange(1, len(values) + 1)
    shifts = (1 - np.cumsum(descending)) / ranks
    # λ belongs to the largest rank whose value it leaves above zero.
    last = np.nonzero(descending + shifts > 0)[0][-1]
    return tuple(float(share) for share in np.maximum(values + shifts[last], 0))
