"""The class interval: exact for this very class, where only the coins are random."""

from fractions import Fraction
from functools import lru_cache

from survey.core.intervals.class_tails import least_with_tail
from survey.core.intervals.interval import (
    Counted,
    Interval,
    Method,
    check_confidence,
    check_respondents,
)
from survey.core.intervals.population import population_of
from survey.core.mechanism.privacy import keep_and_other


# typed: 0.25 equals 1/4, and would get its kept interval instead of being refused as inexact.
@lru_cache(maxsize=4096, typed=True)
def class_counts(
    ones: int, respondents: int, gamma: Fraction, confidence: float, options: int = 2
) -> tuple[int, int] | None:
    """The numbers t of truthful yes that this class of n may have, as (least, most).

    The class is fixed and only the coins are random, so the number of yes
    reports is Bin(t, 1/2+γ) + Bin(n−t, 1/2−γ); Bin(t, keep) + Bin(n−t, other)
    for one of k options. Keeps every t at which both tails at the observed
    count exceed alpha/2; both tails are monotone in t, so bisection finds the
    ends. None if it keeps no t: no class could plausibly have sent this.

    The cache pays since a count takes 0.03 s at n = 1,000,000, and the pages of a
    closed survey are read again and again with the same counts.
    """
    tail = (1 - check_confidence(confidence)) / 2
    n = check_respondents(respondents)
    keep, other = (float(p) for p in keep_and_other(gamma, options))
    least = least_with_tail(ones, n, keep, other, tail)
    # Yes and no change places: few yes reports are many no reports.
    fewest_no = least_with_tail(n - ones, n, 1 - other, 1 - keep, tail)
    if least is None or fewest_no is None or least > n - fewest_no:
        return None
    return least, n - fewest_no


def class_interval(
    ones: int, respondents: int, gamma: Fraction, confidence: float, options: int = 2
) -> Interval | None:
    """`class_counts` as shares of the class; None if no class is plausible."""
    counts = class_counts(ones, respondents, gamma, confidence, options)
    return None if counts is None else (counts[0] / respondents, counts[1] / respondents)


def _of_share(counted: Counted) -> Interval | None:
    return class_interval(
        counted.reported_yes,
        counted.respondents,
        counted.gamma,
        counted.confidence,
        counted.options,
    )


# For bits with unlike chances the population's interval is valid for a fixed class, too: their sum
# varies less than a binomial of the same mean (Hoeffding 1956, doi:10.1214/aoms/1177728178).
CLASS = Method("class", of_share=_of_share, of_bits=population_of)
