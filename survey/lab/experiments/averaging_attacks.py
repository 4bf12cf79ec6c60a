"""Average fresh noise away, and take one person out of two sums.

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

Numbers = NDArray[np.float64]


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
    gamma: Fraction,
    repetitions: int,
    respondents: int,
    remembered: bool,
    generator: np.random.Generator,
) -> float:
    """The share of simulated respondents whose answer is the majority of their k reports.

    A remembered report is drawn once and sent k times; otherwise each of the k is drawn afresh.
    """
    _check_odd(repetitions)
    draws = generator.random((respondents, 1 if remembered else repetitions))
    right = np.broadcast_to(draws < float(privacy.HALF + gamma), (respondents, repetitions))
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
    """The value at a place ≥ 2, by the mean over all beginnings a < place, asked once each."""
    noise = generator.laplace(0, scale, (place - 1, 2))
    found = [
        interval_sum(values, first, place) - interval_sum(values, first, place - 1) + plus - minus
        for first, (plus, minus) in enumerate(noise, 1)
    ]
    return float(np.mean(found))


def _check_odd(repetitions: int) -> None:
    if repetitions < 1 or repetitions % 2 == 0:
        raise ParameterError("The repetitions must be an odd number, so that there is a majority.")
