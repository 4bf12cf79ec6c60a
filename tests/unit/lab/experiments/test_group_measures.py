"""Suppression: the exact search against all masks, and the reduction that makes it hard."""

from collections import Counter
from itertools import combinations, permutations, product

import numpy as np
import pytest

from survey.errors import ParameterError
from survey.lab.experiments.group_measures import (
    FOUR_ROWS,
    STAR,
    Row,
    cheapest_partition,
    fewest_stars,
    stars_of,
    suppressed,
)


def anonymous(rows: tuple[Row, ...], k: int) -> bool:
    return min(Counter(rows).values()) >= k


def fewest_stars_of_all_masks(rows: tuple[Row, ...], k: int) -> int:
    """Every way to put stars, whatever groups come of it."""
    masked = [
        [
            tuple(STAR if hidden else cell for cell, hidden in zip(row, mask, strict=True))
            for mask in product((False, True), repeat=len(row))
        ]
        for row in rows
    ]
    return min(
        sum(row.count(STAR) for row in table) for table in product(*masked) if anonymous(table, k)
    )


@pytest.mark.parametrize(("k", "stars"), [(1, 0), (2, 8), (3, 16), (4, 16)])
def test_the_table_of_four_needs_so_many_stars(k, stars):
    """2-anonymity: 2 stars for the Stones' first names, 6 for all of both Johns but "John"."""
    assert fewest_stars(FOUR_ROWS, k) == stars


def test_all_masks_agree_on_the_table_of_four():
    assert fewest_stars_of_all_masks(FOUR_ROWS, 2) == 8


def test_the_stones_and_the_johns_go_together():
    partition = cheapest_partition(FOUR_ROWS, 2)
    assert partition == ((0, 2), (1, 3))
    assert suppressed(FOUR_ROWS, partition) == (
        ("*", "Stone", "34", "Afr-Am"),
        ("John", "*", "*", "*"),
        ("*", "Stone", "34", "Afr-Am"),
        ("John", "*", "*", "*"),
    )


@pytest.mark.parametrize("seed", range(12))
def test_all_masks_agree_on_small_tables(seed):
    """Five rows of two columns and three values each, for k = 2 and 3."""
    values = np.random.default_rng(seed).integers(0, 3, (5, 2))
    rows = tuple(tuple(map(str, row)) for row in values)
    for k in (2, 3):
        assert fewest_stars(rows, k) == fewest_stars_of_all_masks(rows, k)
        assert anonymous(suppressed(rows, cheapest_partition(rows, k)), k)


def test_pairs_alone_are_not_enough():
    """The broken variant searches groups of exactly k = 2, and parts rows of which three agree."""
    rows = (("a", "x"),) * 3 + (("b", "y"),) * 3
    in_pairs = min(
        sum(stars_of(order[start : start + 2]) for start in (0, 2, 4))
        for order in permutations(rows)
    )
    assert in_pairs == 4
    assert fewest_stars(rows, 2) == fewest_stars_of_all_masks(rows, 2) == 0


def matching_table(vertices: int, edges: list[frozenset[int]]) -> tuple[Row, ...]:
    """A row a vertex, a column an edge: "0" if the one lies in the other, else the row's own."""
    return tuple(
        tuple("0" if vertex in edge else f"{vertex + 1}" for edge in edges)
        for vertex in range(vertices)
    )


def has_perfect_matching(vertices: int, edges: list[frozenset[int]], k: int) -> bool:
    return any(
        len(frozenset().union(*chosen)) == vertices for chosen in combinations(edges, vertices // k)
    )


@pytest.mark.parametrize("k", [2, 3])
def test_stars_tell_whether_there_is_a_perfect_matching(k):
    """The reduction, on 20 random hypergraphs of six vertices and five edges; both cases occur."""
    generator = np.random.default_rng(3)
    every = [frozenset(edge) for edge in combinations(range(6), k)]
    found = set()
    for _ in range(20):
        edges = [every[place] for place in generator.choice(len(every), 5, replace=False)]
        matched = has_perfect_matching(6, edges, k)
        assert (fewest_stars(matching_table(6, edges), k) <= 6 * (len(edges) - 1)) == matched
        found.add(matched)
    assert found == {True, False}


@pytest.mark.parametrize(("rows", "k"), [(FOUR_ROWS, 0), (FOUR_ROWS, 5), (FOUR_ROWS * 4, 2)])
def test_tables_out_of_range_are_refused(rows, k):
    with pytest.raises(ParameterError):
        fewest_stars(rows, k)
