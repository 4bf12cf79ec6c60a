"""The likelihood interval of the difference between two randomized groups: approximate.

P(u, v) = m k1(1, u) f1(v) + (1−m) k1(0, u) f0(v): a share m is in the group; a share r1 of these,
and r0 of the others, has the option; u and v are the reports. k1(a, u) is the chance of report u
from somebody in the group (a = 1) or not; f1 and f0 are the laws of v at the shares r1 and r0. The
model is a sample; in a class that is fixed the counts vary less, so that the interval holds the
difference more often.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start

from survey.core.estimates.group_bounds import Array, Chances, Table
from survey.core.intervals.counts import Interval, check_confidence

# Nested grids: the first has 41 places a side, the next ones 9 about the best place so far.
FIRST, FINER, SHRINKS, ROUNDS = 41, 9, 0.45, 30
DIFFERENCES = 201
HALVINGS = 32


@dataclass(frozen=True)
class DifferenceLikelihood:
    """The likeliest difference r1 − r0, its log-likelihood, and the ends of its interval."""

    difference: float
    maximum: float
    ends: Interval


def profile(reported: Array, first: Chances, second: Chances, differences: Array) -> Array:
    """max over m and r0 of Σ N_uv ln P(u, v) for each difference d in −1..1, r1 = r0 + d.

    `reported` holds N_00, N_01, N_10, N_11, one row for all differences or one for each.

    P is linear in m and in r0, so the likelihood is concave in each of them; nested grids find
    the highest place to 1e-9.
    """
    in_group, not_in = (1 - first[0], first[0]), (1 - first[1], first[1])
    keep, other = second
    weights = np.broadcast_to(reported, (len(differences), 4)).T[:, :, None, None]
    low, high = np.maximum(0, -differences), np.minimum(1, 1 - differences)

    def likelihood(m: Array, place: Array) -> Array:
        r0 = low[:, None, None] + (high - low)[:, None, None] * place
        r1 = r0 + differences[:, None, None]
        total = np.zeros(np.broadcast_shapes(m.shape, r0.shape))
        for u in (0, 1):
            yes = m * in_group[u] * (other + (keep - other) * r1)
            yes = yes + (1 - m) * not_in[u] * (other + (keep - other) * r0)
            every = m * in_group[u] + (1 - m) * not_in[u]
            total += weights[2 * u] * np.log(every - yes) + weights[2 * u + 1] * np.log(yes)
        return total

    count = len(differences)
    centre = np.full((2, count), 0.5)
    reach, places = 0.5, np.linspace(-1, 1, FIRST)
    best = np.full(count, -np.inf)
    for _ in range(ROUNDS + 1):
        m = np.clip(centre[0][:, None] + reach * places, 0, 1)
        r = np.clip(centre[1][:, None] + reach * places, 0, 1)
        found = likelihood(m[:, :, None], r[:, None, :]).reshape(count, -1)
        at = found.argmax(axis=1)
        best = np.maximum(best, found[np.arange(count), at])
        rows, columns = np.divmod(at, len(places))
        centre = np.stack([m[np.arange(count), rows], r[np.arange(count), columns]])
        reach *= SHRINKS if len(places) == FINER else 4 / (FIRST - 1)
        places = np.linspace(-1, 1, FINER)
    return best


@lru_cache(maxsize=1024)
def difference_likelihood(
    counts: Table, first: Chances, second: Chances, confidence: float
) -> DifferenceLikelihood:
    """The differences d with 2 (max ℓ − profile(d)) <= the quantile of χ²₁, from n >= 1 pairs.

    counts[u][v] pairs of reports have u = 1 if the first names the group, and v = 1 if the second
    names the option. `first` holds the chances that a report names the group, from a member and
    from another person; `second` holds those of the option. Approximate: survey/docs/coverage.md
    has its simulated coverage.

    Source: Wilks (1938), doi:10.1214/aoms/1177732360.
    """
    limit = scipy.special.chdtri(1, 1 - check_confidence(confidence)) / 2

    reported = np.array(counts, dtype=float).ravel()

    def of(differences: Array) -> Array:
        return profile(reported, first, second, differences)

    grid = np.linspace(-1, 1, DIFFERENCES)
    difference, maximum = _highest(of, grid)
    kept = np.flatnonzero(maximum - of(grid) <= limit)
    least = difference if not kept.size else min(difference, float(grid[kept[0]]))
    most = difference if not kept.size else max(difference, float(grid[kept[-1]]))
    step = float(grid[1] - grid[0])
    ends = (
        _end(of, least, max(least - step, -1.0), maximum - limit),
        _end(of, most, min(most + step, 1.0), maximum - limit),
    )
    return DifferenceLikelihood(difference, maximum, ends)


def _highest(of: Callable[[Array], Array], grid: Array) -> tuple[float, float]:
    """The place and the height of the highest point, by ever finer grids about the best place."""
    values = of(grid)
    while grid[-1] - grid[0] > 1e-7:
        best = int(values.argmax())
        around = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
        grid = np.linspace(*around, 11)
        values = of(grid)
    best = int(values.argmax())
    return float(grid[best]), float(values[best])


def _end(of: Callable[[Array], Array], inside: float, outside: float, height: float) -> float:
    """The place between `inside` and `outside` where the profile falls below the height.

    It is `outside` if the profile does not fall so far.
    """
    if inside == outside or of(np.array([outside]))[0] >= height:
        return outside
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        if of(np.array([middle]))[0] >= height:
            inside = middle
        else:
            outside = middle
    return inside
