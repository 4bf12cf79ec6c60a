"""What is told of a relation, and what is not."""

from fractions import Fraction

import pytest

from survey.core.estimation.crosstab import CrossTable
from survey.core.kinds.item import NO_YES, Item
from survey.text.crosstab_summaries import (
    difference_ends_in_words,
    difference_in_words,
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
    # Of each r in 8,000 steps it was asked apart, in fractions, whether Hoeffding contradicts it.
    [
        ((1200, 800), (1000, 1000), "27.5%", "17.8% to 37.2%"),
        ((700, 300), (500, 500), "5.0%", "at most 18.7%"),
        ((280, 720), (500, 500), "99.5%", "at least 85.8%"),
        ((740, 260), (500, 500), "−4.0%", "at most 9.7%"),
        ((1000, 0), (500, 500), "−62.5%", "not plausible"),
        ((5, 5), (5, 5), "–", "0.0% to 100.0%"),
        ((0, 0), (0, 0), "–", "–"),
    ],
)
def test_shares(counts, other, share, ends):
    table = groups(counts, other)
    assert share_in_words(table, 0, 1) == share
    assert share_ends_in_words(table, 0, 1) == ends


def test_differences_are_in_points():
    table = groups((1200, 800), (1000, 1000))
    assert difference_in_words(table, 1, 0, 1) == "25.0"
    assert difference_ends_in_words(table, 1, 0, 1) == "3.9 to 46.1"


@pytest.mark.parametrize(
    ("untold", "other"), [((5, 5), (5, 5)), ((0, 0), (1200, 800)), ((1000, 0), (1200, 800))]
)
def test_no_difference_is_told_from_a_share_that_is_not(untold, other):
    table = groups(untold, other)
    assert difference_in_words(table, 1, 0, 1) == "–"
