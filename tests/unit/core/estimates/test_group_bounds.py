"""The guaranteed intervals of joint and conditional shares, against the inequality itself."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from survey.core.estimates.group_bounds import conditional_bound, joint_bound
from survey.core.mechanism.privacy import channel, keep_and_other, odds

TABLES = [((30, 20), (15, 35)), ((90, 5), (3, 2)), ((10, 40), (45, 5)), ((300, 120), (80, 500))]
CHANCES = {
    gamma: tuple(map(float, keep_and_other(Fraction(gamma)))) for gamma in ("1/4", "2/5", "9/20")
}


def generating(gammas, terms, rate) -> dict:
    """ln E e^(λx) of each sort of respondent, summed over the four pairs of reports."""
    first, second = (
        [[float(p) for p in row] for row in channel(odds(Fraction(gamma)), 2)] for gamma in gammas
    )
    pairs = list(itertools.product((0, 1), repeat=2))
    return {
        (a, b): math.log(
            sum(first[a][u] * second[b][v] * math.exp(rate * terms[u, v]) for u, v in pairs)
        )
        for a, b in pairs
    }


def values(gamma) -> list[float]:
    keep, other = CHANCES[gamma]
    return [-other / (keep - other), (1 - other) / (keep - other)]


def sums(counts, terms) -> float:
    return sum(counts[u][v] * terms[u, v] for u, v in terms)


@pytest.mark.parametrize("counts", TABLES)
@pytest.mark.parametrize("gammas", [("2/5", "1/4"), ("9/20", "2/5")], ids=" ".join)
def test_a_joint_share_outside_is_contradicted_and_one_inside_is_not(counts, gammas):
    n = sum(map(sum, counts))
    f, g = map(values, gammas)
    terms = {(u, v): f[u] * g[v] for u in (0, 1) for v in (0, 1)}

    def least_bound(share) -> float:
        """The least of ln of the bound over many λ: of both tails."""
        found = []
        for rate in np.geomspace(0.005, 2, 100):
            for signed in (rate, -rate):
                logs = generating(gammas, terms, signed)
                rest = max(logs[pair] for pair in logs if pair != (1, 1))
                growth = n * (share * logs[1, 1] + (1 - share) * rest)
                found.append(growth - signed * sums(counts, terms))
        return min(found)

    ends = joint_bound(counts, CHANCES[gammas[0]], CHANCES[gammas[1]], 0.95)
    limit = math.log(0.025)
    if ends is None:
        assert least_bound(0) < limit
        return
    low, high = ends
    for end, outwards in ((low, -1), (high, 1)):
        if 0 < end < 1:
            assert least_bound(end) == pytest.approx(limit, abs=0.05)
            assert least_bound(end + outwards * 0.02) < limit


@pytest.mark.parametrize("counts", TABLES)
@pytest.mark.parametrize("gammas", [("2/5", "1/4"), ("9/20", "2/5")], ids=" ".join)
def test_a_share_within_a_group_is_left_out_where_it_is_contradicted(counts, gammas):
    n = sum(map(sum, counts))
    f, g = map(values, gammas)
    kept = []
    shares = np.linspace(0, 1, 101)
    for share in shares:
        terms = {(u, v): f[u] * (g[v] - share) for u in (0, 1) for v in (0, 1)}
        least = math.inf
        for rate in np.geomspace(0.03, 0.6, 16):
            for signed in (rate, -rate):
                logs = generating(gammas, terms, signed)
                inside = share * logs[1, 1] + (1 - share) * logs[1, 0]
                growth = n * max(inside, logs[0, 1], logs[0, 0])
                least = min(least, growth - signed * sums(counts, terms))
        if least >= math.log(0.025):
            kept.append(share)
    ends = conditional_bound(counts, CHANCES[gammas[0]], CHANCES[gammas[1]], 0.95)
    if ends is None:
        assert not kept
        return
    # Up to the steps of r and of the rates here.
    assert ends[0] == pytest.approx(kept[0], abs=0.02)
    assert ends[1] == pytest.approx(kept[-1], abs=0.02)


def test_reports_that_no_class_sends_keep_nothing():
    assert joint_bound(((116, 348), (31, 5)), CHANCES["1/4"], CHANCES["1/4"], 0.95) is None


@pytest.mark.parametrize(("gamma", "most"), [("1/4", 0.9), ("2/5", 0.7), ("9/20", 0.54)])
def test_it_is_narrower_than_hoeffdings(gamma, most):
    """At 1,000 respondents, half of them in the group, the share 0.3 in it and outside."""
    keep, other = CHANCES[gamma]
    channel = np.array([[keep, other], [other, keep]])
    expected = channel @ np.array([[350, 150], [350, 150]]) @ channel
    counts = tuple(tuple(int(each) for each in row) for row in expected)
    low, high = conditional_bound(counts, CHANCES[gamma], CHANCES[gamma], 0.95)
    f = values(gamma)
    n = sum(map(sum, counts))
    kappa = math.sqrt(math.log(40) / (2 * n))
    terms = {(u, v): (f[u] * f[v], f[u]) for u in (0, 1) for v in (0, 1)}
    cell, margin = (sum(counts[u][v] * terms[u, v][part] for u, v in terms) / n for part in (0, 1))
    kept = []
    for r in np.linspace(0, 1, 2001):
        values_of_terms = [x - r * y for x, y in terms.values()]
        spread = max(values_of_terms) - min(values_of_terms)
        if abs(cell - r * margin) <= kappa * spread:
            kept.append(r)
    assert high - low <= most * (kept[-1] - kept[0])
