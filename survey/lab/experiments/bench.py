"""Two neighbours on a bench: the law of what each publishes, and any set of outcomes.

The neighbours are classes of eight that differ in one answer: four or five of them would truthfully
say yes. Outcomes are the whole numbers 0..9, of which the first and the last include all numbers
beyond. If a mechanism may give any number, an outcome is the range that is rounded to it, from half
below to half above.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from survey.core.intervals.class_tails import class_laws
from survey.translations.marked import N_

Law = NDArray[np.float64]  # a probability for each outcome
Density = Callable[[int, float, float], float]  # its arguments: count, ε, x

OUTCOMES = 10
CLASS = 8
COUNTS = (4, 5)
WIDEST = 2  # of the uniform noise, which is a whole number in −2..2


@dataclass(frozen=True)
class Mechanism:
    """A mechanism that publishes a number of a class; `law(count, ε)` has each outcome's chance.

    If an outcome may be any number, `density(count, ε, x)` is its density at x.
    """

    name: str
    law: Callable[[int, float], Law]
    density: Density | None = None


def one_report(count: int, epsilon: float) -> Law:
    """The report, 0 or 1, of the person in whose answer the two classes differ.

    The answer itself has the chance e^ε / (1 + e^ε); it is yes in the class with five.
    """
    answer = int(count == COUNTS[1])
    law = np.zeros(OUTCOMES)
    law[answer], law[1 - answer] = _keep(epsilon), 1 - _keep(epsilon)
    return law


def sum_of_reports(count: int, epsilon: float) -> Law:
    """The law of how many of the eight reports say yes: post-processing of the reports."""
    law = np.zeros(OUTCOMES)
    law[: CLASS + 1] = class_laws(CLASS, _keep(epsilon), 1 - _keep(epsilon))[count]
    return law


def laplace(count: int, epsilon: float) -> Law:
    """The count plus Laplace(1/ε) noise, rounded: F(o + 1/2) − F(o − 1/2).

    F(x) = e^(ε(x − count))/2 for x below the count, and 1 − e^(−ε(x − count))/2 from there on.
    """
    borders = np.arange(OUTCOMES - 1) + 0.5 - count
    below = np.where(
        borders < 0,
        np.exp(epsilon * np.minimum(borders, 0)) / 2,
        1 - np.exp(-epsilon * np.maximum(borders, 0)) / 2,
    )
    law: Law = np.diff(below, prepend=0.0, append=1.0)
    return law


def whole_numbers(count: int, epsilon: float) -> Law:
    """The count plus noise z with P(z) = (1 − r)/(1 + r) · r^|z|, r = e^−ε."""
    ratio = math.exp(-epsilon)
    law = (1 - ratio) / (1 + ratio) * ratio ** np.abs(np.arange(OUTCOMES) - count)
    # The sums of all beyond: P(z ≥ m) = r^m / (1 + r).
    law[0] = ratio**count / (1 + ratio)
    law[-1] = ratio ** (OUTCOMES - 1 - count) / (1 + ratio)
    return law


def uniform(count: int, epsilon: float) -> Law:
    """The count plus a whole number from −2 to 2, all equally likely, whatever ε is claimed."""
    near = np.abs(np.arange(OUTCOMES) - count) <= WIDEST
    return near / (2 * WIDEST + 1)


def laplace_density(count: int, epsilon: float, x: float) -> float:
    """ε/2 · e^(−ε|x − count|), of the count plus Laplace(1/ε) noise; `laplace` rounds it."""
    return epsilon / 2 * math.exp(-epsilon * abs(x - count))


def uniform_density(count: int, epsilon: float, x: float) -> float:
    """1/5 from count − 2.5 to count + 2.5, and 0 beyond, whatever ε is; `uniform` rounds it."""
    return 1 / (2 * WIDEST + 1) if abs(x - count) < WIDEST + 0.5 else 0.0


MECHANISMS = (
    Mechanism(N_("one randomized report"), one_report),
    Mechanism(N_("sum of all reports"), sum_of_reports),
    Mechanism(N_("count, Laplace, rounded"), laplace),
    Mechanism(N_("count, whole-number noise"), whole_numbers),
    Mechanism(N_("count, uniform noise"), uniform),
    Mechanism(N_("count, Laplace, any number"), laplace, laplace_density),
    Mechanism(N_("count, uniform, any number"), uniform, uniform_density),
)

# The outcomes of these mechanisms depend on the class only through its count, and are near it.
OBLIVIOUS = MECHANISMS[2:5]


def pair(mechanism: Mechanism, epsilon: float) -> tuple[Law, Law]:
    """P and P′: the laws for the class of four yes answers, and for its neighbour."""
    first, second = (mechanism.law(count, epsilon) for count in COUNTS)
    return first, second


def mean_error(mechanism: Mechanism, epsilon: float) -> float:
    """E|o − 4|: the mean error of the outcome o for the class with four yes answers.

    Whole-number noise has the least of all oblivious mechanisms with this ε, and so for every
    belief and every loss that grows with the distance (Ghosh, Roughgarden, Sundararajan 2009).
    """
    return float(np.abs(np.arange(OUTCOMES) - COUNTS[0]) @ mechanism.law(COUNTS[0], epsilon))


ABSENT = "⊥"  # the entry of an absent person in a database, which is a vector

Database = tuple[str, ...]

# Databases of eight people: 1 stands for a truthful yes. Each of the others is compared with the
# first one.
EXAMPLES: tuple[Database, ...] = (
    ("1", "0", "1", "1", "0", ABSENT, "1", "0"),
    ("1", "1", "1", "1", "0", ABSENT, "1", "0"),
    ("1", ABSENT, "1", "1", "0", ABSENT, "1", "0"),
    ("1", "1", "1", "1", "0", "1", "1", "0"),
)


def hamming(first: Database, second: Database) -> int:
    """d(x, y) = |{i : xᵢ ≠ yᵢ}|, for databases of equal length; neighbours have distance 1."""
    return sum(here != there for here, there in zip(first, second, strict=True))


def yes_count(database: Database) -> int:
    """The query f(x): how many entries are 1; an absent person does not count."""
    return database.count("1")


def largest_factor(first: Law, second: Law) -> float:
    """The most that any set of outcomes is likelier for one neighbour: max P(o)/P′(o), or ∞.

    The ratio of a set is at most that of its most extreme outcome.
    """
    possible = (first > 0) | (second > 0)
    p, q = first[possible], second[possible]
    with np.errstate(divide="ignore"):
        return float(np.maximum(p / q, q / p).max())


def least_delta(first: Law, second: Law, epsilon: float) -> float:
    """The least δ for (ε, δ): the larger of Σ max(0, P − e^ε P′) and the same with both swapped.

    The sum runs over the set of outcomes with the largest excess, so no other set needs more.
    """
    factor = math.exp(epsilon)
    excess = (np.maximum(0, p - factor * q).sum() for p, q in ((first, second), (second, first)))
    return float(max(excess))


def _keep(epsilon: float) -> float:
    return 1 / (1 + math.exp(-epsilon))
