"""The bench: every law is one, and the promise holds exactly where it is said to hold."""

import math
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.optimize import linprog
from scipy.stats import dlaplace

from survey.lab.experiments.bench import (
    COUNTS,
    EXAMPLES,
    MECHANISMS,
    OBLIVIOUS,
    OUTCOMES,
    hamming,
    laplace,
    laplace_density,
    largest_factor,
    least_delta,
    mean_error,
    pair,
    uniform,
    uniform_density,
    whole_numbers,
    yes_count,
)
from survey.lab.lessons.definition import LESSON
from survey.web.charts.lab_picture import picture_of

EPSILONS = [0.5, 1.0, 2.5]
KEEPING = [each for each in MECHANISMS if each.law is not uniform]
ANY_NUMBER = [each for each in MECHANISMS if each.density]
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
    """No smaller ε would do for those that keep the promise."""
    for mechanism in KEEPING:
        assert largest_factor(*pair(mechanism, epsilon)) == pytest.approx(math.exp(epsilon))


def test_delta_is_the_most_that_any_set_exceeds_the_bound():
    for first, second in (pair(MECHANISMS[4], 1.0), pair(MECHANISMS[2], 1.0)):
        for epsilon in (0.0, 0.25, 1.0):
            masks = (np.arange(2**OUTCOMES)[:, None] >> np.arange(OUTCOMES)) & 1
            excess = [
                (masks @ (p - math.exp(epsilon) * q)).max()
                for p, q in ((first, second), (second, first))
            ]
            assert least_delta(first, second, epsilon) == pytest.approx(max(excess), abs=1e-12)


def test_uniform_noise_takes_a_fifth():
    assert least_delta(*pair(MECHANISMS[4], 2.5), 2.5) == pytest.approx(1 / 5)


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


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("mechanism", ANY_NUMBER, ids=lambda each: each.name)
def test_what_is_rounded_to_an_outcome_is_the_area_under_the_density(mechanism, epsilon):
    for count in COUNTS:
        law = mechanism.law(count, epsilon)
        borders = [-np.inf, *np.arange(OUTCOMES - 1) + 0.5, np.inf]
        for place, (low, high) in enumerate(pairwise(borders)):
            # In parts, so that no kink or jump is inside one.
            parts = sorted({low, high, *(x for x in (count, place - 0.5) if low < x < high)})
            parts = [-60.0 if x == -np.inf else 60.0 if x == np.inf else x for x in parts]
            inner = [x for x in (count - 2.5, count + 2.5) if parts[0] < x < parts[-1]]
            area = sum(
                quad(lambda x, c=count: mechanism.density(c, epsilon, x), *ends)[0]
                for ends in pairwise(sorted({*parts, *inner}))
            )
            assert area == pytest.approx(law[place], abs=1e-9)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_densities_keep_the_promise_at_each_number_or_do_not(epsilon):
    """f(o) ≤ e^ε g(o) is enough, and it is where one density touches the other's bound."""
    places = np.arange(-50, 150) / 10 + 0.03
    f, g = ([laplace_density(count, epsilon, x) for x in places] for count in COUNTS)
    ratios = np.array(f) / np.array(g)
    assert ratios.max() == pytest.approx(math.exp(epsilon))
    assert ratios.min() == pytest.approx(math.exp(-epsilon))
    assert uniform_density(4, epsilon, 2.0) == 1 / 5
    assert uniform_density(5, epsilon, 2.0) == 0


