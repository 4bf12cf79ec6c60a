"""The interval of a mean rating of this very class, read once, if nobody saw it before closing.

The band is as for the horizon interval, at the last response only: |D_n| <= X, with the martingale

    D = T Σ(report − 1) − n B k(k−1)/2 − (A−B) Σ(rating − 1)

and X the least for which the chance that |D_n| > X, or |D_m| > 3X at some m before, is at most
alpha for all ratings in any order. It holds for this very class, if nobody chose the time of
closing by how the figures looked.
"""

from survey.core.intervals.anytime_ratings import anytime_rating
from survey.core.intervals.calibration import Design, calibrate_closed
from survey.core.intervals.counts import (
    LARGEST_CAP,
    Interval,
    RatingSum,
    check_confidence,
    check_respondents,
)
from survey.core.intervals.horizon import rating_within


def closed_rating(ratings: RatingSum, confidence: float) -> Interval | None:
    """The mean ratings that are kept, within 1..k, n >= 1; None if none is.

    If n > LARGEST_CAP, or if X takes too long to find, it is the wider anytime interval.
    """
    check_confidence(confidence)
    n, k = check_respondents(ratings.respondents), ratings.options
    if n > LARGEST_CAP:
        return anytime_rating(ratings, confidence)
    design = Design.of(ratings.keep, ratings.other, k, k - 1, n)
    distance = calibrate_closed(design, confidence).distance
    if distance is None:
        return anytime_rating(ratings, confidence)
    return rating_within(ratings, design, distance)
