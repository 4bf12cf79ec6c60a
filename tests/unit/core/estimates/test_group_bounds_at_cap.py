"""Relations that are watched: with a cap, the guaranteed intervals hold at every look at once."""

import itertools
from functools import cache

import numpy as np
import pytest
from grids import usually

from survey.core.estimates.group_bounds import (
    conditional_bound,
    conditional_bound_at_cap,
    joint_bound,
    laws_of_pairs,
)

FIRST, SECOND = (0.9, 0.1), (0.75, 0.25)
CAP = 5
SORTS = list(itertools.product((0, 1), repeat=2))  # (in the group, with the option)
NOBODY = ((0, 0), (0, 0))


def plus(table, pair):
    rows = [list(row) for row in table]
    rows[pair[0]][pair[1]] += 1
    return tuple(map(tuple, rows))


@cache
def joint(table, confidence, cap):
    return joint_bound(table, FIRST, SECOND, confidence, cap)


@cache
def conditional(table, confidence, cap):
    if cap is None:
        return conditional_bound(table, FIRST, SECOND, confidence)
    return conditional_bound_at_cap(table, FIRST, SECOND, confidence, cap)


def chance_of_a_miss(order, bound, confidence, cap) -> float:
    """Exactly, that the interval leaves the truth out at some look at people of these sorts."""
    laws = laws_of_pairs(FIRST, SECOND)
    right = {NOBODY: 1.0}
    for n in range(1, CAP + 1):
        seen = order[:n]
        both = seen.count((1, 1))
        group = both + seen.count((1, 0))
        of = n if bound is joint else group
        law = laws[SORTS.index(order[n - 1])]
        after: dict = {}
        for table, chance in right.items():
            for pair, likely in zip(SORTS, law, strict=True):
                after[plus(table, pair)] = after.get(plus(table, pair), 0) + chance * likely
        right = {
            table: chance
            for table, chance in after.items()
            if not of or holds(bound(table, confidence, cap), both / of)
        }
    return 1 - sum(right.values())


def holds(ends, share) -> bool:
    return ends is not None and ends[0] - 1e-12 <= share <= ends[1] + 1e-12


@pytest.mark.parametrize("bound", [joint, conditional])
@pytest.mark.parametrize("confidence", usually([0.05], [0.05, 0.3, 0.6]))
def test_no_order_of_answers_is_left_out_too_often(bound, confidence):
    """All 4⁵ orders, by exact enumeration of the reports; the smallest confidence misses often."""
    worst = max(
        chance_of_a_miss(order, bound, confidence, CAP)
        for order in itertools.product(SORTS, repeat=CAP)
    )
    assert worst <= 1 - confidence
    if confidence < 0.1 and bound is joint:
        assert worst > 0.05  # it can miss


def test_the_interval_of_one_look_misses_more_often():
    orders = list(itertools.product(SORTS, repeat=CAP))

    def worst(cap) -> float:
        return max(chance_of_a_miss(order, joint, 0.05, cap) for order in orders)

    assert worst(None) > worst(CAP)


@pytest.mark.parametrize("counts", [((30, 20), (15, 35)), ((90, 5), (3, 2))])
def test_at_the_cap_it_is_hardly_wider_and_before_it_wider(counts):
    n = sum(map(sum, counts))
    widths = [np.diff(joint_bound(counts, FIRST, SECOND, 0.95, cap))[0] for cap in (None, n, 4 * n)]
    assert 0.98 * widths[0] <= widths[1] <= 1.35 * widths[0]  # of one look, λ is a grid
    assert widths[1] < widths[2]


def test_a_share_of_a_group_lies_within_its_cells():
    low, high = conditional_bound_at_cap(((300, 150), (200, 350)), FIRST, SECOND, 0.95, 1000)
    fixed = conditional_bound(((300, 150), (200, 350)), FIRST, SECOND, 0.95)
    assert 0 <= low <= fixed[0] <= fixed[1] <= high <= 1
    assert high - low < 1


def test_reports_that_no_class_sends_keep_nothing():
    impossible = ((116, 348), (31, 5))
    assert conditional_bound_at_cap(impossible, (0.75, 0.25), (0.75, 0.25), 0.95, 500) is None
