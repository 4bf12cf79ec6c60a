"""Means over several groups: of one γ they are one class, of unlike γ a bound holds."""

import itertools
import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.core.estimates.means import number_mean, rating_mean
from survey.core.estimates.quantity import Setting
from survey.core.intervals.counts import RatingSum, ReportCount
from survey.core.intervals.registry import ANNOUNCED, INTERVALS, WHILE_OPEN, told_interval
from survey.core.mechanism.privacy import keep_and_other
from survey.core.pooling.means import PooledMean

QUARTER, STRONG = Fraction(1, 4), Fraction(2, 5)


def rating(respondents, total, gamma=QUARTER, cap=None, options=5, unseen=True):
    setting = Setting(0.95, respondents, told=told_interval(unseen, cap), cap=cap)
    channel = keep_and_other(gamma, options)
    ratings = RatingSum(respondents, total, options, *channel, respondents, cap)
    return rating_mean("q1", ratings, setting)


def number(respondents, ones, gamma=QUARTER, cap=None, unseen=True):
    setting = Setting(0.95, respondents, told=told_interval(unseen, cap), cap=cap)
    count = ReportCount.of(respondents, ones, gamma, expected=respondents, cap=cap)
    return number_mean("q1", count, 0, 40, setting)


def pooled(*groups, unseen=True):
    return PooledMean(groups, 0.95, unseen)


@st.composite
def splits(draw):
    """(respondents, sum) of each group."""
    sizes = draw(st.lists(st.integers(0, 30), min_size=2, max_size=5).filter(any))
    return [(n, draw(st.integers(0, 4 * n))) for n in sizes]


@given(splits(), st.booleans(), st.sampled_from([QUARTER, STRONG]))
def test_ratings_of_one_gamma_are_one_class(groups, unseen, gamma):
    n, total = (sum(column) for column in zip(*groups, strict=True))
    caps = [each + 5 if unseen else None for each, _ in groups]
    found = pooled(
        *(rating(*each, gamma, cap) for each, cap in zip(groups, caps, strict=True)), unseen=unseen
    ).together
    answered = [cap for (each, _), cap in zip(groups, caps, strict=True) if each]
    cap = None if None in answered else sum(answered)
    one = rating(n, total, gamma, cap, unseen=unseen)
    assert (found.estimate, found.told) == (one.estimate, one.told)
    assert found.setting.cap == cap
    assert {each: found.interval(each) for each in INTERVALS} == {
        each: one.interval(each) for each in INTERVALS
    }


@given(splits(), st.randoms(use_true_random=False))
def test_numbers_of_one_gamma_are_one_class_in_any_order(groups, random):
    groups = [(n, total // 4) for n, total in groups]
    n, ones = (sum(column) for column in zip(*groups, strict=True))
    shuffled = random.sample(groups, len(groups))
    found = pooled(*(number(*each) for each in shuffled)).together
    one = number(n, ones)
    assert (found.estimate, found.ends, found.told) == (one.estimate, one.ends, one.told)


@pytest.mark.parametrize(("unseen", "cap"), [(True, None), (False, 50), (False, None)])
def test_of_unlike_gamma_hoeffdings_bound_is_told_and_at_every_look_the_maximal(unseen, cap):
    groups = rating(40, 70, QUARTER, cap), rating(30, 90, STRONG, cap)
    found = pooled(*groups, unseen=unseen)
    widths = [4 / float(a - b) for a, b in (keep_and_other(g, 5) for g in (QUARTER, STRONG))]
    estimate = sum(each.respondents * each.estimate for each in groups) / 70
    sizes = (40, 30) if unseen else (50, 50)
    spread = sum(n * width**2 for n, width in zip(sizes, widths, strict=True))
    half = math.sqrt(math.log(40) / 2 * spread) / 70
    assert found.estimate == pytest.approx(estimate)
    assert found.known == (unseen or cap is not None)
    assert found.together.told == (ANNOUNCED if unseen or cap is None else WHILE_OPEN)
    if found.known:
        assert found.ends == pytest.approx((estimate - half, estimate + half))
    else:
        assert found.ends is None
    low, high = found.announced
    one_look = math.sqrt(math.log(40) / 2 * (40 * widths[0] ** 2 + 30 * widths[1] ** 2)) / 70
    assert high - low == pytest.approx(2 * one_look)
    swapped = pooled(*reversed(groups), unseen=unseen)
    assert swapped.announced == pytest.approx(found.announced)


def test_a_group_of_nobody_changes_nothing():
    alone = pooled(rating(40, 70), rating(30, 90, STRONG))
    with_nobody = pooled(rating(0, 0), rating(40, 70), rating(30, 90, STRONG))
    assert with_nobody.announced == pytest.approx(alone.announced)
    assert pooled(rating(0, 0), rating(0, 0)).announced is None
    assert pooled(rating(0, 0), rating(0, 0)).ends is None


def chances(ratings, channel, options):
    """The law of the sum of reports (from 0) of respondents with these ratings, 0..k−1."""
    keep, other = map(float, channel)
    law = {0: 1.0}
    for each in ratings:
        after = {}
        for total, chance in law.items():
            for report in range(options):
                at = total + report
                after[at] = after.get(at, 0) + chance * (keep if report == each else other)
        law = after
    return law


@pytest.mark.parametrize("gammas", [(QUARTER, QUARTER), (QUARTER, STRONG), (STRONG, QUARTER)])
def test_every_small_study_is_covered(gammas):
    """By enumeration: two groups of two and three, each class of them, every report."""
    options, sizes = 3, (2, 3)
    channels = [keep_and_other(gamma, options) for gamma in gammas]
    held = {}
    for truths in itertools.product(
        *(itertools.combinations_with_replacement(range(options), n) for n in sizes)
    ):
        true = 1 + sum(map(sum, truths)) / sum(sizes)
        laws = [chances(*each, options) for each in zip(truths, channels, strict=True)]
        missed = 0.0
        for totals in itertools.product(*laws):
            if totals not in held:
                held[totals] = pooled(
                    *(
                        rating(n, total, gamma, options=options)
                        for n, total, gamma in zip(sizes, totals, gammas, strict=True)
                    )
                ).ends
            low, high = held[totals] or (math.inf, -math.inf)
            chance = math.prod(law[total] for law, total in zip(laws, totals, strict=True))
            missed += chance * (not low - 1e-9 <= true <= high + 1e-9)
        assert missed <= 0.05, truths


def test_means_with_caps_whose_sum_no_cap_may_name_are_told_as_without():
    groups = [rating(40, total, cap=6000, unseen=False) for total in (80, 90)]
    found = pooled(*groups, unseen=False).together
    assert (found.told, found.setting.cap) == ("anytime_rating", None)
