"""The bench: every law is one, and the promise holds exactly where it is said to hold."""

import math
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import dlaplace

from survey.lab.experiments.bench import (
    COUNTS,
    MECHANISMS,
    OUTCOMES,
    laplace,
    largest_factor,
    least_delta,
    pair,
    uniform,
    whole_numbers,
)
from survey.lab.lessons.definition import LESSON

EPSILONS = [0.5, 1.0, 2.5]
SETS = [list(each) for size in (1, 2, 3) for each in combinations(range(OUTCOMES), size)]


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("mechanism", MECHANISMS, ids=lambda each: each.name)
def test_the_promise_holds_for_all_but_uniform_noise(mechanism, epsilon):
    first, second = pair(mechanism, epsilon)
    for law in (first, second):
        assert law.sum() == pytest.approx(1)
        assert (law >= 0).all()
    kept = all(
        p[chosen].sum() <= math.exp(epsilon) * q[chosen].sum() + 1e-12
        for p, q in ((first, second), (second, first))
        for chosen in SETS
    )
    assert kept == (mechanism.law is not uniform)
    assert (largest_factor(first, second) <= math.exp(epsilon) * (1 + 1e-9)) == kept
    assert (least_delta(first, second, epsilon) < 1e-12) == kept


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_epsilon_is_used_up(epsilon):
    """No smaller ε would do for the four that keep the promise."""
    for mechanism in MECHANISMS[:-1]:
        assert largest_factor(*pair(mechanism, epsilon)) == pytest.approx(math.exp(epsilon))


def test_delta_is_the_most_that_any_set_exceeds_the_bound():
    for first, second in (pair(MECHANISMS[-1], 1.0), pair(MECHANISMS[2], 1.0)):
        for epsilon in (0.0, 0.25, 1.0):
            masks = (np.arange(2**OUTCOMES)[:, None] >> np.arange(OUTCOMES)) & 1
            excess = [
                (masks @ (p - math.exp(epsilon) * q)).max()
                for p, q in ((first, second), (second, first))
            ]
            assert least_delta(first, second, epsilon) == pytest.approx(max(excess), abs=1e-12)


def test_uniform_noise_takes_a_fifth():
    assert least_delta(*pair(MECHANISMS[-1], 2.5), 2.5) == pytest.approx(1 / 5)


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("count", COUNTS)
def test_laws_are_those_of_the_noise(count, epsilon):
    places = np.arange(1, OUTCOMES - 1)
    known = dlaplace.pmf(places - count, epsilon)
    assert whole_numbers(count, epsilon)[1:-1] == pytest.approx(known)
    assert whole_numbers(count, epsilon)[0] == pytest.approx(dlaplace.cdf(-count, epsilon))
    drawn = np.random.default_rng(5).laplace(count, 1 / epsilon, 1_000_000)
    found = np.bincount(np.clip(np.rint(drawn), 0, OUTCOMES - 1).astype(int), minlength=OUTCOMES)
    # Five standard errors each: at most 10 · 6e-7.
    assert np.abs(found / 1e6 - laplace(count, epsilon)).max() < 5 * 0.5 / 1000


def test_it_is_said_whether_it_holds():
    initial = LESSON.initial
    holds = LESSON.outcome(initial).says
    assert "The promise holds for this S." in holds
    broken = LESSON.outcome(initial | {"mechanism": 4}).says
    assert "P(S) = 0.200 and e^ε · P′(S) = 0.000" in broken
    assert "breaks: over all sets it takes δ = 0.2." in broken
    beyond = LESSON.outcome(initial | {"mechanism": 4, "start": 9, "length": 6}).says
    assert "S = 9, ε = 1" in beyond
    assert Fraction(1) == initial["epsilon"]
