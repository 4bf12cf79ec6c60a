"""Reconstruct everyone's bit from noisy answers to "how many of these people said yes?".

Everything here counts people: `bits` has shape (people,) and holds 0 and 1, `subsets` has shape
(queries, people) and holds 1 where a query counts a person, and an answer is the number of ones
among those that its query counts, plus noise. The curator may draw this noise at random, or answer
for a decoy class. The share of bits that a decoy misleads is computed here.

Sources: Dinur and Nissim, Revealing information while preserving privacy, PODS 2003 (both the
exhaustive attack and the linear program); Dwork and Yekhanin, New efficient attacks on statistical
disclosure control mechanisms, CRYPTO 2008 (least squares).
"""

import math
from fractions import Fraction

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

from survey.errors import ParameterError

Bits = NDArray[np.int64]
Counts = NDArray[np.float64]

LARGEST_EXHAUSTIVE = 10


def all_bits(people: int) -> Bits:
    """All rows of `people` bits, shape (2^people, people): all databases, and all subsets.

    Raises ParameterError unless there are 1 to 10 people.
    """
    if not 1 <= people <= LARGEST_EXHAUSTIVE:
        raise ParameterError(f"Give 1 to {LARGEST_EXHAUSTIVE} people: all subsets are asked.")
    return np.arange(2**people)[:, np.newaxis] >> np.arange(people) & 1


def all_sums(people: int) -> Counts:
    """Entry [database][subset] is the exact answer; shape (2^people, 2^people)."""
    rows = all_bits(people)
    return (rows @ rows.T).astype(float)


def halfway_answers(bits: Bits, other: Bits) -> Counts:
    """Answers to all subsets halfway between those of two databases: the worst possible noise.

    Its largest error is max(a, b)/2, if a ones are in the first only and b in the second only.
    """
    return all_bits(len(bits)) @ (bits + other) / 2


def farthest_consistent(bits: Bits, answers: Counts, bound: float) -> int:
    """The most places in which a database consistent with all answers differs from the truth.

    `answers` has shape (2^people,), in the order of `all_bits`; a database is consistent if its
    own sums are all within `bound` of them. If the truth is among these, at most 4·bound places
    differ: the two sums over the places where only the truth has a one are each within `bound` of
    the same answer, so that there are at most 2·bound such places, and as many the other way round.
    Raises ParameterError if no database is consistent.
    """
    consistent = np.all(np.abs(all_sums(len(bits)) - answers) <= bound, axis=1)
    if not consistent.any():
        raise ParameterError("No database is consistent: an answer misses by more than the bound.")
    return int(np.sum(all_bits(len(bits))[consistent] != bits, axis=1).max())


def random_subsets(people: int, queries: int, generator: np.random.Generator) -> Bits:
    """Each query counts each person with probability 1/2; shape (queries, people)."""
    return generator.integers(0, 2, (queries, people))


def by_linear_program(subsets: Bits, answers: Counts, bound: float) -> Bits:
    """The bits of some x in [0, 1]^people with |subsets·x − answers| ≤ bound, rounded at 1/2.

    The linear program of Dinur and Nissim. An x exists if no answer misses by more than the bound;
    raises ParameterError if none does. SciPy's `milp` (HiGHS) without integers solves a linear
    program; it takes both sides of a row at once, which `linprog` does not.
    """
    optimize = scipy.optimize  # loaded late: it takes a while, and only this attack needs it
    found = optimize.milp(
        np.zeros(subsets.shape[1]),
        constraints=optimize.LinearConstraint(subsets, answers - bound, answers + bound),
        bounds=optimize.Bounds(0, 1),
    )
    if found.x is None:
        raise ParameterError("No database is consistent: an answer misses by more than the bound.")
    bits: Bits = (found.x > 0.5).astype(int)
    return bits


