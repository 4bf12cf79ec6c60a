"""Randomized response on whole arrays, for simulation and for posting many respondents."""

import os

import numpy as np
from numpy.typing import ArrayLike, NDArray

from survey.core.mechanism.randomize import WORDS, Odds
from survey.errors import ParameterError

Values = NDArray[np.int64]
Draws = NDArray[np.unsignedinteger]

# Random words, the shortest first: the system's generator costs most of the time, by the byte.
WORD_BYTES = (1, 2, 4)


def _uniform_below(bound: int, size: int, generator: np.random.Generator | None) -> Draws:
    """`size` independent uniform integers in [0, bound), exact.

    With W = 2⁸, 2¹⁶ or 2³², the first that is at least 8·bound (else 2³²), and q = W div bound:
    a word w below q·bound gives w div q, and any other is skipped. So each integer has exactly q
    words, and at most an eighth of the words is skipped (up to a half where W is 2³²).
    """
    if bound > WORDS:
        # No word would be accepted, ever.
        raise ParameterError("These odds are too fine to be drawn from 32-bit words.", "odds")
    if bound == 1:
        return np.zeros(size, dtype=np.uint8)
    width = next((each for each in WORD_BYTES if 256**each >= 8 * bound), WORD_BYTES[-1])
    each = 256**width // bound
    source = os.urandom if generator is None else generator.bytes
    pieces, missing = [], size
    while missing > 0:
        # One part in a thousand more than is expected to do makes a second round rare.
        wanted = missing * 1001 * 256**width // (1000 * each * bound) + 16
        words: Draws = np.frombuffer(source(width * wanted), dtype=f"<u{width}")
        accepted = words if each * bound == 256**width else words[words < each * bound]
        pieces.append(accepted[:missing] // each)
        missing -= pieces[-1].size
    return np.concatenate(pieces) if pieces else np.empty(0, dtype=np.uint8)


def _checked(answers: ArrayLike, options: int) -> Values:
    """The answers as whole numbers below `options`; the error never repeats one."""
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
    never for a live answer. Each draw in [0, T) is uniform and gives a report as in
    randomize.randomize, from as few random bytes as T = A+(k−1)B needs. Raises ParameterError
    if an answer is out of range, not whole, missing or not a number, or if T exceeds 2³².
    """
    truth = _checked(answers, options)
    keep, other = odds
    draws = _uniform_below(keep + (options - 1) * other, truth.size, generator)
    draws = draws.reshape(truth.shape)
    if options == 2:
        return truth ^ (draws >= keep)
    # Below `keep` this is any number: unsigned ones wrap round.
    piece = (draws - draws.dtype.type(keep)) // other
    return np.where(draws < keep, truth, piece + (piece >= truth))


def round_array(
    values: ArrayLike, low: int, high: int, generator: np.random.Generator | None = None
) -> Values:
    """Whole numbers in low..high as one bit each, exact: randomize.round_to_bit, value by value.

        P(bit = 1) = (value − low) / (high − low)

    The bits are no reports yet. Words and errors are those of `randomize_array`.
    """
    above = _checked(np.asarray(values) - low, high - low + 1)
    draws = _uniform_below(high - low, above.size, generator).reshape(above.shape)
    return (draws < above).astype(np.int64)
