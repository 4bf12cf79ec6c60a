"""Randomized response on whole arrays, for simulation and for posting many respondents."""

import os

import numpy as np
from numpy.typing import ArrayLike, NDArray

from survey.core.mechanism.randomize import WORDS, Odds
from survey.errors import ParameterError

Values = NDArray[np.int64]


def _uniform_below(bound: int, size: int, generator: np.random.Generator | None) -> Values:
    """`size` uniform integers in [0, bound) by the same rejection as randomize.uniform_below."""
    if bound > WORDS:
        # No word would be accepted, ever.
        raise ParameterError("These odds are too fine to be drawn from 32-bit words.", "odds")
    limit = WORDS - WORDS % bound
    accepted = np.empty(0, dtype=np.uint32)
    while accepted.size < size:
        # One part in a thousand more than is missing makes a second round rare.
        wanted = (size - accepted.size) * 1001 // 1000 + 16
        if generator is None:
            words = np.frombuffer(os.urandom(4 * wanted), dtype=np.uint32)
        else:
            words = generator.integers(WORDS, size=wanted, dtype=np.uint32)
        accepted = np.concatenate([accepted, words[words.astype(np.uint64) < limit]])
    return (accepted[:size] % np.uint32(bound)).astype(np.int64)


def _checked(answers: ArrayLike, options: int) -> Values:
    """The answers as whole numbers; the error never repeats one."""
    given = np.asarray(answers)
    # The least of anything with NaN is NaN, which is in no range.
    if given.dtype.kind in "biuf" and (
        not given.size or (given.min() >= 0 and given.max() < options)
    ):
        truth: Values = given.astype(np.int64, copy=False)
        if truth is given or np.array_equal(truth, given):
            return truth
    raise ParameterError(
        f"Answers must be whole numbers from 0 to {options - 1}, and none may be missing.",
        "answers",
    )


def randomize_array(
    answers: ArrayLike,
    odds: Odds,
    options: int = 2,
    generator: np.random.Generator | None = None,
) -> Values:
    """Reports for an array of answers in 0..options-1, in the same shape.

    Words come from os.urandom; pass a numpy Generator for repeatable simulation,
    never for a live answer. The arithmetic is that of randomize.randomize, element
    by element, and as exact. Raises ParameterError if an answer is out of range,
    not whole, missing or not a number, or if T = A+(k−1)B exceeds 2³².
    """
    truth = _checked(answers, options)
    keep, other = odds
    draws = _uniform_below(keep + (options - 1) * other, truth.size, generator)
    draws = draws.reshape(truth.shape)
    piece = (draws - keep) // other
    return np.where(draws < keep, truth, np.where(piece < truth, piece, piece + 1))
