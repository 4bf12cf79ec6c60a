"""Looking while counting: the exact chance that an interval misses at any of several looks.

In a class of N people, who answer one after another, Y would truly say yes. At a look n have
answered; t of these would truly say yes, and S reports say yes. An interval misses if it does not
hold t.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from survey.core.intervals.counts import Interval, ReportCount
from survey.core.intervals.registry import ANYTIME, CLASS, HOEFFDING, HORIZON, Method
from survey.core.mechanism.privacy import keep_and_other
from survey.lab.experiments.simulated_classes import SHARE

KEPT = 64  # results cached, one for each setting
KEPT_SETS = 2048  # cached sets, of some kilobytes each
COMPARED = (HOEFFDING, CLASS, ANYTIME, HORIZON)
CONFIDENCE = 0.95
NOWHERE = (2.0, -2.0)  # the ends of an empty set
ROUNDING = 1e-9  # of t/n times n

Array = NDArray[np.float64]
Kept = NDArray[np.bool_]


@dataclass(frozen=True)
class LookSchedule:
    """A class of `size`, `yes` of whom would truly say yes, and the numbers n at which people look.

    A report says yes with the chance `keep` from these and `other` from the rest. `looks` rise
    from 1 to `size` at most. Arrays of t and S have the shape (`truths`, n + 1).
    """

    size: int
    yes: int
    keep: Fraction
    other: Fraction
    looks: tuple[int, ...]

    @property
    def truths(self) -> int:
        """The number of possible values of t, which begin at 0."""
        return min(self.yes, self.looks[-1]) + 1

    def count(self, n: int, reported: int = 0) -> ReportCount:
        """The data of an interval at n responses, if at most `size` can come."""
        cap, expected = self.size, self.size
        return ReportCount(n, reported, self.keep, self.other, expected, cap=cap)

    def sets(self, method: Method, confidence: float) -> tuple[Kept, ...]:
        """For each look, whether the interval for each S holds each t."""
        return tuple(_set(self.count(n), self.truths, method, confidence) for n in self.looks)

    def misses_in_any_order(self, sets: Sequence[Kept]) -> tuple[float, ...]:
        """The chance of a miss up to each look, if all orders of answering are equally likely.

        The law of (t, S) without a miss so far is carried from response to response: the next one
        has a truthful yes with chance (Y − t)/(N − n).
        """
        law, missed = np.zeros((self.truths, 1)), 0.0
        law[0, 0] = 1
        found = []
        for n in range(1, self.looks[-1] + 1):
            law = self._after(law)
            if n in self._place:
                beyond = ~sets[self._place[n]]
                missed += float(law[beyond].sum())
                law[beyond] = 0
                found.append(missed)
        return tuple(found)

    def misses_at_worst(self, sets: Sequence[Kept]) -> float:
        """The largest chance of a miss at some look, if who answers next depends on the reports.

        Backward induction over (t, S): from each state the better of both choices, if anybody is
        left who would truly say yes, or who would not.
        """
        keep, other = float(self.keep), float(self.other)
        last, truths = self.looks[-1], np.arange(self.truths)[:, np.newaxis]
        worst = np.zeros((self.truths, last + 1))
        for n in range(last, -1, -1):
            if n < last:
                no = other * worst[:, 1:] + (1 - other) * worst[:, :-1]
                no = np.where(n - truths < self.size - self.yes, no, 0)
                yes = np.zeros_like(no)
                yes[:-1] = keep * worst[1:, 1:] + (1 - keep) * worst[1:, :-1]
                worst = np.maximum(yes, no)
            if n in self._place:
                worst = np.where(sets[self._place[n]], worst, 1.0)
        return float(worst[0, 0])

    @cached_property
    def _place(self) -> dict[int, int]:
        return {n: place for place, n in enumerate(self.looks)}

    def _after(self, law: Array) -> Array:
        """The law of (t, S) one response later."""
        keep, other, n = float(self.keep), float(self.other), law.shape[1] - 1
        truthful = (self.yes - np.arange(self.truths)) / (self.size - n)
        yes = law * np.minimum(truthful, 1)[:, np.newaxis]
        no = law - yes
        after = np.zeros((self.truths, n + 2))
        after[1:, 1:] += yes[:-1] * keep
        after[1:, :-1] += yes[:-1] * (1 - keep)
        after[:, 1:] += no * other
        after[:, :-1] += no * (1 - other)
        return after


# Cached: different settings share looks at one class.
@lru_cache(KEPT_SETS)
def _set(count: ReportCount, truths: int, method: Method, confidence: float) -> Kept:
    n = count.respondents
    ends = [_ends(method, replace(count, reported=s), confidence) for s in range(n + 1)]
    low, high = n * np.array(ends).T
    t = np.arange(truths)[:, np.newaxis]
    held: Kept = (low - ROUNDING <= t) & (t <= high + ROUNDING)
    return held


@dataclass(frozen=True)
class Paths:
    """Simulated classes: t and S at each look; shape (classes, looks)."""

    truths: NDArray[np.int64]
    counts: NDArray[np.int64]

    def missed(self, sets: Sequence[Kept]) -> Kept:
        """Whether the interval misses, at each look of each class."""
        columns = [
            ~inside[self.truths[:, place], self.counts[:, place]]
            for place, inside in enumerate(sets)
        ]
        return np.stack(columns, axis=1)


def simulated(watched: LookSchedule, classes: int, generator: np.random.Generator) -> Paths:
    """Simulated classes that answer in random orders, each with its own coins."""
    answers = np.arange(watched.size) < watched.yes
    orders = generator.permuted(np.tile(answers, (classes, 1)), axis=1)
    chances = np.where(orders, float(watched.keep), float(watched.other))
    reports = generator.random(orders.shape) < chances
    at = np.array(watched.looks) - 1
    return Paths(orders.cumsum(axis=1)[:, at], reports.cumsum(axis=1)[:, at])


@dataclass(frozen=True)
class Misses:
    """One interval at the looks at a class; all chances are exact.

    `width` is that of the interval at the last look, as a share, where S is the likeliest, clipped
    to 0..1. `at_the_end` is the chance of a miss at this look alone, and `so_far` that of a miss up
    to each look. `at_worst` is that of a miss at any look, if somebody chooses by the reports so
    far who answers next.
    """

    interval: str
    width: float
    at_the_end: float
    so_far: tuple[float, ...]
    at_worst: float


def watched(size: int, gamma: Fraction, looks: int) -> LookSchedule:
    """A class in which 3/10 would truly say yes, with looks after each of `looks` equal parts."""
    at = tuple(size * part // looks for part in range(1, looks + 1))
    return LookSchedule(size, int(SHARE * size), *keep_and_other(gamma), at)


@lru_cache(KEPT)
def misses(size: int, gamma: Fraction, looks: int) -> dict[str, Misses]:
    """The misses of each interval at these looks, by the interval's name."""
    seen, at_the_end = watched(size, gamma, looks), watched(size, gamma, 1)
    found = {}
    for method in COMPARED:
        sets = seen.sets(method, CONFIDENCE)
        found[method.name] = Misses(
            method.name,
            _width(at_the_end, method),
            at_the_end.misses_in_any_order(sets[-1:])[-1],
            seen.misses_in_any_order(sets),
            seen.misses_at_worst(sets),
        )
    return found


@lru_cache(KEPT)
def paths_missed(size: int, gamma: Fraction, looks: int, classes: int, seed: int) -> Kept:
    """Whether the class interval misses, at each look of each simulated class."""
    seen = watched(size, gamma, looks)
    paths = simulated(seen, classes, np.random.default_rng(seed))
    return paths.missed(seen.sets(CLASS, CONFIDENCE))


def _width(watched: LookSchedule, method: Method) -> float:
    n, yes = watched.size, watched.yes
    likeliest = round(yes * watched.keep + (n - yes) * watched.other)
    low, high = _ends(method, watched.count(n, likeliest), CONFIDENCE)
    return max(min(high, 1) - max(low, 0), 0)


def _ends(method: Method, count: ReportCount, confidence: float) -> Interval:
    assert method.of_share is not None  # true of all intervals compared
    return method.of_share(count, confidence) or NOWHERE
