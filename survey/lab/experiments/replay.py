"""A class's published reports, replayed: what a share would make, other coins, small groups.

All of it is computed from reports that are public, and so costs no privacy.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from survey.core.estimation.shares import Estimate
from survey.core.intervals.class_sets import class_interval
from survey.core.intervals.interval import Counted

REDRAWN = 40  # classes with other coins
GROUP = 10  # reports in a group
NEAR = Fraction(1, 200)  # half a point: a share that is set in whole points hits no closer


@dataclass(frozen=True)
class Redraw:
    """The same class with other coins: its estimate, and its class interval."""

    estimate: float
    low: float
    high: float
    missed: bool


@dataclass(frozen=True)
class Wall:
    """`redraws` of a class in which `truthful` would truly name the option."""

    truthful: int
    respondents: int
    redraws: tuple[Redraw, ...]

    @property
    def missed(self) -> int:
        """How many intervals do not hold the class's share."""
        return sum(each.missed for each in self.redraws)


def expected_mean(share: Fraction, counted: Counted) -> Fraction:
    """q + (p − q)·s: the share of reports that name an option, on average over the coins.

    s = `share` of the class would truly name it, 0 ≤ s ≤ 1; p = keep, q = other.
    """
    return counted.other + (counted.keep - counted.other) * share


def hits(share: Fraction, counted: Estimate) -> bool:
    """Whether the share is within half a point of p̂, or of the end that p̂ lies beyond."""
    estimate = counted.estimate
    return estimate is not None and abs(float(share) - min(max(estimate, 0), 1)) <= NEAR


def likeliest_truth(counted: Counted) -> int:
    """p̂·n as a whole number of people, 0..n; n ≥ 1."""
    estimate = counted.estimate or 0.0
    return round(min(max(estimate, 0.0), 1.0) * counted.respondents)


def wall(counted: Counted, seed: int) -> Wall:
    """40 classes of this size and truth with other coins, each with its class interval.

    The number of reports that name the option is Bin(t, keep) + Bin(n − t, other), where t is
    `likeliest_truth`. Of all such intervals at most alpha miss t/n, on average. n ≥ 1.
    """
    truthful, n = likeliest_truth(counted), counted.respondents
    generator = np.random.default_rng(seed)
    named = generator.binomial(truthful, float(counted.keep), REDRAWN)
    named += generator.binomial(n - truthful, float(counted.other), REDRAWN)
    return Wall(truthful, n, tuple(_redraw(counted, int(each), truthful) for each in named))


def _redraw(counted: Counted, named: int, truthful: int) -> Redraw:
    n = counted.respondents
    estimate = replace(counted, reported_yes=named).estimate or 0.0
    ends = class_interval(named, n, counted.gamma, counted.confidence, counted.options)
    # Without a plausible class the interval is empty, and misses.
    low, high = ends or (estimate, estimate)
    missed = ends is None or not low <= truthful / n <= high
    return Redraw(estimate, low, high, missed)


def groups(named: Sequence[bool], counted: Counted) -> tuple[float, ...]:
    """p̂ of every ten reports in turn, not clipped; a rest of fewer than ten is left out."""
    whole = range(0, len(named) - GROUP + 1, GROUP)
    sums = (sum(named[start : start + GROUP]) for start in whole)
    group = replace(counted, respondents=GROUP, reported_yes=0)
    return tuple(replace(group, reported_yes=each).estimate or 0.0 for each in sums)
