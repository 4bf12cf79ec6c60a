"""What is told of a relation, and what is not."""

from fractions import Fraction

import pytest

from survey.core.privacy import OPENLY
from survey.core.questions import NO_YES
from survey.core.questions import Item
from survey.core.relation_sentences import difference_ends_in_words
from survey.core.relation_sentences import difference_in_words
from survey.core.relation_sentences import share_ends_in_words
from survey.core.relation_sentences import share_in_words
from survey.core.relations import CrossTable

QUARTER = Fraction(1, 4)


def groups(*counts: tuple[int, int]) -> CrossTable:
    """A yes/no question at γ = 1/4 in groups that were asked for openly."""
    labels = tuple(f"group {number}" for number in range(len(counts)))
    return CrossTable(
        Item("q1", "?", OPENLY, labels), Item("q2", "?", QUARTER, NO_YES), counts, 0.95
    )


@pytest.mark.parametrize(
    ("counts", "share", "ends"),
    [
        ((120, 80), "30.0%", "10.8% to 49.2%"),
        ((70, 30), "10.0%", "at most 37.2%"),
        ((28, 72), "94.0%", "at least 66.8%"),
        ((80, 20), "−10.0%", "at most 17.2%"),
        ((100, 0), "−50.0%", "not plausible"),
        ((5, 5), "–", "0.0% to 100.0%"),
        ((0, 0), "–", "–"),
    ],
)
def test_shares(counts, share, ends):
    table = groups(counts, (1, 1))
    assert share_in_words(table, 0, 1) == share
    assert share_ends_in_words(table, 0, 1) == ends


def test_differences_are_in_points():
    table = groups((120, 80), (100, 100))
    assert difference_in_words(table, 1, 0, 1) == "20.0"
    assert difference_ends_in_words(table, 1, 0, 1) == "−7.2 to 47.2"


@pytest.mark.parametrize("untold", [(5, 5), (0, 0), (100, 0)])
def test_no_difference_is_told_from_a_share_that_is_not(untold):
    table = groups(untold, (120, 80))
    assert difference_in_words(table, 1, 0, 1) == "–"