def by_least_squares(subsets: Bits, answers: Counts) -> Bits:
    """The bits of the x with the least sum of squares of subsets·x − answers, rounded at 1/2.

    `answers` has shape (queries,), or (queries, times) for several attacks at once; the bits have
    shape (people,) or (people, times). Give clearly more random queries than people: the normal
    equations are then well conditioned. Raises ParameterError if their solution is not unique.
    """
    return (_least_squares(subsets, answers) > 0.5).astype(int)


def share_wrong(bits: Bits, guesses: Bits | NDArray[np.bool_]) -> float:
    """The share of the bits that were guessed wrong, 0 to 1."""
    return float(np.mean(bits != guesses))


def errors_by_least_squares(
    subsets: Bits, draws: int, generator: np.random.Generator
) -> NDArray[np.float64]:
    """x̂ − x before rounding, if the noise is uniform in ±√people; shape (people, draws).

    Least squares is linear, so that noise of c√people has c times these errors.
    """
    queries, people = subsets.shape
    noise = math.sqrt(people) * generator.uniform(-1, 1, (queries, draws))
    return _least_squares(subsets, noise)


def _least_squares(subsets: Bits, answers: Counts) -> NDArray[np.float64]:
    counts = subsets.astype(float)
    try:
        return np.linalg.solve(counts.T @ counts, counts.T @ answers)
    except np.linalg.LinAlgError:
        raise ParameterError("These subsets do not tell all databases apart: ask more.") from None


def expected_share_wrong(noise: float, queries_each: int) -> float:
    """Φ(−√(3(q−1)) / (4c)): the share of bits that least squares gets wrong in a large class.

    c = `noise` ≥ 0: each answer misses by a uniform number in ±c√n, of variance c²n/3. q =
    `queries_each` ≥ 2: there are m = qn random subsets. Each x̂ then has a variance of about
    4/(m−n) times that, 4c²/(3(q−1)) whatever n is. A bit is wrong if the error of its x̂ exceeds
    1/2 towards the other bit. Raises ParameterError out of these ranges.
    """
    if noise < 0 or queries_each < 2:
        raise ParameterError("The noise is at least 0, and there are at least 2 queries each.")
    if noise == 0:
        return 0.0
    return float(scipy.special.ndtr(-math.sqrt(3 * (queries_each - 1)) / (4 * noise)))


def sums_of_reports(subsets: Bits, reports: Bits, gamma: float) -> Counts:
    """Each query's unbiased answer from γ-randomized reports: the sum of (Y − 1/2 + γ) / (2γ)."""
    return subsets @ ((reports - 0.5 + gamma) / (2 * gamma))


def share_misled(noise: Fraction) -> Fraction:
    """min(1/2, 4c²): the share of the bits that a decoy hides within ±c√n, c = `noise` ≥ 0.

    Over a random subset the sums of two classes that differ in d places, half of them each
    way, differ with standard deviation √d/2. With d = 4c²n this is c√n, so that most sums
    of the decoy are within the bound, however many are asked.
    """
    return min(Fraction(1, 2), 4 * noise**2)


def decoy_of(bits: Bits, noise: Fraction, generator: np.random.Generator) -> Bits:
    """A class that differs in `share_misled` of the places: ones lost in half, gained in half."""
    each_way = math.floor(share_misled(noise) * len(bits) / 2 + Fraction(1, 2))
    decoy = bits.copy()
    for value in (0, 1):
        places = np.flatnonzero(bits == value)
        decoy[generator.permutation(places)[:each_way]] = 1 - value
    return decoy


def decoys_answers(
    subsets: Bits, bits: Bits, noise: Fraction, generator: np.random.Generator
) -> NDArray[np.float64]:
    """The decoy's sums, each clipped to within ±noise·√people of the true one."""
    bound = float(noise) * math.sqrt(len(bits))
    difference = subsets @ (decoy_of(bits, noise, generator) - bits)
    answers: NDArray[np.float64] = subsets @ bits + np.clip(difference, -bound, bound)
    return answers
