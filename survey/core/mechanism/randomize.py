"""Randomized response by exact integer sampling. Mirrored by static/client/mechanism.js.

Both files hold the same functions in the same order with the same comments,
and pass the same vectors (tests/vectors/). Randomness is an argument:
`next_word` returns one uniform 32-bit word a call. No floating point decides a
report, so the realised ε is exactly ln(A/B).

Source: Warner (1965), doi:10.1080/01621459.1965.10480775, with γ-notation;
k options: Kairouz, Bonawitz, Ramage (2016), "Discrete distribution estimation
under local privacy".
"""

import secrets
from collections.abc import Callable

Odds = tuple[int, int]

WORDS = 2**32  # how many different words a source can return


def system_word() -> int:
    """One 32-bit word from the operating system's cryptographic generator."""
    return secrets.randbits(32)


def uniform_below(bound: int, next_word: Callable[[], int], words: int = WORDS) -> int:
    """A uniform integer in [0, bound), 1 <= bound <= words.

    Words at or above the largest multiple of `bound` are skipped, so that
    every residue is left with equally many words.
    """
    limit = words - words % bound
    word = next_word()
    while word >= limit:
        word = next_word()
    return word % bound


def check_answer(answer: int, low: int, high: int) -> None:
    """Raises unless the answer is a whole number in low..high; the error does not repeat it.

    Without this check a missing answer would still give a report, as if it had been given.
    """
    if type(answer) is not int or not low <= answer <= high:
        raise ValueError(f"An answer must be a whole number in {low}..{high}.")


def randomize(
    answer: int, odds: Odds, options: int, next_word: Callable[[], int], words: int = WORDS
) -> int:
    """The report for an answer in 0..options-1.

        T = A + (k-1) B;  P(report = answer) = A/T;  P(report = any other) = B/T

    `odds` is (A, B), e^ε as an exact fraction in lowest terms.
    """
    check_answer(answer, 0, options - 1)
    keep, other = odds
    r = uniform_below(keep + (options - 1) * other, next_word, words)
    # r < A keeps the answer; the rest is cut into k-1 pieces of length B.
    if r < keep:
        return answer
    j = (r - keep) // other
    # The pieces stand for the other options in order, the answer left out.
    return j if j < answer else j + 1


def round_to_bit(
    value: int, low: int, high: int, next_word: Callable[[], int], words: int = WORDS
) -> int:
    """A whole number in low..high as one bit, by stochastic rounding.

        P(bit = 1) = (value - low) / (high - low)

    The bit is not a report yet: it goes through `randomize` with two options.
    """
    check_answer(value, low, high)
    return 1 if uniform_below(high - low, next_word, words) < value - low else 0
