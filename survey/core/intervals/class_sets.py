"""The class interval: exact for this very class, where only the coins are random."""

from fractions import Fraction
from functools import lru_cache

import scipy  # which loads `special` when it is first used: not at each start

from survey.core.intervals.asked_sets import asked_interval
from survey.core.intervals.class_tails import class_laws, least_with_tail, relative_chances
from survey.core.intervals.counts import Interval, ReportCount, check_confidence, check_respondents
from survey.core.intervals.likelihood_order import (
    OrderedLaws,
    kept_by_likelihood,
    ordered_laws,
)
from survey.core.intervals.population import LARGEST_ORDERED


@lru_cache(maxsize=4096)
def class_counts(
    ones: int, respondents: int, keep: Fraction, other: Fraction, confidence: float
) -> tuple[int, int] | None:
    """The numbers t of truthful yes that this class of n may have, as (least, most).

    The class is fixed and only the coins are random, so the number of yes
    reports is Bin(t, keep) + Bin(n−t, other). Holds the true t with probability `confidence` at
    least, whatever t is.

    Up to n = 1,000 each t takes the counts s in falling order of P_t(s)/max_u P_u(s),
    equal ones together, until they have the confidence; the interval reaches from the least
    to the most t that took `ones`. It is never None.

    Source: Feldman, Cousins (1998), doi:10.1103/PhysRevD.57.3873.

    Beyond, keeps every t at which both tails at the observed count exceed alpha/2: 1 to
    6 % wider at n = 50 to 1,000, and None if it keeps no t. The cache pays since a count takes
    0.03 s at n = 1,000,000, and the pages of a closed survey are read again and again.
    """
    alpha = 1 - check_confidence(confidence)
    n = check_respondents(respondents)
    of = _by_likelihood_ratio if n <= LARGEST_ORDERED else _by_both_tails
    return of(ones, n, float(keep), float(other), alpha)


def _by_likelihood_ratio(
    ones: int, n: int, keep: float, other: float, alpha: float
) -> tuple[int, int]:
    laws = _laws(n, keep, other)
    return kept_by_likelihood(ones, laws, lambda: relative_chances(ones, n, keep, other), alpha)


# Cached, since all options of a question need the same set.
@lru_cache(maxsize=1)
def _laws(n: int, keep: float, other: float) -> OrderedLaws:
    return ordered_laws(class_laws(n, keep, other))


def _by_both_tails(
    ones: int, n: int, keep: float, other: float, alpha: float
) -> tuple[int, int] | None:
    """Bisects for the ends, since both tails are monotone in t."""
    least = least_with_tail(ones, n, keep, other, alpha / 2)
    # With yes and no swapped, few yes reports are many no reports.
    fewest_no = least_with_tail(n - ones, n, 1 - other, 1 - keep, alpha / 2)
    if least is None or fewest_no is None or least > n - fewest_no:
        return None
    return least, n - fewest_no


def class_interval(count: ReportCount, confidence: float) -> Interval | None:
    """`class_counts` as shares of the class; None if no class is plausible."""
    n = count.respondents
    kept = class_counts(count.reported, n, count.keep, count.other, confidence)
    return kept and (kept[0] / n, kept[1] / n)


def plausibility(count: ReportCount) -> float:
    """The p-value of the claim that any class at all could send so few, or so many, yes reports.

        2 · min(P(Bin(n, other) <= s), P(Bin(n, keep) >= s)), at most 1

    Among all classes, one without any truthful yes sends the fewest yes reports, and one in which
    all are yes sends the most. A small value means that a rare chance happened or that reports are
    false. An interval does not show this, since it holds the least unlikely classes in any case. n
    >= 1.
    """
    n, s = check_respondents(count.respondents), count.reported
    few = scipy.special.bdtr(s, n, float(count.other))
    many = scipy.special.bdtr(n - s, n, 1 - float(count.keep))
    return float(min(1.0, 2 * few, 2 * many))


def of_share(count: ReportCount, confidence: float) -> Interval | None:
    """The class interval of an option's share."""
    of = asked_interval if count.drawn_from > count.respondents else class_interval
    return of(count, confidence)
