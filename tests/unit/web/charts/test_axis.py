"""The axes that all pictures share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.web.charts.axis import AxisScale, decades, round_values

MOST = 5


def test_a_value_stands_where_its_part_of_the_scale_is():
    assert [AxisScale(10, 30, 100, 200).place(value) for value in (10, 15, 30)] == [100, 125, 200]
    assert AxisScale(0, 1, 276, 20).place(0.25) == 212  # upwards
    logarithmic = AxisScale(1, 100, 0, 200, logarithmic=True)
    assert [logarithmic.place(value) for value in (1, 10, 100)] == [0, 100, 200]


@pytest.mark.parametrize("logarithmic", [False, True])
def test_beyond_an_end_it_stands_at_the_end_and_the_scale_does_not_hold_it(logarithmic):
    scale = AxisScale(1, 2, 0, 100, logarithmic=logarithmic)
    assert (scale.place(0), scale.place(3)) == (0, 100)
    assert (scale.holds(0), scale.holds(1), scale.holds(2), scale.holds(3)) == (0, 1, 1, 0)


def test_ticks_stand_at_their_values():
    assert AxisScale(0, 2, 0, 10, ((0, "none"), (1, "one"))).ticks == [(0, "none"), (5, "one")]


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_round_values_are_few_evenly_spaced_and_within(low, width):
    values = round_values(low, low + width, MOST)
    assert 1 <= len(values) <= MOST + 1
    assert all(low - 1e-6 <= value <= low + width + 1e-6 for value in values)
    steps = {round(after - before, 6) for before, after in zip(values, values[1:], strict=False)}
    assert len(steps) <= 1
    assert all(f"{step:e}"[0] in "125" for step in steps)


@pytest.mark.parametrize(
    ("low", "high", "values"),
    [(1, 100, [1, 10, 100]), (0.02, 30, [0.1, 1, 10]), (1, 1e6, [1, 100, 1e4, 1e6])],
)
def test_decades_are_all_or_every_second_of_many(low, high, values):
    assert decades(low, high, MOST) == values
