"""How many reports of a fixed class say yes: Bin(t, p) + Bin(n − t, q), where only the coins vary.

t of the n respondents would truthfully say yes. A report says yes with probability p
from those, and with q < p from the rest. survey.core.intervals.class_sets inverts
the tails.
"""

import math

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

# A window of ±9 standard deviations leaves out less than 1e-17 of a binomial law.
WINDOW = 9


def binomial_chances(counts: NDArray[np.int64], n: int, p: float) -> NDArray[np.float64]:
    """P(Bin(n, p) = count) for each of these counts in 0..n, by logarithms, 0 <= p <= 1."""
    log_ways = (
        scipy.special.gammaln(n + 1)
        - scipy.special.gammaln(counts + 1)
        - scipy.special.gammaln(n - counts + 1)
    )
    chances: NDArray[np.float64] = np.exp(
        log_ways + scipy.special.xlogy(counts, p) + scipy.special.xlog1py(n - counts, -p)
    )
    return chances


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
    """About the t for which P(Bin(t, p) + Bin(n−t, q) >= k) is `tail`, by the normal law."""
    t = (k - n * q) / (p - q)
    variance = t * p * (1 - p) + (n - t) * q * (1 - q)
    return round(t + float(scipy.special.ndtri(tail)) * math.sqrt(max(variance, 0)) / (p - q))
