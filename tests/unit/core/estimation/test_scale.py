"""Whether an interval rules anything out, and how many responses it still wants."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.core.estimation.means import NumberMean, RatingMean
from survey.core.estimation.scale import (
    contradicts_the_scale,
    fills_the_scale,
    more_responses,
    told_name,
)
from survey.core.estimation.shares import Estimate

QUARTER = Fraction(1, 4)


def estimate(respondents, yes, gamma=QUARTER):
    return Estimate(respondents, yes, gamma, 0.95)


def test_hoeffding_needs_thirty_at_a_quarter():
    # sqrt(ln(40) / (2n)) / (1/2) < 1/2 from n = 8 ln(40) = 29.5 on.
    assert more_responses(estimate(0, 0), "hoeffding") == 30
    assert more_responses(estimate(12, 6), "hoeffding") == 18
    assert more_responses(estimate(30, 15), "hoeffding") == 0


@given(
    respondents=st.integers(0, 60),
    part=st.fractions(0, 1),
    name=st.sampled_from(["hoeffding", "anytime", "class"]),
    gamma=st.sampled_from([Fraction(1, 20), QUARTER, Fraction(9, 20)]),
)
def test_with_so_many_more_the_interval_tells_something_and_with_one_less_it_need_not(
    respondents, part, name, gamma
):
    found = estimate(respondents, int(part * respondents), gamma)
    more = more_responses(found, name)
    enough = respondents + more
    for share in (0, 1, 2, 3, 4):
        assert not fills_the_scale(
            replace(found, respondents=enough, reported_yes=enough * share // 4), name
        )
    if more and enough > 1:
        fewer = replace(found, respondents=enough - 1, reported_yes=round((enough - 1) / 2))
        low, high = fewer.interval(name)
        assert high - low >= 1


def test_a_mean_wants_what_its_terms_want():
    number = NumberMean(estimate(0, 0), 0, 40)
    assert more_responses(number, "hoeffding") == 30
    rating = RatingMean((0, 0, 0, 0, 0), QUARTER, 0.95)
    more = more_responses(rating, "anytime")
    assert not fills_the_scale(replace(rating, counts=(0, 0, more, 0, 0)), "anytime")


def test_a_rating_has_no_class_interval_and_is_told_the_anytime_one():
    rating = RatingMean((2, 4, 8, 4, 2), QUARTER, 0.95)
    assert told_name(rating, "class") == "anytime"
    assert told_name(estimate(20, 10), "class") == "class"


def test_reports_that_no_class_could_send_contradict_the_scale():
    assert contradicts_the_scale(estimate(400, 0), "anytime")
    assert contradicts_the_scale(estimate(400, 0), "class")
    assert not contradicts_the_scale(estimate(400, 160), "anytime")


def test_beyond_ten_million_no_count_is_said():
    assert more_responses(estimate(0, 0, Fraction(1, 10**5)), "hoeffding") is None


@pytest.mark.parametrize("name", ["hoeffding", "anytime", "class"])
def test_without_respondents_nothing_is_known(name):
    assert fills_the_scale(estimate(0, 0), name)
