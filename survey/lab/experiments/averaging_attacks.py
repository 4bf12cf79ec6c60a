"""Attacks that average fresh noise away, or subtract sums that differ in one person; and tables.

Sources: for the sums, Denning, Denning and Schwartz, The tracker: a threat to statistical database
security, ACM Transactions on Database Systems 4 (1979) 76–96; for remembered reports, Erlingsson,
Pihur and Korolova (2014), doi:10.1145/2660267.2660348.
"""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from survey.core.mechanism import privacy
from survey.errors import ParameterError
from survey.lab.lesson import Table
from survey.lab.words import FIGURES, said
from survey.translations.marked import N_, Sentence

Numbers = NDArray[np.float64]
SHOWN = (1, 5, 21, 41)  # repetitions shown beside the one that is set
SIMULATED = 1000  # averages
SCALE = 5.0  # cm, of the Laplace noise on a sum of heights
CLASSES = (2, 11, 101, 1001)  # seats, for the table of many pairs
HEIGHTS = (162, 175, 158, 181, 169, 173, 155, 178)  # cm, invented, in the order of seats


def majority_right(gamma: Fraction, repetitions: int) -> Fraction:
    """P(Bin(k, 1/2+γ) > k/2): that the majority of k fresh reports is the answer. Exact.

    Raises ParameterError unless k is odd and positive, so that there is always a majority.
    """
    _check_odd(repetitions)
    keep, other = privacy.keep_and_other(gamma)
    return sum(
        (
            math.comb(repetitions, right) * keep**right * other ** (repetitions - right)
            for right in range(repetitions // 2 + 1, repetitions + 1)
        ),
        Fraction(0),
    )


def simulated_right(
    gamma: Fraction, repetitions: int, respondents: int, generator: np.random.Generator
) -> float:
    """The share of simulated respondents whose answer is the majority of k reports, all fresh."""
    _check_odd(repetitions)
    right = generator.random((respondents, repetitions)) < float(privacy.HALF + gamma)
    return float(np.mean(2 * right.sum(axis=1) > repetitions))


def error_of_average(scale: float, repetitions: int) -> float:
    """√2·b/√k: the standard deviation of the mean of k sums, each with fresh Laplace noise."""
    return math.sqrt(2 / repetitions) * scale


def simulated_averages(
    truth: float, scale: float, repetitions: int, times: int, generator: np.random.Generator
) -> Numbers:
    """Simulated means of k noisy answers to one question; shape (times,)."""
    noise: Numbers = generator.laplace(0, scale, (times, repetitions)).mean(axis=1)
    return truth + noise


def interval_sum(values: Numbers, first: int, last: int) -> float:
    """The sum of the values from the first to the last place, counted from 1, both included.

    Raises ParameterError unless 1 ≤ first ≤ last ≤ the number of values.
    """
    if not 1 <= first <= last <= len(values):
        raise ParameterError(f"Give two places from 1 to {len(values)}, the first not after.")
    return float(np.sum(values[first - 1 : last]))


def isolated(
    values: Numbers, place: int, scale: float, repetitions: int, generator: np.random.Generator
) -> float:
    """The value at a place ≥ 2: the sum over [1, place] minus that over [1, place − 1].

    Averages k answers with fresh noise for each sum. The standard deviation is 2b/√k, since the
    variances 2b²/k of the two averages add up; with b = 0 the result is the value itself.
    """
    with_it, without = (
        simulated_averages(interval_sum(values, 1, last), scale, repetitions, 1, generator)[0]
        for last in (place, place - 1)
    )
    return float(with_it - without)


def error_of_pairs(scale: float, pairs: int) -> float:
    """2b/√m: the deviation of a mean of m differences [a, b] − [a, b−1], all noises stored.

    Each beginning a makes another pair of sums, with stored noises of their own: variance 4b².
    """
    return 2 * scale / math.sqrt(pairs)


def by_pairs(values: Numbers, place: int, scale: float, generator: np.random.Generator) -> float:
    """The value at a place ≥ 2: the mean over all beginnings a < place, each asked once."""
    noise = generator.laplace(0, scale, (place - 1, 2))
    found = [
        interval_sum(values, first, place) - interval_sum(values, first, place - 1) + plus - minus
        for first, (plus, minus) in enumerate(noise, 1)
    ]
    return float(np.mean(found))


def _check_odd(repetitions: int) -> None:
    if repetitions < 1 or repetitions % 2 == 0:
        raise ParameterError("The repetitions must be an odd number, so that there is a majority.")


def averages(repetitions: int, seed: int) -> Table:
    """The table of the error of a sum that is asked repeatedly."""
    generator = np.random.default_rng(seed)
    asked = sorted({*SHOWN, repetitions})
    rows = tuple(
        (
            times,
            _cm(error_of_average(SCALE, times), 2),
            _cm(float(simulated_averages(0, SCALE, times, SIMULATED, generator).std()), 2),
            _cm(error_of_average(SCALE, 1), 2),
        )
        for times in asked
    )
    return Table(
        said(
            N_(
                "The error of one sum of heights with Laplace noise of scale %(scale)s cm, asked k "
                "times and averaged (k = %(repetitions)s stands out)"
            ),
            scale=FIGURES.decimal(SCALE, 0),
            repetitions=repetitions,
        ),
        ("k", N_("Fresh noise"), N_("Simulated"), N_("Stored noise")),
        rows,
        frozenset({asked.index(repetitions)}),
    )


def differences(repetitions: int, seed: int) -> Table:
    """The table of each pupil's height, but the first's, from two sums, with noise and without."""
    generator = np.random.default_rng(seed)
    asked = sorted({1, repetitions})
    heights = np.array(HEIGHTS, dtype=float)
    rows = tuple(
        (
            f"{place}",
            f"{interval_sum(heights, 1, place):,.0f} − {interval_sum(heights, 1, place - 1):,.0f}",
            _cm(isolated(heights, place, 0, 1, generator), 0),
            *(_cm(isolated(heights, place, SCALE, times, generator), 1) for times in asked),
        )
        for place in range(2, len(HEIGHTS) + 1)
    )
    return Table(
        N_(
            "Heights of a simulated class: the sum over seats 1 to b minus the sum over seats 1 to "
            "b − 1"
        ),
        (
            N_("Seat b"),
            N_("Exact sums"),
            N_("Difference"),
            *(said(N_("Noisy, k = %(times)s"), times=times) for times in asked),
        ),
        rows,
    )


def _cm(length: float, decimals: int) -> Sentence:
    return said(N_("%(length)s cm"), length=FIGURES.decimal(length, decimals))


def pairs(seed: int) -> Table:
    """The table of an attack on stored noise by many pairs of sums that differ in one person."""
    generator = np.random.default_rng(seed)
    rows = []
    for seats in CLASSES:
        heights = generator.integers(150, 190, seats).astype(float)
        found = by_pairs(heights, seats, SCALE, generator)
        error = error_of_pairs(SCALE, seats - 1)
        rows.append((seats, _cm(float(heights[-1]), 0), _cm(found, 1), _cm(error, 2)))
    return Table(
        N_(
            "Stored noise is no shelter from many questions: the last seat's height as the mean of "
            "all differences [a, b] − [a, b − 1], each sum asked once"
        ),
        (N_("Seats b"), N_("True height"), N_("Found"), N_("Typical error")),
        tuple(rows),
    )
