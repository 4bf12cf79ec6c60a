"""The geometry of the planner's picture."""

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.planning.planner import Plan
from survey.web.charts.trade_off import BOTTOM, HEIGHT, LABEL_HEIGHT, LEFT, RIGHT, TOP, trade_off

QUARTER = Fraction(1, 4)
PLANS = st.builds(
    Plan,
    st.integers(1, 1_000_000),
    st.none(),
    st.fractions(Fraction(1, 1000), Fraction(499, 1000), max_denominator=1000),
    st.sampled_from([0.8, 0.95, 0.99]),
)


def test_scales_are_whole_decades_around_the_plan():
    picture = trade_off(Plan(100, None, QUARTER), "")
    assert [label for _, label in picture.sizes.ticks] == ["10", "100", "1,000", "10,000"]
    assert [label for _, label in picture.margins.ticks] == ["1", "10", "50"]
    places = [x for x, _ in picture.sizes.ticks]
    assert places == pytest.approx(
        [LEFT + third * (RIGHT - LEFT) / 3 for third in range(4)], abs=0.1
    )
    ten = BOTTOM - (BOTTOM - TOP) / math.log10(50)
    assert [y for y, _ in picture.margins.ticks] == [BOTTOM, pytest.approx(ten, abs=0.1), TOP]


@given(PLANS)
def test_everything_lies_within_the_picture(plan):
    picture = trade_off(plan, "")
    points = [picture.mark, *(end for curve in picture.curves for end in (curve.start, curve.end))]
    assert all(LEFT - 0.1 <= x <= RIGHT + 0.1 for x, _ in points)
    assert all(TOP - 0.1 <= y <= BOTTOM + 0.1 for _, y in points)
    beside = sorted(c.label_at[1] for c in picture.curves if c.label and not c.leaves_below)
    assert all(low + LABEL_HEIGHT <= high for low, high in zip(beside, beside[1:], strict=False))
    assert all(y <= HEIGHT for y in beside)


@given(PLANS)
def test_the_plan_is_marked_on_its_own_curve_or_at_the_end_of_the_scale(plan):
    picture = trade_off(plan, "")
    if not picture.says_something:
        assert picture.mark[1] == TOP
        assert picture.mark_label.startswith("too wide to tell you anything with")
        return
    (planned,) = [curve for curve in picture.curves if curve.kind == "planned"]
    (x, y), (x1, y1), (x2, y2) = picture.mark, planned.start, planned.end
    assert y == pytest.approx(y1 + (x - x1) * (y2 - y1) / (x2 - x1), abs=0.5)


def test_table_holds_the_figures_that_are_drawn():
    picture = trade_off(Plan(100, None, Fraction(2, 5)), "")
    assert picture.columns[:4] == ["γ = 1/10", "γ = 1/4", "γ = 2/5", "γ = 9/20"]
    n, margins = picture.table[2]
    assert margins[1] == hoeffding_half_width(n, QUARTER, 0.95)
    assert len(margins) == len(picture.columns) == 5
    assert math.isclose(margins[2], picture.need.margin)


def test_without_a_gamma_there_is_no_plan_to_draw():
    picture = trade_off(Plan(30, 0.05, None), "")
    assert not picture.possible
    assert {curve.kind for curve in picture.curves} == {"few"}
