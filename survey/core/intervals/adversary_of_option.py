"""How often the boundary of one of k options is crossed at worst; see adversary.py for two.

For k > 2 the variance of a report depends on whether the answer is the option, and so does the
band. So a state is (n, t, S), not (n, D): t of the n answers are this option, S of the reports name
it. Only the states within the band are stored, by their place in it.
"""

import math

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Whole = NDArray[np.int64]

# A bound this near to a whole number is computed in whole numbers.
NEARLY_WHOLE = 1e-6


def largest_distances(a: int, b: int, total: int, n: int, cap: int, thousandths: int) -> Whole:
    """The largest |D| that is kept at n, for each t = 0..n, with D = T S − A t − B(n−t).

    D² n (10N)² 1000² <= C² (9N+n)² N (t A(T−A) + (n−t) B(T−B)), C = `thousandths`.
    """
    t: Whole = np.arange(n + 1)
    variances = t * (a * (total - a)) + (n - t) * (b * (total - b))
    scale = thousandths * (9 * cap + n) / (10_000 * cap)
    exact = scale * np.sqrt(cap / n * variances)
    found: Whole = np.floor(exact).astype(np.int64)
    for place in np.flatnonzero(np.abs(exact - np.rint(exact)) < NEARLY_WHOLE):
        factor = (thousandths * (9 * cap + n)) ** 2 * cap * int(variances[place])
        found[place] = math.isqrt(factor // (n * (10 * cap * 1000) ** 2))
    return found


def worst_of_option(a: int, b: int, options: int, cap: int, thousandths: int) -> float:
    """The largest chance that t is not kept at some n of 1..`cap`.

    A report names the option in A of T = A + (k−1)B outcomes from those whose answer it is, in B
    from others.
    """
    total = a + (options - 1) * b
    keep, other = a / total, b / total
    widest = int(largest_distances(a, b, total, cap, cap, thousandths).max())
    half = widest // total + 2
    # One row for each t; the index i of S is S − ⌊(A t + B(n−t))/T⌋ + half, between two entries of
    # 1.
    chance = np.ones((cap + 2, 2 * half + 3))
    places: Whole = np.arange(-half, half + 1)
    for n in range(cap, -1, -1):
        t: Whole = np.arange(n + 1)
        expected = a * t + b * (n - t)
        whole, rest = np.divmod(expected, total)
        if n < cap:
            of_yes = keep * chance[1 : n + 2, 1:] + (1 - keep) * chance[1 : n + 2, :-1]
            of_no = other * chance[: n + 1, 1:] + (1 - other) * chance[: n + 1, :-1]
            stays_yes = ((expected + a) // total == whole)[:, np.newaxis]
            stays_no = ((expected + b) // total == whole)[:, np.newaxis]
            found = np.maximum(
                np.where(stays_yes, of_yes[:, 1:], of_yes[:, :-1]),
                np.where(stays_no, of_no[:, 1:], of_no[:, :-1]),
            )
        else:
            found = np.zeros((cap + 1, len(places)))
        if n:
            kept = largest_distances(a, b, total, n, cap, thousandths)
            high = ((kept + rest) // total)[:, np.newaxis]
            low = -((kept - rest) // total)[:, np.newaxis]
            found[(places > high) | (places < low)] = 1
        chance[: n + 1, 1:-1] = found
    return float(chance[0, half + 1])
