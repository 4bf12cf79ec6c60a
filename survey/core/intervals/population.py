"""The population interval: for a class that is itself a random sample of a larger population.

Each report is then yes with the same probability q, so their number is binomial, where q lies
between `other`, if nobody has the option as the answer, and `keep`, if everybody has.
"""

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

from survey.core.intervals.counts import (
    Interval,
    ReportCount,
    check_confidence,
    check_respondents,
    misses,
)

# Up to here sets are ordered by likelihood ratio, for a class, too: the laws of all classes of
# one size take 0.04 s and 8 MB. Beyond, tails are inverted.
LARGEST_ORDERED = 1000

HALVINGS = 50


def population(count: ReportCount, confidence: float) -> Interval | None:
    """The shares of the population that are kept, within 0..1, n >= 1; None if none is.

    Up to n = 1,000 each q takes the counts s in falling order of P_q(s)/max_u P_u(s), u over
    other..keep, equal ones together, until they have the confidence; the interval reaches from
    the least to the most q that took the observed count, and it is never None. Beyond it is
    `both_tails`, clipped.

    Source: Feldman, Cousins (1998), doi:10.1103/PhysRevD.57.3873.
    """
    if count.respondents > LARGEST_ORDERED:
        ends = both_tails(count, confidence)
        return None if misses(ends, (0, 1)) else _within_shares(ends)
    alpha = 1 - check_confidence(confidence)
    n, s = check_respondents(count.respondents), count.reported
    other, keep = float(count.other), float(count.keep)
    # With yes and no swapped, the least share of yes is the largest share of no.
    low = 1 - _most(n - s, n, 1 - keep, 1 - other, alpha)
    high = _most(s, n, other, keep, alpha)
    return _within_shares(count.debiased((low, high)))


def _within_shares(ends: Interval) -> Interval:
    # In order, since the ends of a single share may differ in their last digit.
    low, high = sorted(min(max(end, 0.0), 1.0) for end in ends)
    return low, high


def _most(s: int, n: int, least_q: float, most_q: float, alpha: float) -> float:
    """The largest q that takes the count s.

    A q above the likeliest one takes s unless the counts that it takes later, or with s, have
    a chance of alpha at most: those up to s, and those from some r on. It takes r no
    sooner than s while q <= c_r, at which both have the same likelihood ratio:

        logit c_r = (ln m(r) − ln m(s)) / (r − s),   m(s) = max_u u^s (1−u)^(n−s)

    c_r grows with r, since ln m is convex. So from the last r down, the first whose
    stretch c_(r−1)..c_r holds a q with a larger chance has the end that is looked for.
    """
    counts = np.arange(n + 1)
    likeliest = np.clip(counts / n, least_q, most_q)
    log_most = scipy.special.xlogy(counts, likeliest) + scipy.special.xlog1py(
        n - counts, -likeliest
    )
    r = counts[s + 1 :]
    ties = scipy.special.expit((log_most[r] - log_most[s]) / (r - s))
    ends = np.clip([likeliest[s], *ties, most_q], likeliest[s], most_q)
    firsts = np.append(r, n + 1)  # of each stretch, the least count above s that is taken later

    def later(q: NDArray[np.float64], first: NDArray[np.int64]) -> NDArray[np.float64]:
        chance: NDArray[np.float64] = scipy.special.bdtr(s, n, q) + np.where(
            first > n, 0, scipy.special.bdtrc(first - 1, n, q)
        )
        return chance

    at_right = later(ends[1:], firsts) > alpha
    at_left = later(ends[:-1], firsts) > alpha
    stretch = int(np.flatnonzero(at_right | at_left)[-1])
    low, high = ends[stretch], ends[stretch + 1]
    if at_right[stretch]:
        return float(high)
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if later(middle, firsts[stretch]) > alpha:
            low = middle
        else:
            high = middle
    return float(high)


def both_tails(count: ReportCount, confidence: float) -> Interval:
    """Clopper–Pearson's interval of the share of yes reports, debiased. Not clipped; n >= 1.

    Valid also for the mean of bits of a fixed class that have unlike chances (Hoeffding 1956,
    doi:10.1214/aoms/1177728178), such as the bits to which whole numbers are rounded.

    Source: Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404.
    """
    tail = (1 - check_confidence(confidence)) / 2
    n, ones = check_respondents(count.respondents), count.reported
    low = scipy.special.betaincinv(ones, n - ones + 1, tail) if ones > 0 else 0.0
    # By symmetry from the small tail: 1 − tail would lose digits.
    high = 1 - scipy.special.betaincinv(n - ones, ones + 1, tail) if ones < n else 1.0
    return count.debiased((float(low), float(high)))
