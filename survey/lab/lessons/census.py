"""Anonymize and aggregate: how few triples of ages fit a census table."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table

OLDEST = 125
SHOWN = 12
# The ages of the three on the made-up block; the attack does not get them.
BLOCK = (15, 30, 87)

Triples = NDArray[np.int16]


@cache
def triples(oldest: int = OLDEST) -> Triples:
    """All ages A ≤ B ≤ C in whole years from 0 to `oldest`, ascending; shape (triples, 3).

    There are C(oldest + 3, 3) of them, multisets of three: 341,376 up to 125.
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

    sqrt(Σ (x − mean)² / 3), of these three and not of a sample.
    """
    deviations: NDArray[np.float64] = ages.std(axis=1, dtype=np.float64)
    rounded: NDArray[np.int64] = np.rint(deviations).astype(np.int64)
    return rounded


@dataclass(frozen=True)
class Statistic:
    """A number that is published about the block; `said(number)` is its part of a sentence."""

    short: str
    of: Callable[[Triples], NDArray[np.integer]]
    said: Callable[[int], str]


STATISTICS = (
    Statistic("median", median, lambda number: f"median age {number}"),
    Statistic("mean", total, lambda number: f"mean age {number / 3:.6g}"),
    Statistic("minors", minors, lambda number: f"{number} under 18"),
    Statistic("oldest", oldest_decade, lambda number: f"the oldest in his {10 * number}s"),
    Statistic("deviation", rounded_deviation, lambda number: f"standard deviation {number}"),
)
SHORT = ("count", *(statistic.short for statistic in STATISTICS))
PLACES = ("the count", *(f"and {word}" for word in SHORT[1:]))


def published(block: tuple[int, int, int], statistics: int) -> list[int]:
    """The first of STATISTICS, as many as given, for a block of three ages in ascending order."""
    ages = np.array([block], dtype=np.int16)
    return [int(statistic.of(ages)[0]) for statistic in STATISTICS[:statistics]]


def fitting(numbers: list[int], oldest: int = OLDEST) -> Triples:
    """The triples whose first statistics are these numbers: all that the table leaves possible."""
    left = triples(oldest)
    for statistic, number in zip(STATISTICS, numbers, strict=False):
        left = left[statistic.of(left) == number]
    return left


def run(statistics: int) -> Outcome:
    """Publishes so many statistics, of which the count of three is the first."""
    numbers = published(BLOCK, len(STATISTICS))
    at_each = [len(fitting(numbers[:each])) for each in range(len(SHORT))]
    left = fitting(numbers[: statistics - 1])
    says = _says(numbers[: statistics - 1], left)
    chart = Chart(
        f"With each statistic fewer triples of ages fit, until one is left. {says}",
        Axis("Published", -0.5, len(SHORT) - 0.5, words=PLACES),
        Axis("Triples of ages that fit (a step of length is a factor)", 0.5, 1e6, logarithmic=True),
        (Series("triples that fit", tuple(enumerate(at_each)), "bars"),),
        mark=statistics - 1,
    )
    return Outcome(says, chart, (_table(left),))


def _says(numbers: list[int], left: Triples) -> str:
    said = [each.said(number) for each, number in zip(STATISTICS, numbers, strict=False)]
    table = f"Published: {', '.join(['three males', *said])}."
    if len(left) == 1:
        return f"{table} Only the ages {_listed(left[0])} fit: the census is undone."
    if not numbers:
        return f"{table} All {len(left):,} triples of ages fit."
    return f"{table} Of {len(triples()):,} triples of ages, {len(left):,} fit."


def _table(left: Triples) -> Table:
    more = len(left) - SHOWN
    rest = f"the first {SHOWN}; {more:,} more fit" if more > 0 else "all of them"
    shown = left[:SHOWN].tolist()
    true = frozenset(place for place, row in enumerate(shown) if tuple(row) == BLOCK)
    note = ". The truth is marked" if true else ""
    return Table(
        f"Triples of ages that fit, {rest}{note}",
        ("Youngest", "Middle", "Oldest", "Mean"),
        tuple(
            (*row, f"{sum(row) / 3:.1f}{', the truth' if place in true else ''}")
            for place, row in enumerate(shown)
        ),
        true,
    )


def _listed(ages: NDArray[np.int16]) -> str:
    *first, last = ages.tolist()
    return f"{', '.join(map(str, first))} and {last}"


LESSON = Lesson(
    name="census",
    title="Anonymize and aggregate: a census taken apart",
    point="Five ordinary statistics of three people leave one possibility for their ages.",
    guess=Guess(
        "Three males live in a block. Published are their median age, 30, and their mean age, "
        "44. How many of 341,376 triples of ages fit?",
        ("31", "about 3,000", "about 100,000"),
        right=0,
        why="31. Each published number is an equation, and three more leave one triple.",
    ),
    sentences=(
        "A census publishes statistics of a block and no person's age: three males, median 30, "
        "mean 44.",
        "Each statistic is an equation in the ages, and a computer can list every triple of whole "
        "years from 0 to 125 that satisfies all of them.",
        "The median and the mean leave 31 triples out of 341,376, and three more such numbers "
        "leave one.",
    ),
    formula=(
        "0 ≤ A ≤ B ≤ C ≤ 125: C(128, 3) = 341,376 triples",
        "median: B = 30; mean: A + B + C = 3 · 44, so that A + C = 102",
        "deviation = √(((A − 44)² + (B − 44)² + (C − 44)²) / 3), to the nearest year",
    ),
    source="S. Garfinkel, J. M. Abowd, C. Martindale, Understanding database reconstruction "
    "attacks on public data, ACM Queue 16(5) (2018)",
    failure="No single statistic gives anyone away, and enough of them together do. Whoever "
    "publishes many exact statistics of a few people publishes the people, with their names left "
    "out or not.",
    here="The server holds no exact answers: each is randomized before it is sent, so that all "
    "statistics together tell no more than the reports, whose ε adds up over the questions and is "
    "shown. Results also stay hidden below a minimum number of responses, 5 if the instructor does "
    "not change it.",
    settings=(
        Slider(
            "statistics",
            "Published",
            1,
            len(SHORT),
            default=3,
            words=("the count", *(f"and the {word}" for word in SHORT[1:])),
        ),
    ),
    run=run,
    slips="The paper counts C(125, 3) = 317,750 triples, which are those of three different ages "
    "from 1 to 125, but one of the 30 that it lists, (30, 30, 72), is not among them. Three people "
    "can have the same age, and newborns are 0: C(128, 3) = 341,376 and 31, with (0, 30, 102).",
)
