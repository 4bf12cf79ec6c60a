"""The class interval where only a part of the class was asked, chosen by chance.

Where each device draws one of the questions, those who answer one of them are a simple random
sample of the respondents. So two draws are random: who is asked, and the coins.
"""

import math
from functools import lru_cache

import numpy as np

from survey.core.intervals.class_tails import Array, class_laws, log_ways, relative_chances
from survey.core.intervals.counts import (
    CountArray,
    Interval,
    ReportCount,
    check_confidence,
    check_respondents,
)
from survey.core.intervals.likelihood_order import (
    OrderedLaws,
    kept_by_likelihood,
    ordered_laws,
)
from survey.core.intervals.population import both_tails

# Up to this many respondents in the whole class, sets are ordered by likelihood ratio.
LARGEST_ORDERED = 300

# An end that misses a whole number of respondents by less is that number.
ROUNDING = 1e-9


def asked_counts(count: ReportCount, confidence: float) -> tuple[int, int] | None:
    """The numbers t of truthful yes that the whole class of N may have, as (least, most).

    n = `count.respondents` >= 1 of the N = `count.drawn_from` were asked. The number of yes
    among the asked is hypergeometric, then only the coins are random:

        P_t(s) = Σ_u C(t, u) C(N−t, n−u) / C(N, n) · P(Bin(u, keep) + Bin(n−u, other) = s)

    Holds the true t with probability `confidence` at least, whatever t is. Up to N = 300 sets
    are ordered by likelihood ratio, and it is never None.

    Beyond, it is Clopper–Pearson's interval of the share of these reports, debiased: what
    P_t describes is a sum of n independent bits with unlike chances, whose mean is that of the
    whole class, and among all such sums a binomial one has the largest tails (Hoeffding 1956).
    It ignores that sampling without replacement varies less. None if it holds no t.

    Source: Borcea, Brändén, Liggett (2009), doi:10.1090/S0894-0347-08-00618-8, for the sum;
    Hoeffding (1956), doi:10.1214/aoms/1177728178, for its tails.
    """
    whole = count.drawn_from
    check_respondents(count.respondents)
    check_confidence(confidence)
    if whole <= LARGEST_ORDERED:
        return _by_likelihood(count, confidence)
    low, high = both_tails(count, confidence)
    least = max(math.ceil(low * whole - ROUNDING), 0)
    most = min(math.floor(high * whole + ROUNDING), whole)
    return (least, most) if least <= most else None


def asked_interval(count: ReportCount, confidence: float) -> Interval | None:
    """`asked_counts` as shares of the whole class; None if no class is plausible."""
    kept = asked_counts(count, confidence)
    return kept and (kept[0] / count.drawn_from, kept[1] / count.drawn_from)


# Cached, since pages are read repeatedly.
@lru_cache(maxsize=4096)
def _by_likelihood(count: ReportCount, confidence: float) -> tuple[int, int]:
    n, ones = count.respondents, count.reported
    keep, other = float(count.keep), float(count.other)
    asked = hypergeometric_laws(n, count.drawn_from)

    def chances() -> Array:
        exact: Array = asked @ relative_chances(ones, n, keep, other)
        return exact

    laws = _laws(n, count.drawn_from, keep, other)
    return kept_by_likelihood(ones, laws, chances, 1 - confidence)


# Cached, since all options of a question need the same laws.
@lru_cache(maxsize=2)
def _laws(n: int, whole: int, keep: float, other: float) -> OrderedLaws:
    return ordered_laws(asked_laws(n, whole, keep, other))


def asked_laws(n: int, whole: int, keep: float, other: float) -> Array:
    """P_t(s) as an array [t, s] of 0..whole and 0..n, 1 <= n <= whole."""
    laws: Array = hypergeometric_laws(n, whole) @ class_laws(n, keep, other)
    return laws


def hypergeometric_laws(n: int, whole: int) -> Array:
    """The chance of u yes among n of a class of `whole` with t yes, as an array [t, u]."""
    t: CountArray = np.arange(whole + 1)[:, np.newaxis]
    u: CountArray = np.arange(n + 1)
    possible = (u <= t) & (n - u <= whole - t)
    chances = log_ways(t, u) + log_ways(whole - t, n - u) - log_ways(whole, n)
    laws: Array = np.where(possible, np.exp(np.where(possible, chances, 0)), 0)
    return laws
