"""A class's published reports, replayed: other shares, other coins, small groups.

All of it is computed from reports that are public, and so costs no privacy.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

import numpy as np

from survey.core.intervals.class_sets import class_interval
from survey.core.intervals.counts import ReportCount
from survey.core.intervals.registry import CLASS, HORIZON
from survey.lab.experiments.looks import KEPT, Kept, LookSchedule, simulated
from survey.text.figures import rounded

REDRAWN = 40  # classes with other coins
GROUP = 10  # reports in a group
MOST_LOOKS = 60  # one after each of the first responses
LARGEST_WATCHED = 500  # respondents
NEAR = Fraction(1, 200)  # half a point, since a share is set in whole points


@dataclass(frozen=True)
class Redraw:
    """A simulated class with other coins: its estimate, and its class interval."""

    estimate: float
    low: float
    high: float
    missed: bool


@dataclass(frozen=True)
class SightRows:
    """Classes with a look after each of the first `looks` responses.

    Each row is one class with other coins and in another order. It holds the class interval at the
    first look at which that misses, or else at the last look, less the share of those who had
    answered by then. `chance` is the chance of such a miss, and `capped` that of a miss of the
    interval which allows for every look up to this many responses; both are exact.
    """

    looks: int
    rows: tuple[Redraw, ...]
    chance: float
    capped: float

    @property
    def missed(self) -> int:
        """The number of intervals that miss at some look."""
        return sum(each.missed for each in self.rows)


@dataclass(frozen=True)
class Wall:
    """Redrawn classes, in each of which `truthful` people would truly name the option.

    `on_sight` is None for a class of more than 500.
    """

    truthful: int
    respondents: int
    redraws: tuple[Redraw, ...]
    on_sight: SightRows | None = None

    @property
    def missed(self) -> int:
        """The number of intervals that do not hold the class's share."""
        return sum(each.missed for each in self.redraws)


def expected_mean(share: Fraction, count: ReportCount) -> Fraction:
    """q + (p − q)·s: the share of reports that name an option, on average over the coins.

    s = `share` of the class would truly name it, 0 ≤ s ≤ 1; p = keep, q = other.
    """
    return count.other + (count.keep - count.other) * share


def hits(share: Fraction, count: ReportCount) -> bool:
    """Whether a set share is within half a point of p̂, or of the end that p̂ lies beyond."""
    estimate = count.estimate
    return estimate is not None and abs(float(share) - min(max(estimate, 0), 1)) <= NEAR


def likeliest_truth(count: ReportCount) -> int:
    """p̂·n as a whole number of people, 0..n, a half rounded up; n ≥ 1."""
    estimate = count.estimate or 0.0
    return int(rounded(min(max(estimate, 0.0), 1.0) * count.respondents, 0))


def wall(count: ReportCount, confidence: float, seed: int) -> Wall:
    """40 classes of this size and truth with other coins, each with its class interval.

    The number of reports that name the option is Bin(t, keep) + Bin(n − t, other), where t is
    `likeliest_truth`. On average at most a part alpha of such intervals miss t/n. n ≥ 1.
    """
    truthful, n = likeliest_truth(count), count.respondents
    generator = np.random.default_rng(seed)
    named = generator.binomial(truthful, float(count.keep), REDRAWN)
    named += generator.binomial(n - truthful, float(count.other), REDRAWN)
    return Wall(
        truthful,
        n,
        tuple(_redraw(replace(count, reported=int(each)), confidence, truthful) for each in named),
        _on_sight(count, truthful, confidence, generator) if n <= LARGEST_WATCHED else None,
    )


@lru_cache(KEPT)
def _watched(
    count: ReportCount, truthful: int, confidence: float
) -> tuple[LookSchedule, tuple[Kept, ...], float, float]:
    """The class, its sets, and the two chances of `SightRows`; none depends on the seed."""
    looks = tuple(range(1, min(count.respondents, MOST_LOOKS) + 1))
    watched = LookSchedule(count.respondents, truthful, count.keep, count.other, looks)
    sets, capped = (watched.sets(method, confidence) for method in (CLASS, HORIZON))
    chance, allowing = (watched.misses_in_any_order(each)[-1] for each in (sets, capped))
    return watched, sets, chance, allowing


def _on_sight(
    count: ReportCount, truthful: int, confidence: float, generator: np.random.Generator
) -> SightRows:
    watched, sets, chance, capped = _watched(count, truthful, confidence)
    paths = simulated(watched, REDRAWN, generator)
    missed = paths.missed(sets)
    first = np.where(missed.any(axis=1), missed.argmax(axis=1), len(watched.looks) - 1)
    rows = tuple(
        _distances(
            watched.count(watched.looks[look], int(paths.counts[row, look])),
            int(paths.truths[row, look]),
            bool(missed[row, look]),
            confidence,
        )
        for row, look in enumerate(first)
    )
    return SightRows(len(watched.looks), rows, chance, capped)


def _distances(count: ReportCount, truthful: int, missed: bool, confidence: float) -> Redraw:
    """The estimate and interval of a class, less the true share of those who answered."""
    ends = class_interval(count, confidence)
    assert ends is not None  # since a class interval up to n = 1,000 is never None
    low, estimate, high = (
        each - truthful / count.respondents for each in (ends[0], count.estimate or 0.0, ends[1])
    )
    return Redraw(estimate, low, high, missed)


def _redraw(count: ReportCount, confidence: float, truthful: int) -> Redraw:
    n = count.respondents
    estimate = count.estimate or 0.0
    ends = class_interval(count, confidence)
    # If no class is plausible, the interval is empty, and misses.
    low, high = ends or (estimate, estimate)
    missed = ends is None or not low <= truthful / n <= high
    return Redraw(estimate, low, high, missed)


def groups(named: Sequence[bool], count: ReportCount) -> tuple[float, ...]:
    """p̂ of every ten reports in turn, not clipped; a remainder of fewer than ten is left out."""
    whole = range(0, len(named) - GROUP + 1, GROUP)
    sums = (sum(named[start : start + GROUP]) for start in whole)
    group = replace(count, respondents=GROUP, reported=0)
    return tuple(replace(group, reported=each).estimate or 0.0 for each in sums)
