"""How often a boundary is crossed at worst, whatever the answers are and in whatever order.

An adversary chooses each answer after seeing all reports before it. Backward induction gives the
largest chance that they have: V_n, the chance from a state after n reports on, is 1 beyond the
boundary, and otherwise that of the best next answer. All sums have positive terms, so in float64
each result is right to 1e-12.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.lib.stride_tricks import as_strided
from numpy.typing import NDArray

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Walk:
    """The steps of the martingale D, by reports with T = `total` = A + (`reports` − 1)B outcomes.

    A value v in 0..`span` is reported as itself in A of T outcomes and as each other report in B:
    with reports = 2 of v's random rounding to 0 or `span`, else of `span` + 1 = `reports` ratings.

        rating:  D = T Σ report − n B k(k−1)/2 − (A−B) Σ v
        number:  D = T R Σ bit − n B R − (A−B) Σ v

    A share of two options is a number with the span 1.
    """

    a: int
    b: int
    reports: int
    span: int

    @property
    def total(self) -> int:
        return self.a + (self.reports - 1) * self.b

    @property
    def steps(self) -> range:
        """The amounts that the reports add to D, apart from the drift."""
        last = self.total * self.span
        return range(0, last + 1, last // (self.reports - 1))

    @property
    def drift(self) -> int:
        """The amount that D loses with each report if v = 0: B times the sum of all reports."""
        return self.b * sum(self.steps) // self.total

    @cached_property
    def spacing(self) -> int:
        """D moves on a lattice with this spacing, which is shifted from report to report."""
        return math.gcd(self.a - self.b, self.steps.step)

    def chances(self, value: int) -> list[float]:
        """The probability of each report from a respondent with this value."""
        rest, width = self.b / self.total, (self.a - self.b) / self.total
        if self.reports == self.span + 1:
            return [rest + width * (report == value) for report in range(self.reports)]
        return [rest + width * (1 - value / self.span), rest + width * value / self.span]

    @cached_property
    def variance(self) -> int:
        """The largest variance of a step: that of a middle number, or of a rating at an end."""
        return max(map(self._variance, (0, self.span // 2, self.span)))

    def _variance(self, value: int) -> int:
        t, width = self.total, self.a - self.b
        if self.reports == self.span + 1:
            ratings = range(self.reports)
            squares = self.b * sum(r * r for r in ratings) + width * value * value
            return t * squares - (self.b * sum(ratings) + width * value) ** 2
        ones = self.b * self.span + width * value
        return ones * (t * self.span - ones)


def worst_of_walk(walk: Walk, bounds: Sequence[int]) -> float:
    """The largest chance that |D_n| > bounds[n − 1] for some n of 1..N, N = len(bounds)."""
    g, last = walk.spacing, len(bounds)
    reach = max(bounds) // g + 1
    pad = (walk.steps[-1] + walk.drift + (walk.a - walk.b) * walk.span) // g + 2
    # Place j of a state D = offset + g j is at pad + reach + j; the ends are beyond all bounds.
    chance = np.ones(2 * (reach + pad) + 1)
    inner = chance[pad:-pad]
    inner[_kept(-last * walk.drift % g, g, bounds[-1], reach)] = 0
    law = np.array([walk.chances(value) for value in range(walk.span + 1)])
    law = np.ascontiguousarray(law.T[:, :, np.newaxis])

    # The chances V after each report, one row per value: views, since values differ by A − B in D.
    @cache
    def following(offset: int, after: int) -> list[Array]:
        first = [(offset - walk.drift + step - after) // g for step in walk.steps]
        strides = (-((walk.a - walk.b) // g) * chance.itemsize, chance.itemsize)
        shape = (walk.span + 1, len(inner))
        return [as_strided(chance[pad + each :], shape, strides) for each in first]

    for n in range(last - 1, -1, -1):
        offset = -n * walk.drift % g
        rows = following(offset, -(n + 1) * walk.drift % g)
        found = rows[0] * law[0]
        for row, chances in zip(rows[1:], law[1:], strict=True):
            found += row * chances
        if not n:
            return float(found[:, reach].max())
        kept = _kept(offset, g, bounds[n - 1], reach)
        inner[:] = 1
        np.maximum.reduce(found[:, kept], axis=0, out=inner[kept])
    raise AssertionError  # last >= 1


def _kept(offset: int, g: int, bound: int, reach: int) -> slice:
    """The places of the states whose |D| is at most `bound`."""
    return slice(reach - (bound + offset) // g, reach + (bound - offset) // g + 1)