def test_a_set_of_any_numbers_has_borders_and_the_picture_is_of_densities():
    settings = LESSON.initial | {"mechanism": 5, "start": 3, "length": 2}
    outcome = LESSON.outcome(settings)
    # Of e^(−|x − 4|)/2, and of e^(−|x − 5|)/2, from 2.5 to 4.5.
    here = 1 - math.exp(-1.5) / 2 - math.exp(-0.5) / 2
    there = (math.exp(-0.5) - math.exp(-2.5)) / 2
    assert outcome.says.startswith(
        f"S = 2.5 to 4.5, ε = 1: P(S) = {here:.3f} and e^ε · P′(S) = {math.e * there:.3f}; "
    )
    assert (outcome.chart.chosen.low, outcome.chart.chosen.high) == (2.5, 4.5)
    assert {each.drawn for each in outcome.chart.series} == {"line"}
    assert dict(outcome.chart.series[0].points)[4] == 0.5
    below = LESSON.outcome(settings | {"start": 0, "length": 5}).says
    assert below.startswith(f"S = −∞ to 4.5, ε = 1: P(S) = {1 - math.exp(-0.5) / 2:.3f} and ")
    assert LESSON.outcome(settings | {"start": 9}).says.startswith("S = 8.5 to ∞, ")


def test_what_is_chosen_is_drawn_over_its_outcomes():
    chart = LESSON.outcome(LESSON.initial | {"start": 7, "length": 6}).chart
    assert (chart.chosen.low, chart.chosen.high) == (6.5, 9.5)  # it ends with the outcomes
    begin, end = picture_of(chart).chosen
    bars = [x for x, _ in picture_of(chart).shapes[0].points]
    assert bars[6] < begin < bars[7]
    assert end == picture_of(chart).right


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


def test_databases_as_vectors():
    assert [hamming(EXAMPLES[0], each) for each in EXAMPLES] == [0, 1, 1, 2]
    assert [yes_count(each) for each in EXAMPLES] == [4, 5, 4, 6]
    # Sensitivity 1: no neighbour's count is further away.
    for first, second in combinations(EXAMPLES, 2):
        assert abs(yes_count(first) - yes_count(second)) <= hamming(first, second)


@pytest.mark.parametrize("epsilon", EPSILONS)
def test_whole_number_noise_errs_least_at_its_epsilon(epsilon):
    errors = {each.law: mean_error(each, epsilon) for each in OBLIVIOUS}
    assert errors[whole_numbers] < errors[laplace]
    drawn = sum(abs(o - 4) * p for o, p in enumerate(whole_numbers(4, epsilon)))
    assert errors[whole_numbers] == pytest.approx(drawn)
    assert errors[uniform] == pytest.approx(6 / 5)


def least_error(prior, epsilon: float) -> float:
    """The least mean error of all mechanisms from 0..9 to 0..9 that keep ε: a linear program."""
    places = range(OUTCOMES)
    cost = np.array([[prior[c] * abs(c - o) for o in places] for c in places]).ravel()
    bounds = []
    for here, there in [(c, c + 1) for c in places[:-1]] + [(c + 1, c) for c in places[:-1]]:
        for o in places:
            row = np.zeros((OUTCOMES, OUTCOMES))
            row[here, o], row[there, o] = 1, -math.exp(epsilon)
            bounds.append(row.ravel())
    sums = np.kron(np.eye(OUTCOMES), np.ones(OUTCOMES))
    found = linprog(
        cost, A_ub=bounds, b_ub=np.zeros(len(bounds)), A_eq=sums, b_eq=np.ones(OUTCOMES)
    )
    return found.fun


@pytest.mark.parametrize("epsilon", EPSILONS)
@pytest.mark.parametrize("law", [whole_numbers, laplace])
def test_whole_number_noise_is_optimal_whatever_was_believed(law, epsilon):
    """Each reader takes the best guess for what they see; rounded Laplace noise falls behind."""
    places = np.arange(OUTCOMES)
    laws = np.array([law(count, epsilon) for count in places])
    behind = []
    for prior in (np.ones(OUTCOMES) / OUTCOMES, np.arange(1, 11) / 55):
        losses = np.abs(places[:, None] - places) * prior  # of a guess, if the count is this
        behind.append((losses @ laws).min(axis=0).sum() - least_error(prior, epsilon))
    assert (max(np.abs(behind)) < 1e-6) == (law is whole_numbers)
    assert min(behind) > -1e-6
