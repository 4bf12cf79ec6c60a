"""The anytime interval of a mean rating: known answers, and that it holds at every look."""

from fractions import Fraction

import numpy as np
import pytest
from known_answers import cases
from quantities import make_number, make_rating

from survey.core.intervals.anytime_ratings import anytime_rating
from survey.core.intervals.counts import RatingSum, ReportCount
from survey.core.intervals.registry import ANYTIME_RATING, method_named
from survey.core.mechanism.privacy import keep_and_other

KNOWN = cases("rating_means")
RATINGS = [case for case in KNOWN if case["kind"] == "rating"]
NUMBERS = [case for case in KNOWN if case["kind"] != "rating"]


def sum_of(case: dict) -> RatingSum:
    chances = keep_and_other(Fraction(case["gamma"]), case["options"])
    total = case["sum_of_reports_less_one"]
    return RatingSum(case["n"], total, case["options"], *chances, case["class_size"])


@pytest.mark.parametrize("case", RATINGS, ids=lambda c: f"{c['options']} {c['gamma']} {c['n']}")
def test_ends_are_the_known_ones(case):
    ends = anytime_rating(sum_of(case), case["confidence"])
    assert ends == (case["interval"] and pytest.approx(case["interval"], abs=1e-8))


@pytest.mark.parametrize("case", NUMBERS, ids=lambda c: f"{c['gamma']} {c['n']} {c['count']}")
def test_numbers_keep_the_rule_that_they_have(case):
    count = ReportCount.of(
        case["n"], case["count"], Fraction(case["gamma"]), expected=case["class_size"]
    )
    low, high = method_named("anytime").of_bits(count, case["confidence"])
    clipped = max(10 * low, 0), min(10 * high, 10)
    assert clipped == pytest.approx(case["interval"], abs=1e-8)


def test_it_is_far_narrower_than_the_one_that_knows_the_range_alone():
    rating = make_rating([20] * 5, Fraction(2, 5))
    (low, high), (wide_low, wide_high) = map(rating.interval, ("anytime_rating", "anytime"))
    assert high - low < 0.75 * (wide_high - wide_low)
    assert wide_low <= low <= high <= wide_high


def test_it_is_known_of_ratings_alone_and_told_of_them_while_people_look():
    assert make_rating([9] * 5, Fraction(1, 4), told="anytime").told == "anytime_rating"
    assert make_number(40, 20, told="anytime").told == "anytime"
    assert not make_number(40, 20).statistic.has("anytime_rating")


def ever_wrong(interval, confidence: float, runs: int, gamma: Fraction, n: int) -> float:
    """The share of seeded classes of ratings 1..5, watched from 1 to n, that ever miss."""
    generator = np.random.default_rng(36)
    keep, other = keep_and_other(gamma, 5)
    wrong = 0
    for _ in range(runs):
        ratings = generator.integers(0, 5, n)
        lies = generator.random(n) >= float(keep)
        others = (ratings + generator.integers(1, 5, n)) % 5
        totals = np.cumsum(np.where(lies, others, ratings))
        truths = np.cumsum(ratings) / np.arange(1, n + 1) + 1
        for look in range(1, n + 1, 3):
            total = int(totals[look - 1])
            ends = interval(RatingSum(look, total, 5, keep, other, n), confidence)
            if ends is None or not ends[0] <= truths[look - 1] <= ends[1]:
                wrong += 1
                break
    return wrong / runs


def test_along_the_whole_path_it_is_wrong_as_rarely_as_promised():
    """At a true 20 % the chance of more than 35 % among 100 is 2e-4."""
    assert ever_wrong(ANYTIME_RATING.of_rating, 0.8, 100, Fraction(2, 5), 60) <= 0.35


def test_watching_catches_an_interval_for_one_fixed_number():
    def fixed(ratings, confidence):
        half = 1.28 * 4 * 0.4 / np.sqrt(ratings.respondents)
        return ratings.estimate - half, ratings.estimate + half

    assert ever_wrong(fixed, 0.8, 100, Fraction(2, 5), 60) > 0.35
