"""Looks at a class: the chances are those of all histories, written out, and of simulated classes.

The enumeration shares nothing with the recursion that is tried: it walks every order of answers
and every tape of reports, in exact fractions.
"""

import math
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from grids import usually

from survey.core.intervals.registry import CLASS, HORIZON
from survey.core.mechanism.privacy import keep_and_other
from survey.lab.experiments.looks import (
    COMPARED,
    LookSchedule,
    misses,
    paths_missed,
    simulated,
    watched,
)
from survey.lab.lessons.looking import LESSON

METHOD_OF = {each.name: each for each in COMPARED}
SMALL = [(size, yes) for size in range(1, 6) for yes in range(size + 1)]


def holds(watched: LookSchedule, method, n, reported, truthful) -> bool:
    ends = method.of_share(watched.count(n, reported), 0.8)
    if ends is None:
        return False
    return ends[0] - 1e-9 <= truthful / n <= ends[1] + 1e-9


def missing(watched: LookSchedule, method, answers, reports) -> bool:
    """Whether this history has a look at which the interval misses."""
    return any(
        not holds(watched, method, n, sum(reports[:n]), sum(answers[:n])) for n in watched.looks
    )


def chance(watched: LookSchedule, answers, reports) -> Fraction:
    of = {True: watched.keep, False: watched.other}
    return math.prod(
        of[bool(answer)] if report else 1 - of[bool(answer)]
        for answer, report in zip(answers, reports, strict=True)
    )


def written_out(watched: LookSchedule, method) -> Fraction:
    """The mean over all orders of answers, and all tapes of reports."""
    members = [1] * watched.yes + [0] * (watched.size - watched.yes)
    orders = set(permutations(members))
    return sum(
        chance(watched, order, tape)
        for order in orders
        for tape in product((0, 1), repeat=watched.size)
        if missing(watched, method, order, tape)
    ) / Fraction(len(orders))


def best_strategy(watched: LookSchedule, method, answers=(), reports=()) -> Fraction:
    """The largest chance, each answer chosen after the reports before it: the whole tree."""
    n = len(answers)
    if n in watched.looks and not holds(watched, method, n, sum(reports), sum(answers)):
        return Fraction(1)
    if n == watched.looks[-1]:
        return Fraction(0)
    left = {1: watched.yes - sum(answers), 0: watched.size - watched.yes - n + sum(answers)}
    return max(
        sum(
            chance(watched, (answer,), (report,))
            * best_strategy(watched, method, (*answers, answer), (*reports, report))
            for report in (0, 1)
        )
        for answer, people in left.items()
        if people
    )


@pytest.mark.parametrize("gamma", usually(["1/4"], ["1/4", "2/5", "1/10", "49/100"]))
@pytest.mark.parametrize("name", METHOD_OF)
def test_chances_are_those_of_all_histories(name, gamma):
    method = METHOD_OF[name]
    for size, yes in SMALL:
        looks = tuple(range(1, size + 1)) if size % 2 else (size,)
        seen = LookSchedule(size, yes, *keep_and_other(Fraction(gamma)), looks)
        sets = seen.sets(method, 0.8)
        found = seen.misses_in_any_order(sets)[-1]
        assert found == pytest.approx(float(written_out(seen, method)), abs=1e-12)
        worst = float(best_strategy(seen, method))
        assert seen.misses_at_worst(sets) == pytest.approx(worst, abs=1e-12)
        assert found <= worst + 1e-12


def test_one_look_at_the_end_is_the_class_intervals_own_coverage():
    seen = watched(40, Fraction(1, 4), 1)
    (missed,) = seen.misses_in_any_order(seen.sets(CLASS, 0.95))
    assert 0.02 < missed <= 0.05
    assert missed == pytest.approx(seen.misses_at_worst(seen.sets(CLASS, 0.95)))


@pytest.mark.parametrize("gamma", usually([Fraction(1, 4)], LESSON.settings[0].values))
def test_a_cap_keeps_the_promise_and_a_fixed_interval_does_not(gamma):
    """Every class of 40, in whatever order: with a cap 5 % at most, and fixed far more."""
    worst = {CLASS: 0.0, HORIZON: 0.0}
    for yes in range(0, 41, 4):
        seen = LookSchedule(40, yes, *keep_and_other(gamma), tuple(range(1, 41)))
        for method in worst:
            found = seen.misses_at_worst(seen.sets(method, 0.95))
            worst[method] = max(worst[method], found)
    assert worst[HORIZON] <= 0.05 + 1e-12
    assert worst[CLASS] > 0.15


def test_simulated_classes_miss_as_often_as_computed():
    """20,000 classes, five standard errors, at each look."""
    seen = watched(40, Fraction(1, 4), 10)
    sets = seen.sets(CLASS, 0.95)
    missed = simulated(seen, 20_000, np.random.default_rng(5)).missed(sets)
    so_far = missed.cumsum(axis=1).astype(bool).mean(axis=0)
    for found, exact in zip(so_far, seen.misses_in_any_order(sets), strict=True):
        assert found == pytest.approx(exact, abs=5 * math.sqrt(exact * (1 - exact) / 20_000))


def test_a_seed_draws_the_same_classes():
    first = paths_missed(40, Fraction(1, 4), 10, 50, 1)
    assert (first == paths_missed(40, Fraction(1, 4), 10, 50, 1)).all()
    assert (first != paths_missed(40, Fraction(1, 4), 10, 50, 2)).any()


def test_what_the_page_shows_rises_and_is_as_wide_as_the_interval():
    found = misses(40, Fraction(1, 4), 10)
    assert list(found) == list(METHOD_OF)
    for each in found.values():
        assert list(each.so_far) == sorted(each.so_far)
        assert each.at_the_end <= each.so_far[-1] <= each.at_worst + 1e-12
    assert found["class"].width < found["horizon"].width < found["anytime"].width
