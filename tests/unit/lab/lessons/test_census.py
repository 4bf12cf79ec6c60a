"""Census: the counts by enumeration, against counting by hand and plain loops."""

from itertools import combinations_with_replacement
from math import comb
from statistics import mean, median, pstdev

import numpy as np
import pytest

from survey.lab.experiments.census_block import (
    BLOCK,
    OLDEST,
    STATISTICS,
    fitting,
    published,
    triples,
)
from survey.lab.lessons.census import LESSON, SHOWN

# count: multisets of three from 126 ages. median: A in 0..30, C in 30..125. mean: A + C = 102
# with A in 0..30. minors: A in 0..17. oldest: C in 80..89 and so A in 13..22, of which 13..17.
BY_HAND = [comb(128, 3), 31 * 96, 31, 18, 5, 1]


@pytest.mark.parametrize(("statistics", "expected"), list(enumerate(BY_HAND, 1)))
def test_so_many_triples_fit_as_by_hand(statistics, expected):
    assert len(fitting(published(BLOCK, statistics - 1))) == expected


@pytest.mark.parametrize("oldest", [0, 1, 7, OLDEST])
def test_triples_are_the_multisets(oldest):
    found = triples(oldest)
    assert len(found) == comb(oldest + 3, 3)
    if oldest < OLDEST:
        assert [tuple(row) for row in found.tolist()] == list(
            combinations_with_replacement(range(oldest + 1), 3)
        )


def test_median_30_and_mean_44_leave_the_paper_s_list():
    """(A, 30, 102 − A); the paper lists A = 1 to 30, this also a newborn."""
    assert fitting([30, 132]).tolist() == [[young, 30, 102 - young] for young in range(31)]


def test_the_paper_s_count_needs_different_ages():
    """The broken variant: 317,750 is C(125, 3), sets of ages from 1, in which no two are equal."""
    found = triples()
    different = (found[:, 0] > 0) & (found[:, 0] < found[:, 1]) & (found[:, 1] < found[:, 2])
    assert np.count_nonzero(different) == comb(125, 3) == 317_750
    assert np.count_nonzero(found[:, 0] > 0) == comb(127, 3) == 333_375
    # So of the 30 that the paper lists, (30, 30, 72) is not among those it counts.
    listed = fitting([30, 132]).tolist()
    assert [30, 30, 72] in listed
    assert sum(len(set(ages)) == 3 and ages[0] > 0 for ages in listed) == 29


def test_the_statistics_are_those_of_the_standard_library():
    generator = np.random.default_rng(4)
    for ages in np.sort(generator.integers(0, OLDEST + 1, (50, 3))).tolist():
        assert published(tuple(ages), len(STATISTICS)) == [
            median(ages),
            round(3 * mean(ages)),
            sum(age < 18 for age in ages),
            max(ages) // 10,
            round(pstdev(ages)),
        ]


def test_the_deviation_of_a_sample_would_give_another_number():
    """The broken variant divides by two, and then no triple fits the published deviation."""
    left = fitting(published(BLOCK, 4))
    deviation = published(BLOCK, 5)[-1]
    assert deviation == 31
    assert deviation not in np.rint(left.std(axis=1, ddof=1))


@pytest.mark.parametrize("seed", range(20))
def test_the_truth_always_fits_and_more_never_fit(seed):
    block = tuple(np.sort(np.random.default_rng(seed).integers(0, OLDEST + 1, 3)).tolist())
    numbers = published(block, len(STATISTICS))
    before = len(triples())
    for statistics in range(len(STATISTICS) + 1):
        left = fitting(numbers[:statistics])
        assert (left == block).all(axis=1).any()
        assert len(left) <= before
        before = len(left)


@pytest.mark.parametrize("statistics", LESSON.settings[0].values)
def test_every_setting_is_shown(statistics):
    outcome = LESSON.outcome({"statistics": statistics})
    expected = BY_HAND[statistics - 1]
    assert outcome.chart.description.endswith(outcome.says)
    assert outcome.chart.series[0].points == tuple(enumerate(BY_HAND))
    fit = f"{expected:,} fit" if statistics > 1 else "All 341,376 triples of ages fit."
    assert fit in outcome.says or expected == 1
    table, _ = outcome.tables
    assert len(table.rows) == min(expected, SHOWN)
    assert (f"{expected - SHOWN:,} more fit" in table.caption) == (expected > SHOWN)
    assert {table.rows[place][:3] for place in table.marked} <= {BLOCK}
    assert table.marked == {
        place for place, row in enumerate(table.rows) if row[-1].endswith(", the truth")
    }
    assert all(len(word) <= 13 for word in outcome.chart.x.words)


def test_the_last_statistic_leaves_only_the_truth():
    outcome = LESSON.outcome({"statistics": len(STATISTICS) + 1})
    assert "15, 30 and 87" in outcome.says
    assert outcome.tables[0].marked == {0}


def test_the_sentences_give_the_computed_figures():
    assert f"{BY_HAND[2]} triples out of {BY_HAND[0]:,}" in LESSON.sentences[2]
    assert f"{comb(128, 3):,} and {BY_HAND[2]}" in LESSON.slips
