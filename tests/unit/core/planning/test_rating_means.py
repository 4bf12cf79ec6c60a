"""The variances of both ways, beside enumerations of everything that one respondent may send."""

from fractions import Fraction

import pytest
from quantities import make_number, make_rating

from survey.core.mechanism.privacy import channel, odds
from survey.core.planning.rating_means import RatingWays

GAMMAS = [Fraction(gamma) for gamma in ("1/10", "1/4", "2/5", "9/20")]


def variance(values: list[float], chances: list[float]) -> float:
    mean = sum(value * p for value, p in zip(values, chances, strict=True))
    return sum((value - mean) ** 2 * p for value, p in zip(values, chances, strict=True))


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("k", [2, 3, 5, 10])
def test_variances_are_those_of_the_estimates_of_one_respondent(gamma, k):
    ways = RatingWays(k, gamma)
    estimates = [
        make_rating(tuple(int(j == y) for j in range(k)), gamma, 0.95).estimate for y in range(k)
    ]
    rows = [[float(p) for p in row] for row in channel(odds(gamma), k)]
    mean = sum(variance(estimates, row) for row in rows) / k
    assert float(ways.as_rating) == pytest.approx(mean)

    ends = [make_number(1, bit, gamma, 0.95, low=1, high=k).estimate for bit in (0, 1)]
    to_no, to_yes = channel(odds(gamma), 2)
    mean = 0.0
    for v in range(k):
        up = Fraction(v, k - 1)
        row = [float((1 - up) * no + up * yes) for no, yes in zip(to_no, to_yes, strict=True)]
        mean += variance(ends, row) / k
    assert float(ways.as_number) == pytest.approx(mean)


def test_which_is_better_depends_on_gamma():
    strong, weak = RatingWays(5, Fraction(1, 4)), RatingWays(5, Fraction(2, 5))
    assert (float(strong.as_rating), float(strong.as_number)) == (22.5, 14.0)
    assert (float(weak.as_rating), float(weak.as_number)) == (3.28125, 4.25)
    assert strong.number_is_better and not weak.number_is_better
    assert round(float(strong.times), 2) == 1.61


@pytest.mark.parametrize("gamma", GAMMAS)
def test_with_two_ratings_both_are_the_same(gamma):
    ways = RatingWays(2, gamma)
    assert ways.as_rating == ways.as_number and ways.times == 1
