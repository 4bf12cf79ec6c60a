"""Either there is nothing to say, or an estimate with its interval."""

from fractions import Fraction

from survey.core.estimation.hoeffding_summary import HoeffdingSummary, summarize
from survey.core.estimation.means import NumberMean, RatingMean
from survey.core.estimation.shares import Estimate
from survey.core.intervals.interval import around

QUARTER = Fraction(1, 4)


def statements(yes: int, no: int):
    bit = Estimate(yes + no, yes, QUARTER, 0.95)
    return bit, NumberMean(bit, 0, 40), RatingMean((no, yes, 0), QUARTER, 0.95)


def test_nothing_is_stated_of_nobody():
    assert [summarize(each) for each in statements(0, 0)] == [None, None, None]


def test_somebody_is_stated_as_estimated_and_by_hoeffdings_interval():
    for each in statements(40, 60):
        found = summarize(each)
        assert found.estimate == each.estimate
        assert (found.low, found.high) == each.interval("hoeffding") != each.interval("anytime")
        assert found.low < found.estimate < found.high


def test_around():
    assert around(0.5, 0.25) == (0.25, 0.75)
    assert HoeffdingSummary(0.5, *around(0.5, 0.25)).half_width == 0.25
