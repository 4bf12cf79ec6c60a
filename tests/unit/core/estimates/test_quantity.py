"""A quantity: computed once, whether it rules anything out, and what it still wants."""

import dataclasses
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quantities import make_number, make_rating, make_share

from survey.core.estimates.quantity import Scale
from survey.core.intervals import registry
from survey.core.intervals.registry import Method

QUARTER = Fraction(1, 4)


def share(respondents, yes, gamma=QUARTER, told="hoeffding"):
    return make_share(respondents, yes, gamma, told=told)


def test_each_interval_is_computed_once_and_only_when_it_is_asked_for(monkeypatch):
    computed = []

    def of_share(count, confidence):
        computed.append((count.reported, confidence))
        return 0.25, 0.5

    monkeypatch.setattr(registry, "METHODS", (Method("counting", of_share),))
    quantity = make_share(20, 10, QUARTER, 0.9, told="counting")
    assert computed == []
    for _ in range(3):
        assert quantity.ends == quantity.interval("counting") == (0.25, 0.5)
        assert not quantity.nothing_known
    assert computed == [(10, 0.9)]


def test_quantities_are_frozen_and_equal_where_their_numbers_are():
    quantity = share(50, 20)
    assert quantity == share(50, 20) != share(50, 21)
    with pytest.raises(dataclasses.FrozenInstanceError):
        quantity.projected = 0.5


def test_hoeffding_needs_thirty_at_a_quarter():
    # sqrt(ln(40) / (2n)) / (1/2) < 1/2 from n = 8 ln(40) = 29.5 on.
    assert [share(*of).more_responses for of in ((0, 0), (12, 6), (30, 15))] == [30, 18, 0]


@given(
    respondents=st.integers(0, 60),
    part=st.fractions(0, 1),
    name=st.sampled_from(["hoeffding", "anytime", "class"]),
    gamma=st.sampled_from([Fraction(1, 20), QUARTER, Fraction(9, 20)]),
)
def test_with_so_many_more_the_interval_tells_something_and_with_one_less_it_need_not(
    respondents, part, name, gamma
):
    more = share(respondents, int(part * respondents), gamma, name).more_responses
    enough = respondents + more
    for quarters in range(5):
        assert not share(enough, enough * quarters // 4, gamma, name).nothing_known
    if more and enough > 1:
        low, high = share(enough - 1, round((enough - 1) / 2), gamma, name).ends
        assert high - low >= 1


def test_a_mean_wants_what_its_terms_want():
    assert make_number(0, 0).more_responses == 30
    more = make_rating((0, 0, 0, 0, 0), QUARTER, told="anytime").more_responses
    assert not make_rating((0, 0, more, 0, 0), QUARTER, told="anytime").nothing_known


def test_a_rating_has_no_class_interval_and_is_told_what_stands_in_for_it():
    assert make_rating((2, 4, 8, 4, 2), QUARTER, told="class").told == "closed_mean"
    assert make_rating((2, 4, 8, 4, 2), QUARTER, told="horizon").told == "anytime_rating"
    assert share(20, 10, told="class").told == "class"


def test_reports_that_no_class_could_send_are_contradicted():
    assert share(400, 0, told="anytime").contradicted
    assert share(400, 0, told="class").contradicted
    assert not share(400, 160, told="anytime").contradicted
    assert make_number(400, 0).contradicted


def test_beyond_ten_million_no_count_is_said():
    assert share(0, 0, Fraction(1, 10**5)).more_responses is None


@pytest.mark.parametrize("name", ["hoeffding", "anytime", "class"])
def test_without_respondents_nothing_is_known(name):
    assert share(0, 0, told=name).nothing_known
    assert share(0, 0, told=name).ends is None


def test_a_value_beyond_the_scale_is_nearest_to_its_end():
    assert [Scale(1, 5).nearest(value) for value in (0.5, 3, 7)] == [1, 3, 5]
