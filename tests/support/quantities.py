"""Quantities from a few numbers, for tests."""

from collections.abc import Sequence
from fractions import Fraction

from survey.core.estimates import means, shares
from survey.core.estimates.quantity import Quantity, Setting
from survey.core.intervals.class_sets import class_counts
from survey.core.intervals.counts import RatingSum, ReportCount, debias
from survey.core.mechanism.privacy import keep_and_other


def make_count(
    respondents: int,
    reported: int,
    gamma: Fraction,
    confidence: float,
    expected: int = 100,
    options: int = 2,
    drawn_from: int = 0,
    cap: int | None = None,
) -> tuple[ReportCount, float]:
    """The arguments that the functions of intervals take."""
    count = ReportCount.of(respondents, reported, gamma, options, expected, drawn_from, cap)
    return count, confidence


def make_share(
    respondents: int,
    reported: int,
    gamma: Fraction,
    confidence: float = 0.95,
    expected: int = 100,
    options: int = 2,
    told: str = "hoeffding",
    cap: int | None = None,
) -> Quantity:
    count = ReportCount.of(respondents, reported, gamma, options, expected, cap=cap)
    return shares.share("q1", "Yes", count, Setting(confidence, expected, told=told, cap=cap))


def make_number(
    respondents: int,
    high_reports: int,
    gamma: Fraction = Fraction(1, 4),
    confidence: float = 0.95,
    low: int = 0,
    high: int = 40,
    told: str = "hoeffding",
    cap: int | None = None,
) -> Quantity:
    count = ReportCount.of(respondents, high_reports, gamma, cap=cap)
    return means.number_mean("q1", count, low, high, Setting(confidence, told=told, cap=cap))


def make_rating(
    counts: Sequence[int],
    gamma: Fraction,
    confidence: float = 0.95,
    expected: int = 100,
    told: str = "hoeffding",
    cap: int | None = None,
) -> Quantity:
    total = sum(report * count for report, count in enumerate(counts))
    chances = keep_and_other(gamma, len(counts))
    ratings = RatingSum(sum(counts), total, len(counts), *chances, expected, cap)
    return means.rating_mean("q1", ratings, Setting(confidence, expected, told=told, cap=cap))


def class_set(
    ones: int, respondents: int, gamma: Fraction, confidence: float, options: int = 2
) -> tuple[int, int] | None:
    return class_counts(ones, respondents, *keep_and_other(gamma, options), confidence)


def debiased(share: Fraction, gamma: Fraction, options: int = 2) -> Fraction:
    return debias(share, *keep_and_other(gamma, options))
