"""The horizon interval: right at every look at a survey that closes by itself at its cap.

At most N responses can come, which is fixed before the first. The interval keeps every t, of n
respondents with this answer, for which

    |S − ta − (n−t)b| <= c (.9 + .1 n/N) sqrt(N v_t)

where S reports name the option, a = keep, b = other, and v_t is the mean variance of a report if t
of the n have this answer. c is the least for which no order of answers, each chosen after all
reports before it, leaves the truth out at any n <= N with a chance above alpha (calibration.py). So
it holds however the survey is closed, even by somebody who watches the figures. It says nothing if
more than N can come.
"""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from survey.core.intervals.adversary_of_option import largest_distances
from survey.core.intervals.anytime import anytime_counts
from survey.core.intervals.anytime_ratings import anytime_rating
from survey.core.intervals.calibration import Calibration, Design, calibrate
from survey.core.intervals.counts import (
    CountArray,
    Interval,
    RatingSum,
    ReportCount,
    around,
    check_respondents,
)
from survey.core.intervals.hoeffding import mean_half_width


def design_of_share(count: ReportCount) -> Design:
    """The design of an option's share; `count` has a cap."""
    assert count.cap is not None
    # T = A + (k−1)B of A/T = keep and B/T = other.
    others = (1 - count.keep) / count.other
    return Design.of(count.keep, count.other, int(others) + 1, 1, count.cap)


def horizon_counts(count: ReportCount, calibration: Calibration) -> tuple[int, int] | None:
    """The numbers t of truthful yes among these n that are kept, as (least, most), n >= 1.

    None if none is: a chance of less than alpha happened, or reports are false. The calibration
    has a c; it is that of the count's design, and was made before the first response.
    """
    design, c = calibration.design, calibration.thousandths
    assert c is not None
    n, a, b, total = check_respondents(count.respondents), design.a, design.b, design.total
    # D = T S − A t − B(n−t); D + (A−B)t of the observed count.
    observed = total * count.reported - b * n
    if design.walk is not None:
        within = design.largest_distance(n, c)
        least = max(-((within - observed) // (a - b)), 0)
        most = min((within + observed) // (a - b), n)
        return (least, most) if least <= most else None
    t = np.arange(n + 1)
    distances = np.abs(observed - (a - b) * t)
    kept = np.flatnonzero(distances <= largest_distances(a, b, total, n, design.cap, c))
    return (int(kept[0]), int(kept[-1])) if kept.size else None


def maximal_half_width(respondents: int, cap: int, width: float, confidence: float) -> float:
    """Hoeffding's half-width of a mean of n terms, valid at all n <= N at once.

        w = sqrt(N ln(2/alpha) / 2) / n · width

    At n = N it is Hoeffding's own: with a cap the announced interval is right at N however often
    one looked. Each term, given those before, lies in a range of this width.

    Proof: exp(λM_n − λ²n/8) is a supermartingale for the sum M_n of centred terms of range 1; if
    M_n >= x at some n <= N, it is at least exp(λx − λ²N/8) there; Ville, λ = 4x/N. Source:
    Hoeffding (1963), doi:10.1080/01621459.1963.10500830, remark after theorem 2.
    """
    return mean_half_width(width, cap, confidence) * cap / check_respondents(respondents)


def of_share(count: ReportCount, confidence: float) -> Interval | None:
    """The kept t as shares; where no c was calibrated, an interval that needs none."""
    if count.cap is None or count.drawn_from:
        return None
    calibration, n = calibrate(design_of_share(count), confidence), count.respondents
    if calibration.thousandths is not None:
        kept = horizon_counts(count, calibration)
    elif calibration.design.walk is None:
        kept = anytime_counts(replace(count, expected=count.cap), confidence)
    else:
        estimate = count.estimate
        assert estimate is not None  # somebody responded
        width = 1 / float(count.keep - count.other)
        return around(estimate, maximal_half_width(n, count.cap, width, confidence))
    return kept and (kept[0] / n, kept[1] / n)


def keeps(
    count: ReportCount, confidence: float, ones: CountArray, truths: CountArray
) -> NDArray[np.bool_]:
    """Whether the interval at each reported count in `ones` keeps the true count in `truths`."""
    design = design_of_share(count)
    calibration, n = calibrate(design, confidence), count.respondents
    assert calibration.thousandths is not None
    distances = np.abs(design.total * ones - design.a * truths - design.b * (n - truths))
    c, cap = calibration.thousandths, design.cap
    if design.walk is None:
        within = largest_distances(design.a, design.b, design.total, n, cap, c)[truths]
    else:
        within = np.full_like(truths, design.largest_distance(n, c))
    kept: NDArray[np.bool_] = distances <= within
    return kept


def of_bits(count: ReportCount, confidence: float) -> Interval | None:
    """The horizon interval of the mean of bits."""
    if count.cap is None or count.drawn_from:
        return None
    design = Design.of(count.keep, count.other, 2, count.span, count.cap)
    c, n = calibrate(design, confidence).thousandths, count.respondents
    if c is not None:
        return bits_within(count, design, design.largest_distance(n, c))
    width = maximal_half_width(n, count.cap, 1, confidence)
    ends = count.debiased(around(count.reported / n, width))
    return within_scale(ends, (0, 1))


def of_rating(ratings: RatingSum, confidence: float) -> Interval | None:
    """The horizon interval of a mean rating."""
    if ratings.cap is None:
        return None
    k, n = ratings.options, ratings.respondents
    design = Design.of(ratings.keep, ratings.other, k, k - 1, ratings.cap)
    c = calibrate(design, confidence).thousandths
    if c is not None:
        return rating_within(ratings, design, design.largest_distance(n, c))
    return anytime_rating(replace(ratings, expected=ratings.cap), confidence)


def bits_within(count: ReportCount, design: Design, distance: int) -> Interval | None:
    """The means, as parts of the span, with |D_n| <= `distance`; None if none is in 0..1.

    D = T R S − n B R − (A−B) Σ number, R the span.
    """
    n, r = count.respondents, design.span
    centre = r * (design.total * count.reported - n * design.b)
    scale = n * (design.a - design.b) * r
    return within_scale(((centre - distance) / scale, (centre + distance) / scale), (0, 1))


def rating_within(ratings: RatingSum, design: Design, distance: int) -> Interval | None:
    """The mean ratings with |D_n| <= `distance`; None if none is in 1..k.

    D = T Σ(report − 1) − n B k(k−1)/2 − (A−B) Σ(rating − 1).
    """
    n, k = ratings.respondents, ratings.options
    centre = design.total * ratings.total - n * design.b * k * (k - 1) // 2
    scale = n * (design.a - design.b)
    return within_scale((1 + (centre - distance) / scale, 1 + (centre + distance) / scale), (1, k))


def within_scale(ends: Interval, scale: Interval) -> Interval | None:
    """The part of an interval that lies on the scale; None if none does."""
    low, high = max(ends[0], scale[0]), min(ends[1], scale[1])
    return (low, high) if low <= high else None
