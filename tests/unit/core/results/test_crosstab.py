"""Cross-tables against the vectors and a published table; groups; exact coverage."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from known_answers import cases

from survey.core.estimates.difference_likelihood import difference_likelihood
from survey.core.kinds.bit import NO_YES
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import channel, keep_and_other, odds
from survey.core.results.crosstab import CrossTable, cross_tally


def item(gamma, labels=NO_YES) -> Item:
    return Item("q", "?", Fraction(gamma), labels)


def table(counts, first="1/4", second="1/4", confidence=0.95, labels=NO_YES) -> CrossTable:
    counts = tuple(tuple(row) for row in counts)
    return CrossTable(item(first, labels), item(second), counts, confidence)


@pytest.mark.parametrize("case", cases("crosstabs"), ids=lambda c: " ".join(c["gammas"]))
def test_joint_shares_are_the_known_ones(case):
    found = table(case["counts"], *case["gammas"])
    np.testing.assert_allclose(found.joint, case["joint"], atol=1e-12)
    for half_width in itertools.chain(*case["hoeffding_half_width_95"]):
        for a, b in itertools.product((0, 1), repeat=2):
            ends = found.joint_interval(a, b)
            # The old rule's width bounds the new one's; a share far outside is not plausible.
            if ends is None:
                assert not 0 <= found.joint[a][b] <= 1
            else:
                assert ends[1] - ends[0] < 2 * half_width


def test_published_joint_table():
    """The Dutch benefit survey (van den Hout, van der Heijden 2007), as R's rrLogit prints it."""
    found = table([[189, 103], [52, 68]], "3/10", "3/10")
    published = [[0.66666667, 0.18122977], [-0.02508091, 0.17718447]]
    np.testing.assert_allclose(found.joint, published, atol=5e-9)
    # Its margins are the two questions' own published estimates.
    assert found.marginal[1] == pytest.approx(0.1521036, abs=5e-8)
    assert found.joint[0][1] + found.joint[1][1] == pytest.approx(0.3584142, abs=5e-8)


def test_cross_tally_counts_pairs():
    responses = [(0, 1, 2), (1, 1, 0), (0, 1, 2)]
    items = [item("1/4"), item("1/4"), item("1/4", ("a", "b", "c"))]
    assert cross_tally(responses, items, 0, 2) == ((0, 0, 2), (1, 0, 0))
    assert cross_tally(responses, items, 2, 1) == ((0, 1), (0, 0), (0, 2))


def law_of_class(answers, gammas, options=(2, 2)):
    """Every cross-tally that this class may send, with its exact probability."""
    channels = []
    for gamma, k in zip(gammas, options, strict=True):
        channels.append([[float(p) for p in row] for row in channel(odds(gamma), k)])
    law = {(0,) * (options[0] * options[1]): 1.0}
    for x, y in answers:
        after: dict = {}
        for counts, probability in law.items():
            for u, v in itertools.product(range(options[0]), range(options[1])):
                p = channels[0][x][u] * channels[1][y][v]
                cell = u * options[1] + v
                key = (*counts[:cell], counts[cell] + 1, *counts[cell + 1 :])
                after[key] = after.get(key, 0) + probability * p
        law = after
    return {
        tuple(key[row * options[1] : (row + 1) * options[1]] for row in range(options[0])): p
        for key, p in law.items()
    }


CLASSES = {
    "related": [(0, 0)] * 6 + [(1, 1)] * 6,
    "unrelated": [(0, 0), (0, 1), (1, 0), (1, 1)] * 3,
    "rare group": [(0, 0)] * 10 + [(1, 1)] * 2,
}


