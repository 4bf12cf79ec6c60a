"""A kind with a statistic of its own, of the tests alone: the mean place of each option."""

from fractions import Fraction
from math import factorial, lcm

import numpy as np
import pytest
from ranking import RANKING, MeanPlace, orders

from survey.core.estimates.means import RatingMean
from survey.core.estimates.quantity import Setting
from survey.core.instrument.instrument import Question
from survey.core.intervals.counts import RatingSum
from survey.core.intervals.registry import INTERVALS
from survey.core.mechanism.privacy import keep_and_other

GAMMA = Fraction(2, 5)
LISTED = ("Exam", "Essay", "Talk", "Project")


def question(options: int) -> Question:
    return Question("In which order?", GAMMA, RANKING, LISTED[:options])


def quantities(options: int, counts, told: str = "hoeffding"):
    asked = question(options)
    return asked.kind.quantities(asked.items("q1"), [counts], Setting(0.95, told=told)).rows


@pytest.mark.parametrize("options", [2, 3, 4])
def test_the_estimate_is_unbiased_for_every_order(options):
    """Of the exact expectation of the reports of one respondent with this order."""
    keep, other = keep_and_other(GAMMA, factorial(options))
    every = orders(options)
    for answer in range(len(every)):
        scale = lcm(keep.denominator, other.denominator)
        chances = [keep if report == answer else other for report in range(len(every))]
        counts = [int(each * scale) for each in chances]  # as often as expected
        for place, found in enumerate(quantities(options, counts)):
            assert found.estimate == pytest.approx(every[answer].index(place) + 1, abs=1e-12)
            assert found.of == LISTED[place]
            assert found.scale.ends == (1, options)


@pytest.mark.parametrize("options", [2, 3, 4])
def test_an_options_place_is_a_rating_by_a_channel_of_its_own(options):
    """So both intervals are those of a rating, whose proofs are elsewhere.

    A report has an option at its true place with keep + ((m−1)! − 1) other, and at each other
    place with (m−1)! other.
    """
    counts = np.random.default_rng(options).multinomial(
        200, [1 / factorial(options)] * factorial(options)
    )
    keep, other = keep_and_other(GAMMA, factorial(options))
    same = factorial(options - 1)
    for found in quantities(options, counts.tolist()):
        place: MeanPlace = found.statistic
        chances = keep + (same - 1) * other, same * other
        rating = RatingMean(RatingSum(200, place.total - 200, options, *chances))
        assert place.estimate == pytest.approx(rating.estimate)
        assert place.leverage == pytest.approx(rating.leverage)
        for name in ("hoeffding", "anytime"):
            assert found.interval(name) == pytest.approx(rating.interval(name, 0.95))


def test_a_reader_is_told_an_interval_that_is_known_of_it():
    for name in INTERVALS:
        (first, *_) = quantities(2, [30, 10], told=name)
        assert first.told == (name if name == "hoeffding" else "anytime")
        assert (first.interval(name) is None) == (name not in ("hoeffding", "anytime"))


def test_nothing_is_known_before_anybody_responds():
    for found in quantities(3, [0] * 6):
        assert found.estimate is None and found.ends is None and found.nothing_known
        assert 0 < found.more_responses < 1000
