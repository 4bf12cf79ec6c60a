"""Replayed classes: what a share would make, other coins, and groups of ten."""

import math
from fractions import Fraction

import pytest

from survey.core.intervals.class_sets import class_interval
from survey.core.intervals.counts import ReportCount
from survey.lab.replay import (
    LARGEST_WATCHED,
    MOST_LOOKS,
    REDRAWN,
    expected_mean,
    groups,
    hits,
    likeliest_truth,
    wall,
)

QUARTER = Fraction(1, 4)


@pytest.mark.parametrize("options", [2, 5])
def test_the_estimate_is_where_the_expected_mean_is_the_received_one(options):
    counted = ReportCount.of(40, 18, QUARTER, options=options)
    share = Fraction(counted.estimate).limit_denominator(10_000)
    assert float(expected_mean(share, counted)) == pytest.approx(18 / 40)
    assert expected_mean(Fraction(0), counted) == counted.other
    assert expected_mean(Fraction(1), counted) == counted.keep


@pytest.mark.parametrize(("yes", "share"), [(18, Fraction(40, 100)), (2, 0), (39, 1)])
def test_a_share_within_half_a_point_hits_and_the_end_does_where_it_lies_beyond(yes, share):
    counted = ReportCount.of(40, yes, QUARTER)
    assert hits(Fraction(share), counted)
    assert not hits(abs(Fraction(share) - Fraction(1, 100)), counted)


def test_wall_holds_the_class_as_often_as_promised():
    """4,000 intervals of a class of 60; each misses with at most 1/20, whatever the coins.

    P(Bin(4000, 1/20) > 270) < 1e-6, and fewer than 1 in 200 would be no 95 % of a class.
    """
    counted = ReportCount.of(60, 27, QUARTER)
    walls = [wall(counted, 0.95, seed) for seed in range(1, 101)]
    missed = sum(each.missed for each in walls)
    assert 20 < missed <= 270
    assert {len(each.redraws) for each in walls} == {REDRAWN}
    assert {each.truthful for each in walls} == {likeliest_truth(counted)} == {24}


def test_each_interval_is_the_class_interval_of_its_coins():
    counted = ReportCount.of(60, 27, QUARTER)
    drawn = wall(counted, 0.95, 3)
    for each in drawn.redraws:
        named = round(60 * (each.estimate / 2 + 0.25))
        assert (each.low, each.high) == class_interval(ReportCount.of(60, named, QUARTER), 0.95)
        assert each.missed == (not each.low <= 24 / 60 <= each.high)
    assert drawn == wall(counted, 0.95, 3) != wall(counted, 0.95, 4)


@pytest.mark.parametrize(("options", "yes"), [(2, 27), (5, 20)])
def test_a_class_that_is_looked_at_misses_far_more_often_than_one_with_a_cap(options, yes):
    """1,000 rows of simulated classes of 60, five standard errors from the exact chance."""
    counted = ReportCount.of(60, yes, QUARTER, options=options)
    found = [wall(counted, 0.95, seed).on_sight for seed in range(1, 26)]
    first = found[0]
    assert first.looks == MOST_LOOKS == 60
    missed = sum(each.missed for each in found) / sum(len(each.rows) for each in found)
    error = math.sqrt(first.chance * (1 - first.chance) / 1000)
    assert missed == pytest.approx(first.chance, abs=5 * error)
    assert first.capped <= 0.05 < 0.1 < first.chance
    for each in first.rows:
        assert each.missed == (not each.low <= 1e-9 or not each.high >= -1e-9)


def test_only_a_class_of_a_few_hundred_is_looked_at():
    assert wall(ReportCount.of(LARGEST_WATCHED + 1, 200, QUARTER), 0.95, 1).on_sight is None


def test_groups_are_tens_and_their_estimates_average_to_that_of_all():
    named = [place % 3 == 0 for place in range(47)]
    counted = ReportCount.of(47, sum(named), QUARTER)
    found = groups(named, counted)
    assert found == pytest.approx(
        [2 * (sum(named[n : n + 10]) / 10 - 0.25) for n in (0, 10, 20, 30)]
    )
    forty = ReportCount.of(40, sum(named[:40]), QUARTER)
    assert sum(found) / 4 == pytest.approx(forty.estimate)
    assert groups(named[:9], counted) == ()


def test_half_a_person_is_rounded_up_as_in_the_figure_of_a_result():
    """At γ = 1/5 of 100 reports 51 are 52.5 persons, which Python's round sends to 52."""
    halves = {yes: likeliest_truth(ReportCount.of(100, yes, Fraction(1, 5))) for yes in (51, 53)}
    assert halves == {51: 53, 53: 58}