@pytest.mark.first_cell
@pytest.mark.parametrize("name", CLASSES)
@pytest.mark.parametrize("first", [Fraction(2, 5), Fraction(9, 20)], ids=str)
def test_joint_conditional_and_difference_are_unbiased_or_covered(name, first):
    """Exactly, over every tally that the class may send; nominal 90 %."""
    answers, gammas = CLASSES[name], (first, Fraction(2, 5))
    n = len(answers)
    joint_truth = [[answers.count((a, b)) / n for b in (0, 1)] for a in (0, 1)]
    groups = [sum(row) for row in joint_truth]
    shares = [joint_truth[a][1] / groups[a] for a in (0, 1)]
    mean = np.zeros((2, 2))
    held = {"joint": 0.0, "conditional": 0.0, "difference": 0.0}
    total = 0.0
    for counts, probability in law_of_class(answers, gammas).items():
        found = table(counts, *gammas, confidence=0.9)
        total += probability
        mean += probability * np.array(found.joint)
        ends = found.joint_interval(1, 1)
        held["joint"] += probability * _holds(ends, joint_truth[1][1])
        ends = found.conditional_interval(1, 1)
        held["conditional"] += probability * _holds(ends, shares[1])
        ends = found.difference_interval(1, 0, 1)
        held["difference"] += probability * _holds(ends, shares[1] - shares[0])
    assert total == pytest.approx(1)
    np.testing.assert_allclose(mean, joint_truth, atol=1e-9)
    assert min(held.values()) >= 0.9, held


def _holds(ends, truth) -> bool:
    return ends is not None and ends[0] - 1e-9 <= truth <= ends[1] + 1e-9


def test_coverage_without_the_debiasing_fails():
    """The control: the raw table of the related class misses the truth nearly always."""
    answers = CLASSES["related"] * 2
    law = law_of_class(answers, (Fraction(1, 10), Fraction(1, 10)))
    held = 0.0
    for counts, probability in law.items():
        n = sum(map(sum, counts))
        half_width = math.sqrt(math.log(20) / (2 * n)) / 4
        held += probability * (abs(counts[1][1] / n - 0.5) <= half_width)
    assert held < 0.5


def test_nobody_and_an_empty_group():
    empty = table([[0, 0], [0, 0]])
    assert empty.joint is empty.marginal is empty.joint_interval(0, 0) is None
    assert empty.conditional(0, 1) is empty.conditional_interval(0, 1) is None
    assert empty.difference(1, 0, 1) is empty.difference_interval(1, 0, 1) is None
    one_group = table([[3, 4], [0, 0]], "9/20", "1/4")
    assert one_group.marginal[1] < 0
    assert one_group.conditional(1, 1) is one_group.difference(1, 0, 1) is None


def test_group_estimated_empty_has_no_shares_rather_than_a_division_by_rounding():
    found = table([[1, 4], [7, 8]])  # 5 of 20 reports: (1/4 − 1/4) / (1/2)
    assert found.marginal == (0.0, 1.0)
    assert found.conditional(0, 0) is found.conditional(0, 1) is found.difference(0, 1, 0) is None
    # M⁻¹ (7, 8)/20 with its row above: (1/2, 1/2), which M⁻ᵀ leaves as it is
    assert found.conditional(1, 0) == pytest.approx(1 / 2)


def test_more_options_than_two():
    counts = [[20, 5], [5, 20], [10, 10]]
    found = table(counts, "2/5", "1/4", labels=("a", "b", "c"))
    assert math.isclose(sum(map(sum, found.joint)), 1)
    # keep 9/11, other 1/11: the estimate of "a" from its row alone
    assert found.marginal[0] == pytest.approx((25 / 70 - 1 / 11) / (8 / 11))


def test_the_likely_difference_is_that_of_the_vectors_seen_from_each_group_and_option():
    counts = ((30, 20), (15, 35))
    crossed = table(counts)
    found = crossed.likely_difference(1, 0, 1)
    chances = tuple(map(float, keep_and_other(crossed.first.gamma, 2)))
    second = tuple(map(float, keep_and_other(crossed.second.gamma, 2)))
    known = difference_likelihood(counts, chances, second, crossed.confidence).ends
    assert found == pytest.approx(known, abs=1e-9)
    negated = (-known[1], -known[0])
    assert crossed.likely_difference(0, 1, 1) == pytest.approx(negated, abs=1e-9)
    assert crossed.likely_difference(1, 0, 0) == pytest.approx(negated, abs=1e-9)
    assert crossed.likely_difference(0, 1, 0) == pytest.approx(known, abs=1e-9)
    assert crossed.likely_difference(1, 1, 0) is None
    # The table of the other answers, by itself.
    swapped = ((counts[0][1], counts[0][0]), (counts[1][1], counts[1][0]))
    mirrored = difference_likelihood(swapped, chances, second, crossed.confidence).ends
    assert crossed.likely_difference(1, 0, 0) == pytest.approx(mirrored, abs=1e-6)


def test_few_respondents_have_no_likely_difference():
    assert table(((3, 2), (1, 4))).likely_difference(1, 0, 1) is None
