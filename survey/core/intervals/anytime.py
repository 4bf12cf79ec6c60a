"""The anytime interval: valid however often one looks while responses arrive.

For any answers in any order, each

    exp(λS − t ln(1 + a(e^λ − 1)) − (n−t) ln(1 + b(e^λ − 1)))

is a martingale in n, where S of the n reports name the option, t of the n respondents have it
as their answer, a = keep and b = other. So is every mixture of them over λ's that were fixed
before the data. The true t keeps the mixture below 1/alpha at all n at once with probability
1 − alpha (Ville 1939), and the interval is every t that does: exact, without a bound on the
variance.

For a mean of terms in [0, 1], of which S is the sum, (1 + p(e^λ − 1))^n takes the place of both
factors, where p is the mean of the terms' expectations: ln(1 + x(e^λ − 1)) is concave in x, and a
term's own moment generating function is at most 1 + x(e^λ − 1).

Source: Waudby-Smith, Wu, Ramdas (2023), ICML, for randomized response; Howard, Ramdas,
McAuliffe, Sekhon (2021), doi:10.1214/20-AOS1991, for mixtures.
"""

import math
from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache

import numpy as np
import scipy  # which loads `special` when it is first used: not at each start
from numpy.typing import NDArray

from survey.core.intervals.counts import (
    CountArray,
    Interval,
    RatingSum,
    ReportCount,
    check_confidence,
    check_respondents,
)

Array = NDArray[np.float64]

# λ in steps of 1/20 of its standard deviation, to ±5 of them, with a normal law's weights.
NODES = np.arange(-100, 101) / 20
LOG_WEIGHTS = -(NODES**2) / 2
LOG_WEIGHTS -= np.log(np.exp(LOG_WEIGHTS).sum())

# No term in [0, 1] has a larger variance than a fair bit.
ANY_TERM = 0.25

# From exponents beyond ±this e^λ − 1 has too few digits, or overflows.
LARGEST_EXPONENT = 30.0

# The search for a mean takes this many steps; its interval ends at the next step outside.
STEPS = 2**40


def anytime_counts(count: ReportCount, confidence: float) -> tuple[int, int] | None:
    """The numbers t of truthful yes among these n that are kept, as (least, most), n >= 1.

    Narrowest near n = `count.expected` >= 1, which must be chosen before the data. None if
    no t is kept: a chance of less than alpha happened, or reports are false.
    """
    return _counts(
        count.reported,
        check_respondents(count.respondents),
        float(count.keep),
        float(count.other),
        confidence,
        count.expected,
    )


# A page is read again and again.
@lru_cache(maxsize=4096)
def _counts(
    ones: int, n: int, keep: float, other: float, confidence: float, expected: int
) -> tuple[int, int] | None:
    rates, of_yes, of_no = _factors(keep, other, confidence, expected)
    fixed = LOG_WEIGHTS + rates * ones - n * of_no
    slope = of_no - of_yes
    return kept_places(lambda t: (fixed + t * slope, slope), n, log_limit(confidence))


@lru_cache(maxsize=4096)
def anytime_mean(mean: float, n: int, confidence: float, expected: int) -> Interval | None:
    """The means p of the expectations of n terms in [0, 1] that are kept, within 0..1, n >= 1.

    `mean` is that of the terms themselves. None if no p is kept.
    """
    rates = best_rates(ANY_TERM, confidence, expected)
    fixed = LOG_WEIGHTS + rates * mean * check_respondents(n)
    growth = np.expm1(rates)

    def at(step: int) -> tuple[Array, Array]:
        p = step / STEPS
        return fixed - n * _log_growth(p, rates), -growth / (1 - p + p * np.exp(rates))

    kept = kept_places(at, STEPS, log_limit(confidence))
    if kept is None:
        return None
    return max(kept[0] - 1, 0) / STEPS, min(kept[1] + 1, STEPS) / STEPS


