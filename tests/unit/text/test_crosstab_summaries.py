"""What is told of a relation, and what is not."""

import math
from fractions import Fraction

import pytest

from survey.core.kinds.bit import NO_YES
from survey.core.kinds.item import Item
from survey.core.results.crosstab import CrossTable
from survey.text.crosstab_summaries import (
    difference_ends_in_words,
    difference_in_words,
    joint_ends_in_words,
    likely_ends_in_words,
    share_ends_in_words,
    share_in_words,
)

QUARTER, TWO_FIFTHS = Fraction(1, 4), Fraction(2, 5)


def groups(*counts: tuple[int, int]) -> CrossTable:
    """A yes/no question at γ = 1/4 in groups at γ = 2/5."""
    labels = tuple(f"group {number}" for number in range(len(counts)))
    return CrossTable(
        Item("q1", "?", TWO_FIFTHS, labels), Item("q2", "?", QUARTER, NO_YES), counts, 0.95
    )


@pytest.mark.parametrize(
    ("counts", "other", "share", "ends"),
    # Of each r in 2,000 steps it was asked apart, for 1,000 λ, whether the bound contradicts it.
    [
        ((1200, 800), (1000, 1000), "27.5%", "19.3% to 35.6%"),
        ((700, 300), (500, 500), "5.0%", "at most 16.3%"),
        ((280, 720), (500, 500), "99.5%", "at least 88.2%"),
        ((740, 260), (500, 500), "−4.0%", "at most 7.3%"),
        ((1000, 0), (500, 500), "−62.5%", "not plausible"),
        ((5, 5), (5, 5), "–", "0.0% to 100.0%"),
        ((0, 0), (0, 0), "–", "–"),
    ],
)
def test_shares(counts, other, share, ends):
    table = groups(counts, other)
    assert share_in_words(table, 0, 1) == share
    assert share_ends_in_words(table, 0, 1) == ends


def outwards(ends):
    return f"{math.floor(1000 * ends[0]) / 10:.1f}%", f"{math.ceil(1000 * ends[1]) / 10:.1f}%"


def test_differences_are_in_points():
    table = groups((1200, 800), (1000, 1000))
    assert difference_in_words(table, 1, 0, 1) == "25.0"
    assert difference_ends_in_words(table, 1, 0, 1) == "7.3 to 42.7"


@pytest.mark.parametrize(
    ("untold", "other"), [((5, 5), (5, 5)), ((0, 0), (1200, 800)), ((1000, 0), (1200, 800))]
)
def test_no_difference_is_told_from_a_share_that_is_not(untold, other):
    table = groups(untold, other)
    assert difference_in_words(table, 1, 0, 1) == "–"


def test_joint_shares_have_their_own_ends():
    table = groups((1200, 800), (1000, 1000))
    low, high = outwards(table.joint_interval(0, 1))
    assert joint_ends_in_words(table, 0, 1) == f"{low} to {high}"
    assert joint_ends_in_words(groups((1000, 0), (0, 1000)), 0, 1) == "not plausible"
    assert joint_ends_in_words(groups((0, 0), (0, 0)), 0, 1) == "–"


def test_likely_ends_are_told_where_they_were_tried():
    table = groups((1200, 800), (1000, 1000))
    low, high = outwards(table.likelihood_interval(0, 1))
    assert likely_ends_in_words(table, 0, 1) == f"{low} to {high}"
    assert likely_ends_in_words(groups((5, 5), (5, 5)), 0, 1) == "–"
    assert likely_ends_in_words(groups((50, 50), (50, 50), (50, 50)), 0, 1) == "–"
