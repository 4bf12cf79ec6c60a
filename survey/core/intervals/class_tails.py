"""The law of the yes reports of a fixed class: Bin(t, p) + Bin(n − t, q); only the coins vary.

t of the n respondents would truthfully say yes. A report says yes with probability p
from those, and with q < p from the rest. survey.core.intervals.class_sets inverts
them.
"""

import math
from fractions import Fraction

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

from survey.core.mechanism.privacy import keep_and_other

Array = NDArray[np.float64]

# A window of ±9 standard deviations leaves out less than 1e-17 of a binomial law.
WINDOW = 9


def binomial_chances(counts: NDArray[np.int64], n: int | NDArray[np.int64], p: float) -> Array:
    """P(Bin(n, p) = count) for each of these counts in 0..n, by logarithms, 0 <= p <= 1."""
    chances: Array = np.exp(_log_chances(counts, n, p))
    return chances


def _log_chances(counts: NDArray[np.int64], n: int | NDArray[np.int64], p: float) -> Array:
    logarithms: Array = (
        log_ways(n, counts) + scipy.special.xlogy(counts, p) + scipy.special.xlog1py(n - counts, -p)
    )
    return logarithms


def binomial_law(n: int, p: float) -> Array:
    """P(Bin(n, p) = k) for k = 0..n."""
    return binomial_chances(np.arange(n + 1), n, p)


def class_law(n: int, t: int, gamma: Fraction) -> Array:
    """P(k yes reports) for k = 0..n from a class with t truthful yes: only the coins vary.

    Raises ParameterError unless γ is exact, in [0, 1/2).
    """
    keep, other = map(float, keep_and_other(gamma))
    return np.convolve(binomial_law(t, keep), binomial_law(n - t, other))


def log_ways(n: NDArray[np.int64] | int, k: NDArray[np.int64] | int) -> Array:
    """ln C(n, k); meaningless unless 0 <= k <= n."""
    gammaln = scipy.special.gammaln
    ways: Array = gammaln(n + 1) - gammaln(k + 1) - gammaln(np.maximum(n - k, 0) + 1)
    return ways


def class_laws(n: int, keep: float, other: float) -> Array:
    """P_t(s), the chance of s yes reports from t truthful yes, as an array [t, s] of 0..n each.

    Each row is the inverse Fourier transform of the characteristic function
    (1 − keep + keep·z)^t (1 − other + other·z)^(n−t) at the n + 1 roots of unity, which
    gives the n + 1 chances without aliasing, to about 1e-16 each.
    """
    z = np.exp(-2j * np.pi * np.arange((n + 1) // 2 + 1) / (n + 1))
    of_yes = _powers(1 - keep + keep * z, n)
    of_no = _powers(1 - other + other * z, n)
    laws: Array = np.fft.irfft(of_yes * of_no[::-1], n + 1, axis=1)
    return laws


def relative_chances(s: int, n: int, keep: float, other: float) -> Array:
    """P_t(s) for t = 0..n, all multiplied by one factor, each with full relative precision.

    The factor keeps them from vanishing: of 1,000 reports among ten options all may name one with a
    chance of 10⁻⁸⁰⁰ at most.
    """
    t, of_yes = np.arange(n + 1)[:, np.newaxis], np.arange(s + 1)
    possible = (of_yes <= t) & (s - of_yes <= n - t)
    of_yes = np.where(possible, of_yes, 0)
    of_no = np.where(possible, s - of_yes, 0)
    logarithms = _log_chances(of_yes, t, keep) + _log_chances(of_no, n - t, other)
    logarithms = np.where(possible, logarithms, -np.inf)
    total: Array = np.exp(logarithms - logarithms.max()).sum(axis=1)
    return total


def _powers(base: NDArray[np.complex128], n: int) -> NDArray[np.complex128]:
    """base⁰ to baseⁿ, one a row."""
    powers = np.empty((n + 1, len(base)), dtype=np.complex128)
    powers[0], powers[1:] = 1, base
    return powers.cumprod(axis=0)


def upper_tail(k: int, t: int, n: int, p: float, q: float) -> float:
    """P(Bin(t, p) + Bin(n−t, q) >= k), by convolution over the window that matters."""
    mean, deviation = t * p, math.sqrt(t * p * (1 - p))
    start = max(0, math.floor(mean - WINDOW * deviation) - WINDOW)
    stop = min(t, math.ceil(mean + WINDOW * deviation) + WINDOW)
    i = np.arange(start, stop + 1)
    weights = binomial_chances(i, t, p)
    needed = k - i
    # P(Bin(m, q) >= j) is 1 for j <= 0 and 0 for j > m.
    m = n - t
    rest = np.where(needed <= 0, 1.0, 0.0)
    inside = (needed > 0) & (needed <= m)
    rest[inside] = scipy.special.betainc(needed[inside], m - needed[inside] + 1, q)
    return float(weights @ rest / weights.sum())


def least_with_tail(k: int, n: int, p: float, q: float, tail: float) -> int | None:
    """The least t in 0..n with P(Bin(t, p) + Bin(n−t, q) >= k) > `tail`; None if there is none.

    The tail grows with t. So the search starts where the normal law has t, doubles its
    steps until it has passed t, and then bisects.
    """
    low, high = 0, n + 1  # every t below `low` has too small a tail, none from `high` on has
    t, step = min(max(_near(k, n, p, q, tail), 0), n), 1
    while low < high:
        if upper_tail(k, t, n, p, q) > tail:
            high, t = t, t - step
        else:
            low, t = t + 1, t + step
        step *= 2
        if not low <= t < high:
            t = (low + high) // 2
    return low if low <= n else None


def _near(k: int, n: int, p: float, q: float, tail: float) -> int:
    """By the normal law, the t with P(Bin(t, p) + Bin(n−t, q) >= k) = `tail`, approximately."""
    t = (k - n * q) / (p - q)
    variance = t * p * (1 - p) + (n - t) * q * (1 - q)
    return round(t + float(scipy.special.ndtri(tail)) * math.sqrt(max(variance, 0)) / (p - q))
