"""The ages of three people, and the statistics that a census publishes of them."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from survey.lab.words import FIGURES, said
from survey.translations.marked import N_

OLDEST = 125
# The ages of the three people on the invented block; the attack does not get them.
BLOCK = (15, 30, 87)

Triples = NDArray[np.int16]


@cache
def triples(oldest: int = OLDEST) -> Triples:
    """All ages A ≤ B ≤ C in whole years from 0 to `oldest`, ascending; shape (triples, 3).

    These are C(oldest + 3, 3) multisets of three: 341,376 for ages up to 125.
    """
    age = np.arange(oldest + 1, dtype=np.int16)
    youngest, median, eldest = np.meshgrid(age, age, age, indexing="ij", sparse=True)
    found = np.argwhere((youngest <= median) & (median <= eldest)).astype(np.int16)
    found.flags.writeable = False
    return found


def median(ages: Triples) -> NDArray[np.int16]:
    """The middle age of each row, in years; rows are ascending."""
    return ages[:, 1]


def total(ages: Triples) -> NDArray[np.int64]:
    """The sum of each row, in years: three times the mean, without its rounding."""
    sums: NDArray[np.int64] = ages.sum(axis=1, dtype=np.int64)
    return sums


def minors(ages: Triples) -> NDArray[np.int64]:
    """How many of each row are under 18."""
    counts: NDArray[np.int64] = (ages < 18).sum(axis=1)
    return counts


def oldest_decade(ages: Triples) -> NDArray[np.int16]:
    """The decade of each row's oldest: 8 from 80 to 89 years."""
    return ages[:, 2] // 10


def rounded_deviation(ages: Triples) -> NDArray[np.int64]:
    """The standard deviation of each row in years, to the nearest whole one.

    sqrt(Σ (x − mean)² / 3), the standard deviation of the three, not that of a sample.
    """
    deviations: NDArray[np.float64] = ages.std(axis=1, dtype=np.float64)
    rounded: NDArray[np.int64] = np.rint(deviations).astype(np.int64)
    return rounded


@dataclass(frozen=True)
class CensusStatistic:
    """A number that is published about the block; `words` state `per` times the number.

    `next` names it on the axis and the slider, after those before it.
    """

    next: str
    of: Callable[[Triples], NDArray[np.integer]]
    words: str
    per: Fraction = Fraction(1)

    def in_words(self, number: int) -> str:
        return said(self.words, number=FIGURES.brief(float(number * self.per), 6))


STATISTICS = (
    CensusStatistic(N_("and median"), median, N_("median age %(number)s")),
    CensusStatistic(N_("and mean"), total, N_("mean age %(number)s"), Fraction(1, 3)),
    CensusStatistic(N_("and minors"), minors, N_("%(number)s under 18")),
    CensusStatistic(
        N_("and oldest"), oldest_decade, N_("the oldest in his %(number)ss"), Fraction(10)
    ),
    CensusStatistic(N_("and deviation"), rounded_deviation, N_("standard deviation %(number)s")),
)
PLACES = (N_("the count"), *(statistic.next for statistic in STATISTICS))


def published(block: tuple[int, int, int], statistics: int) -> list[int]:
    """The first of STATISTICS, as many as given, for a block of three ages in ascending order."""
    ages = np.array([block], dtype=np.int16)
    return [int(statistic.of(ages)[0]) for statistic in STATISTICS[:statistics]]


def fitting(numbers: list[int], oldest: int = OLDEST) -> Triples:
    """The triples whose first statistics are these numbers: those that the table allows."""
    left = triples(oldest)
    for statistic, number in zip(STATISTICS, numbers, strict=False):
        left = left[statistic.of(left) == number]
    return left
