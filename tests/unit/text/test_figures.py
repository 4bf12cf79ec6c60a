"""Figures: a mean and its interval's ends in the digits of their scale."""

import pytest

from survey.text.translator import ENGLISH


@pytest.mark.parametrize(
    ("length", "mean", "low", "high"),
    [
        (4, "3.37", "3.36", "3.37"),
        (10, "3.4", "3.3", "3.4"),
        (40, "3.4", "3.3", "3.4"),
        (100, "3", "3", "4"),
        (1_000_000, "3", "3", "4"),
    ],
)
def test_all_figures_of_a_scale_have_the_decimals_of_its_hundredth(length, mean, low, high):
    assert ENGLISH.mean(3.3678, length) == mean
    assert ENGLISH.mean_ends(3.3678, 3.3678, length) == (low, high)
    assert ENGLISH.mean(None, length) == "–"
