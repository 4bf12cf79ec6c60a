"""The anytime interval of a mean rating: it uses the law of the reports, not only their range.

With z = (report − 1)/(k − 1) in [0, 1], v the place of a rating from 0 and

    K_v(λ) = ln E e^(λz) = ln(other Σ_j e^(λj/(k−1)) + (keep − other) e^(λv/(k−1))),

exp(λ Σz − Σ K_v(λ)) is a martingale for every λ, whatever the ratings are and in whatever order. K
is convex in v, so Σ K_v <= n ((1−u) K_0 + u K_(k−1)), the chord, with u the mean of v/(k−1): the
true u keeps every mixture of exp(λ Σz − n ((1−u) K_0 + u K_(k−1))) over fixed λ's below 1/alpha at
all n at once with probability 1 − alpha (Ville 1939). The interval is every u that does.

With two options it is the anytime interval of a share, as a mean. Numbers are rounded to bits,
whose K is concave in v, so their mean has the plain anytime interval.
"""

from functools import lru_cache

import numpy as np

from survey.core.intervals.anytime import (
    LOG_WEIGHTS,
    STEPS,
    Array,
    best_rates,
    kept_places,
    log_limit,
)
from survey.core.intervals.counts import Interval, RatingSum, check_respondents


# Cached, since pages are read repeatedly.
@lru_cache(maxsize=4096)
def anytime_rating(ratings: RatingSum, confidence: float) -> Interval | None:
    """The mean ratings that are kept, within 1..k, n >= 1; None if none is.

    Narrowest near n = `ratings.expected`, which must be chosen before the data.
    """
    n, last = check_respondents(ratings.respondents), ratings.options - 1
    rates = best_rates(_variance(ratings), confidence, ratings.expected)
    lowest, highest = _log_moments(ratings, rates, 0), _log_moments(ratings, rates, last)
    fixed = LOG_WEIGHTS + rates * (ratings.total / last) - n * lowest
    slope = n * (lowest - highest)
    at = lambda step: (fixed + step / STEPS * slope, slope)  # noqa: E731
    kept = kept_places(at, STEPS, log_limit(confidence))
    if kept is None:
        return None
    least, most = max(kept[0] - 1, 0), min(kept[1] + 1, STEPS)
    return 1 + last * least / STEPS, 1 + last * most / STEPS


def _log_moments(ratings: RatingSum, rates: Array, value: int) -> Array:
    """K_v(λ) of the module's formula, for v = `value` and each λ of `rates`."""
    places = np.arange(ratings.options)
    chances = np.where(places == value, float(ratings.keep), float(ratings.other))
    exponents = np.log(chances) + np.multiply.outer(rates, places / (ratings.options - 1))
    found: Array = np.logaddexp.reduce(exponents, axis=1)
    return found


def _variance(ratings: RatingSum) -> float:
    """The variance of z for a rating of 1; for a rating of k it is the same."""
    places = np.arange(ratings.options) / (ratings.options - 1)
    chances = np.where(places == 0, float(ratings.keep), float(ratings.other))
    return float(chances @ places**2 - (chances @ places) ** 2)