def keeps(
    count: ReportCount, confidence: float, ones: CountArray, truths: CountArray
) -> NDArray[np.bool_]:
    """Whether the interval at each reported count in `ones` keeps the true count in `truths`."""
    rates, of_yes, of_no = _factors(
        float(count.keep), float(count.other), confidence, count.expected
    )
    exponents = (
        LOG_WEIGHTS
        + np.multiply.outer(ones, rates)
        - np.multiply.outer(truths, of_yes)
        - np.multiply.outer(count.respondents - truths, of_no)
    )
    kept: NDArray[np.bool_] = _log_of_sum(exponents) < log_limit(confidence)
    return kept


def _factors(
    keep: float, other: float, confidence: float, expected: int
) -> tuple[Array, Array, Array]:
    """The λ's, and the logarithms of the factors of a truthful yes and of another answer."""
    rates = best_rates((keep * (1 - keep) + other * (1 - other)) / 2, confidence, expected)
    return rates, _log_growth(keep, rates), _log_growth(other, rates)


def best_rates(variance: float, confidence: float, expected: int) -> Array:
    """The λ's: from a normal law with the deviation that is best for this variance at N `expected`.

    sqrt(x / (N · variance)),   x = −W₋₁(−alpha²/e) − 1,  the root of ln(1+x) − 2 ln alpha = x
    """
    alpha = 1 - check_confidence(confidence)
    x = -scipy.special.lambertw(-(alpha**2) / math.e, k=-1).real - 1
    rates: Array = NODES * math.sqrt(x / (check_respondents(expected) * variance))
    return rates


def _log_growth(p: float, rates: Array) -> Array:
    """ln(1 + p(e^λ − 1)): the logarithm of E e^(λY) of a bit Y that is 1 with probability p."""
    moderate = np.clip(rates, -LARGEST_EXPONENT, LARGEST_EXPONENT)
    growth: Array = np.log1p(p * np.expm1(moderate))
    beyond = moderate != rates
    if beyond.any():
        of_one = scipy.special.xlogy(1, p) + rates[beyond]
        growth[beyond] = np.logaddexp(scipy.special.xlog1py(1, -p), of_one)
    return growth


def _log_of_sum(exponents: Array) -> Array:
    """ln Σ e^x along the last axis; scipy's logsumexp does the same in ten times the time."""
    top = exponents.max(axis=-1)
    total: Array = top + np.log(np.exp(exponents - top[..., np.newaxis]).sum(axis=-1))
    return total


def log_limit(confidence: float) -> float:
    return -math.log(1 - confidence)


def kept_places(
    at: Callable[[int], tuple[Array, Array]], last: int, limit: float
) -> tuple[int, int] | None:
    """The least and the most of 0..last where the logarithm of a sum of exponentials < `limit`.

    `at` gives the exponents at a place and the slopes they have there. Each exponent is convex,
    hence so is the logarithm of their sum: the kept places are neighbours, and bisection finds the
    ends.
    """

    def beyond(place: int) -> bool:
        exponents, _ = at(place)
        return bool(_log_of_sum(exponents) >= limit)

    def rises(place: int) -> bool:
        exponents, slopes = at(place)
        return float(np.exp(exponents - exponents.max()) @ slopes) >= 0

    lowest = bisect_left(range(last + 1), True, key=rises)
    within = [place for place in (lowest - 1, lowest) if 0 <= place <= last and not beyond(place)]
    if not within:
        return None
    inside, further = within[0], within[-1]
    least = bisect_left(range(inside + 1), True, key=lambda place: not beyond(place))
    most = further + bisect_left(range(further + 1, last + 1), True, key=beyond)
    return least, most


def of_share(count: ReportCount, confidence: float) -> Interval | None:
    """The anytime interval of an option's share."""
    kept = anytime_counts(count, confidence)
    return kept and (kept[0] / count.respondents, kept[1] / count.respondents)


def of_bits(count: ReportCount, confidence: float) -> Interval | None:
    """The anytime interval of the mean of bits."""
    n = count.respondents
    kept = anytime_mean(count.reported / n, n, confidence, count.expected)
    return kept and count.debiased(kept)


def of_rating(ratings: RatingSum, confidence: float) -> Interval | None:
    """The anytime interval of a mean rating."""
    assert ratings.received is not None  # somebody responded
    mean = (ratings.received - 1) / (ratings.options - 1)
    kept = anytime_mean(mean, ratings.respondents, confidence, ratings.expected)
    return kept and ratings.debiased(kept)
