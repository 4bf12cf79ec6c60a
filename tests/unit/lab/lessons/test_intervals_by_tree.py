"""Intervals by a tree: what covers an interval, and the error of each kind of noise."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from grids import usually

from survey.errors import ParameterError
from survey.lab.experiments.tree_counts import (
    SIZES,
    interval_count,
    interval_nodes,
    item_error,
    levels,
    mean_nodes,
    noisy_tree,
    queries_of_one,
    query_error,
    simulated_errors,
    tree_error,
    tree_wins_from,
)
from survey.lab.lessons.intervals_by_tree import HIGHEST, LESSON, SIMULATED


def intervals(n):
    return itertools.combinations(range(n + 1), 2)


def span(n, node):
    """The places under a node, from the first to the one before the end."""
    width = 1 << (levels(n) - node.bit_length())
    return node * width - n, (node + 1) * width - n


@pytest.mark.parametrize("n", [2, 4, 8, 16, 32, 64])
def test_nodes_cover_each_interval_exactly_once(n):
    """All intervals: disjoint, nothing beside, at most 2 log2(n) nodes, of which 2 a level."""
    most = 0
    for first, end in intervals(n):
        nodes = interval_nodes(n, first, end)
        places = [place for node in nodes for place in range(*span(n, node))]
        assert sorted(places) == list(range(first, end))
        most = max(most, len(nodes))
    assert most <= 2 * math.log2(n)
    # From n = 4 on the worst interval, all but both ends, takes 2 log2(n) − 2.
    assert most == max(1, 2 * math.log2(n) - 2)


def test_no_fewer_nodes_would_do():
    """By trying all sets of nodes of a tree over 8 places."""
    n = 8
    fewest = {}
    for count in range(1, 5):
        for nodes in itertools.combinations(range(1, 2 * n), count):
            places = sorted(place for node in nodes for place in range(*span(n, node)))
            if places == list(range(places[0], places[-1] + 1)):
                fewest.setdefault((places[0], places[-1] + 1), count)
    assert fewest == {each: len(interval_nodes(n, *each)) for each in intervals(n)}


@pytest.mark.parametrize("n", [1, 2, 8, 64])
def test_each_person_is_in_one_node_of_every_level(n):
    for place in range(n):
        holding = [node for node in range(1, 2 * n) if span(n, node)[0] <= place < span(n, node)[1]]
        assert len(holding) == levels(n) == math.log2(n) + 1


@pytest.mark.parametrize("n", [1, 2, 7, 8, 64])
def test_one_person_is_in_a_quarter_of_n_plus_one_squared_queries(n):
    loads = [sum(first <= place < end for first, end in intervals(n)) for place in range(n)]
    assert loads == [i * (n - i + 1) for i in range(1, n + 1)]
    assert queries_of_one(n) == max(loads)


@pytest.mark.parametrize("n", [1, 8, 64])
def test_mean_nodes_is_the_mean(n):
    for length in range(1, n + 1):
        found = [len(interval_nodes(n, first, first + length)) for first in range(n - length + 1)]
        assert mean_nodes(n, length) == pytest.approx(sum(found) / len(found))


class NoNoise:
    """Stands for a generator, so that the tree holds its counts."""

    def __init__(self):
        self.scales = []

    def laplace(self, mean, scale, shape):
        self.scales.append(scale)
        return np.zeros(shape)


def test_a_tree_without_noise_counts_exactly():
    counts = np.arange(16) ** 2
    quiet = NoNoise()
    tree = noisy_tree(counts, 0.5, quiet)
    for first, end in intervals(16):
        assert interval_count(tree, first, end) == counts[first:end].sum()
    assert quiet.scales == [(4 + 1) / 0.5]  # (log2(16) + 1)/ε


def test_one_person_more_changes_the_whole_tree_by_its_number_of_levels():
    """The L1 distance of the trees of neighbouring data, which the noise must hide."""
    for place in range(16):
        counts = np.zeros((2, 16), dtype=int)
        counts[1, place] = 1
        tree = noisy_tree(counts, 1, NoNoise())
        assert np.abs(tree[1] - tree[0]).sum() == levels(16)


@pytest.mark.parametrize(("n", "length"), [(8, 3), (32, 16), (64, 64)])
def test_simulated_errors_are_those_of_the_formula(n, length):
    """Mean and mean square of 10,000 trees, each within 5.5 of its own standard errors.

    By the normal approximation a false alarm in any of the six comparisons has a probability
    below 3e-7, and the seed is fixed.
    """
    errors = simulated_errors(n, length, 0.7, 10_000, np.random.default_rng(3))
    expected = tree_error(n, length, 0.7)
    for found, wanted in ((errors, 0), (errors**2, expected**2)):
        assert abs(found.mean() - wanted) < 5.5 * found.std() / math.sqrt(len(found))
    if n == 32:  # the variance b² instead of 2b², or log2(n) levels instead of one more
        wrong = (expected**2 / 2, (expected * 5 / 6) ** 2)
        off = [abs(np.mean(errors**2) - each) for each in wrong]
        assert min(off) > 5.5 * (errors**2).std() / math.sqrt(len(errors))


def test_errors_by_hand():
    assert item_error(8, 1) == 4
    assert query_error(8, 2) == pytest.approx(math.sqrt(2) * 20 / 2)
    # The whole row is the root: one Laplace((3 + 1)/ε).
    assert tree_error(8, 8, 0.5) == pytest.approx(math.sqrt(2) * 8)


def test_the_tree_wins_where_the_row_is_long():
    """For the whole row 1 node: (log2(n)+1)² < n from 64 on, 7² = 49, while 6² > 32."""
    assert tree_wins_from(Fraction(1)) == 64
    starts = [tree_wins_from(share) for share in LESSON.settings[1].values]
    for share, start in zip(LESSON.settings[1].values, starts, strict=True):
        assert start in SIZES[1:]
        for n in SIZES:
            length = int(share * n)
            assert (tree_error(n, length, 1) < item_error(length, 1)) is (n >= start)
    assert max(starts) > min(starts)


@pytest.mark.parametrize(("n", "first", "end"), [(8, 3, 3), (8, -1, 2), (8, 0, 9), (6, 0, 2)])
def test_what_is_no_interval_is_refused(n, first, end):
    with pytest.raises(ParameterError):
        interval_nodes(n, first, end)


def test_large_errors_and_parts_are_readable():
    said = LESSON.outcome({"level": 16, "share": Fraction(1), "epsilon": Fraction(1, 5)})
    assert "7.59 · 10⁹ if each query has" in said.says
    assert "hold all places" in said.says
    assert [row[3] for row in said.tables[0].rows] == ["65,536", 1, 1]
    part = LESSON.outcome({"level": 5, "share": Fraction(1, 8), "epsilon": Fraction(1)}).says
    assert "an interval of 4 places" in part
    assert "hold 1/8 of the places" in part


def test_every_setting_works():
    """All lengths and ε at the ends and in the middle of n, which only moves the mark."""
    choices = [slider.values for slider in LESSON.settings]
    assert math.prod(map(len, choices)) <= 1500
    said = set()
    for level, share, epsilon in itertools.product((5, 12, 16), *choices[1:]):
        outcome = LESSON.outcome({"level": level, "share": share, "epsilon": epsilon})
        chart = outcome.chart
        said.add(outcome.says)
        assert chart.description.endswith(outcome.says)
        assert chart.mark in SIZES
        assert len(chart.series[-1].points) == len(SIMULATED)
        for series in chart.series:
            assert len(series.points) >= 4
            for x, y in series.points:
                assert chart.x.low <= x <= chart.x.high
                assert chart.y.low <= y <= chart.y.high == HIGHEST
    assert len(said) == 3 * 8 * 10


@pytest.mark.parametrize("seed", usually([1, 2, 3], range(1, 21)))
def test_the_lit_nodes_hold_each_place_of_the_interval_once(seed):
    for share in LESSON.settings[1].values:
        tree = LESSON.outcome({**LESSON.initial, "share": share, "seed": seed}).tree
        assert tree.end - tree.first == int(share * tree.places)
        held = []
        for node in tree.lit:
            first = last = node
            while first < tree.places:
                first, last = 2 * first, 2 * last + 1
            held += range(first - tree.places, last - tree.places + 1)
        assert sorted(held) == list(range(tree.first, tree.end))
        assert f"counts to add: {len(tree.lit)}." in tree.caption
