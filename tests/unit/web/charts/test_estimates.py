"""The geometry of the pictures: clipped only here, and saying so."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.core.estimation.results import question_result
from survey.core.instrument.questions import Question
from survey.web.charts.estimates import MARGIN, WIDTH, pictures_of

QUARTER = Fraction(1, 4)


def result(respondents, yes, gamma=QUARTER, confidence=0.95):
    counts = [(respondents - yes, yes)]
    return question_result("q1", Question("Did you?", gamma), counts, confidence, 100)


def row(respondents, yes, second="hoeffding"):
    (picture,) = pictures_of(result(respondents, yes), second)
    (drawn,) = picture.rows
    assert picture.clipped == drawn.clipped
    return drawn


def test_nobody_gives_no_row():
    assert pictures_of(result(0, 0), "anytime") == []


def test_axis_runs_from_nought_to_one_hundred_percent():
    (picture,) = pictures_of(result(100, 50), "anytime")
    ticks = picture.scale.ticks
    assert [tick for _, tick in ticks] == ["0%", "25%", "50%", "75%", "100%"]
    assert [x for x, _ in ticks] == [24, 112, 200, 288, 376]


def test_everything_stands_where_its_share_is():
    # n = 10,000 and γ = 1/4: p̂ = (0.4 − 1/4)/(1/2) = 0.3, and
    # w = sqrt(ln(40)/20000)/(1/2) = 0.02716.
    drawn = row(10_000, 4000)
    assert drawn.raw == pytest.approx(24 + 0.4 * 352, abs=0.05)
    assert drawn.dot == pytest.approx(24 + 0.3 * 352, abs=0.05)
    assert drawn.first.low == pytest.approx(24 + 0.27284 * 352, abs=0.06)
    assert drawn.first.high == pytest.approx(24 + 0.32716 * 352, abs=0.06)
    assert not (drawn.first.low_is_cut or drawn.first.high_is_cut or drawn.clipped)
    assert drawn.second == drawn.first


@pytest.mark.parametrize(
    ("respondents", "yes", "low_is_cut", "high_is_cut"),
    [(100, 0, True, False), (100, 100, False, True), (1, 1, True, True), (400, 110, True, False)],
)
def test_what_is_cut_says_so(respondents, yes, low_is_cut, high_is_cut):
    drawn = row(respondents, yes)
    assert (drawn.first.low_is_cut, drawn.first.high_is_cut) == (low_is_cut, high_is_cut)
    assert drawn.clipped


def test_a_second_interval_that_is_cut_says_so_too():
    # p̂ = 0.14: Hoeffding's half-width at n = 400 is 0.136, and the anytime one is wider.
    assert not row(400, 128).clipped
    drawn = row(400, 128, "anytime")
    assert drawn.second.low_is_cut
    assert drawn.clipped


def test_second_interval_is_left_out_where_no_class_is_plausible():
    assert row(400, 0, "class").second is None
    assert row(400, 160, "class").second.low > 24


def test_estimate_outside_is_drawn_at_the_edge():
    assert row(100, 0).dot == MARGIN
    assert row(100, 100).dot == WIDTH - MARGIN


@given(
    respondents=st.integers(1, 10_000),
    share=st.fractions(0, 1),
    gamma=st.fractions(Fraction(1, 1000), Fraction(499, 1000), max_denominator=1000),
    confidence=st.sampled_from([0.90, 0.95, 0.99]),
    second=st.sampled_from(["anytime", "population", "hoeffding"]),
)
def test_nothing_is_drawn_outside_the_axis_nor_in_the_wrong_order(
    respondents, share, gamma, confidence, second
):
    found = result(respondents, int(share * respondents), gamma, confidence)
    (picture,) = pictures_of(found, second)
    (drawn,) = picture.rows
    intervals = [found.estimate.interval(name) for name in ("hoeffding", second)]
    for whisker in (drawn.first, drawn.second):
        assert MARGIN <= whisker.low <= whisker.high <= WIDTH - MARGIN
        assert drawn.dot is None or whisker.low <= drawn.dot <= whisker.high
    low, high = intervals[0]
    assert (drawn.dot is None) == (low <= 0 and high >= 1)
    assert MARGIN <= drawn.raw <= WIDTH - MARGIN
    assert drawn.clipped == any(low < 0 or high > 1 for low, high in intervals)
