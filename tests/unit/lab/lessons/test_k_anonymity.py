"""k, l and t: the worked numbers of the papers, of the toy table, and what they must obey."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog

from survey.lab.experiments.anonymity import CONDITION, NIGHTS, measures
from survey.lab.experiments.group_measures import (
    dummy_rows,
    equal_distance,
    groups_of,
    heaps,
    ordered_distance,
)
from survey.lab.experiments.hospital_data import (
    DECADE,
    EXACT,
    FOUR_DIGITS,
    NOTHING,
    PATIENTS,
    THREE_DIGITS,
    TWO_AGES,
    released,
)
from survey.lab.lessons.k_anonymity import LESSON

SALARIES = list(range(3, 12))  # thousands: the table of Li, Li and Venkatasubramanian


def test_the_ordered_distance_is_that_of_the_paper():
    """0.375 and 0.167 in section 4.2 there."""
    assert ordered_distance([3, 4, 5], SALARIES) == Fraction(3, 8)
    assert ordered_distance([6, 8, 11], SALARIES) == Fraction(1, 6)


def test_without_its_divisor_the_ordered_distance_would_leave_its_range():
    """The broken variant is m − 1 times as large, which no distance in [0, 1] can be."""
    assert ordered_distance([3, 4, 5], SALARIES) * (len(SALARIES) - 1) == 3
    # As far as it goes: all of the group at one end, nearly all of the table at the other.
    assert ordered_distance([1], [1] + 99 * [12]) == Fraction(99, 100)


def transported(group: list[int], table: list[int], ordered: bool) -> float:
    """The earth mover's distance by its definition: the cheapest transport, a linear program."""
    values = sorted(set(table))
    m = len(values)
    p = [group.count(value) / len(group) for value in values]
    q = [table.count(value) / len(table) for value in values]
    places = np.arange(m)
    apart = np.abs(places[:, None] - places)
    cost = apart / (m - 1) if ordered else np.minimum(apart, 1)
    rows = [np.outer(places == i, np.ones(m)).ravel() for i in range(m)]
    columns = [np.outer(np.ones(m), places == j).ravel() for j in range(m)]
    return linprog(cost.ravel(), A_eq=np.array(rows + columns), b_eq=p + q).fun


@pytest.mark.parametrize("seed", range(4))
def test_both_distances_are_earth_movers(seed):
    generator = np.random.default_rng(seed)
    table = generator.choice(range(0, 40, 7), 15).tolist()
    group = generator.choice(table, 4, replace=False).tolist()
    assert float(equal_distance(group, table)) == pytest.approx(transported(group, table, False))
    assert float(ordered_distance(group, table)) == pytest.approx(transported(group, table, True))


def test_a_single_value_is_no_distance_from_itself():
    assert ordered_distance([5], [5, 5]) == equal_distance([5], [5, 5]) == 0


# Counted by hand. For the condition at "three ages": cancer is 5 of 12 in the table and all of
# one group, 1 − 5/12. For the nights, 1 to 12: {9, …, 12} has mean 10.5, the table 6.5, 4/11.
BY_HAND = {
    (EXACT, CONDITION): (1, 1, Fraction(3, 4)),
    (DECADE, CONDITION): (1, 1, Fraction(3, 4)),
    (FOUR_DIGITS, CONDITION): (2, 1, Fraction(2, 3)),
    (THREE_DIGITS, CONDITION): (4, 1, Fraction(7, 12)),
    (TWO_AGES, CONDITION): (4, 3, Fraction(1, 6)),
    (NOTHING, CONDITION): (12, 3, Fraction(0)),
    (EXACT, NIGHTS): (1, 1, Fraction(1, 2)),
    (THREE_DIGITS, NIGHTS): (4, 4, Fraction(4, 11)),
    (NOTHING, NIGHTS): (12, 12, Fraction(0)),
}


@pytest.mark.parametrize(("level", "attribute"), BY_HAND)
def test_the_measures_are_those_by_hand(level, attribute):
    assert measures(level, attribute) == BY_HAND[level, attribute]


def test_same_k_and_yet_one_group_has_cancer_throughout():
    homogeneous, diverse = measures(THREE_DIGITS, CONDITION), measures(TWO_AGES, CONDITION)
    assert homogeneous[0] == diverse[0] == 4
    groups = groups_of([released(patient, THREE_DIGITS) for patient in PATIENTS])
    conditions = [{PATIENTS[row].condition for row in group} for group in groups]
    assert conditions.count({"cancer"}) == 1
    marked = LESSON.outcome({"level": THREE_DIGITS, "attribute": CONDITION}).tables[0]
    assert {marked.rows[row][3] for row in marked.marked} == {"cancer"}
    assert len(marked.marked) == 4


def test_as_diverse_and_yet_farther():
    """For the nights both ways of release have l = 4; only t tells them apart."""
    apart, mixed = measures(THREE_DIGITS, NIGHTS), measures(TWO_AGES, NIGHTS)
    assert apart[:2] == mixed[:2] == (4, 4)
    assert apart[2] > mixed[2]


@pytest.mark.parametrize("settings", list(product(*(each.values for each in LESSON.settings))))
def test_every_setting_is_shown(settings):
    level, attribute = settings
    outcome = LESSON.outcome({"level": level, "attribute": attribute})
    assert outcome.chart.description.endswith(outcome.says)
    for series in outcome.chart.series:
        assert len(series.label) <= 24
        assert all(0 <= y <= outcome.chart.y.high for _, y in series.points)
    hospital, _, releases, four = outcome.tables
    assert (len(hospital.rows), len(four.rows)) == (12, 4)
    assert "8 of 16 cells. For k = 3 it takes 16 stars, and for k = 4 it takes 16" in four.caption
    k, l_value, t = measures(level, attribute)
    (marked,) = releases.marked
    assert releases.rows[marked][1:4] == (k, l_value, f"{float(t):.2f}")
    assert releases.rows[marked][0].endswith("(as above)")
    assert [dict(each.points)[level] for each in outcome.chart.series] == [k, l_value]
    for place, row in enumerate(hospital.rows):
        assert (place in hospital.marked) == (row[-2] == 1)
    # What the table shows is at least as coarse as the measured k.
    assert min(row[-3] for row in hospital.rows) == measures(level, attribute)[0]
    assert all(len(word) <= 12 for word in outcome.chart.x.words)


@pytest.mark.parametrize("ordered", [False, True])
def test_the_mass_that_is_moved_adds_up_to_the_distance(ordered):
    table = [1, 2, 2, 3, 4, 4, 4, 9]
    for group in ([1, 1, 2], [4], table, [9, 9, 1]):
        found = heaps(group, table)
        assert found[-1].carried == 0
        if ordered:
            moved = sum(abs(each.carried) for each in found) / (len(found) - 1)
        else:
            moved = sum(max(0, each.group - each.table) for each in found)
        measure = ordered_distance if ordered else equal_distance
        assert moved == measure(group, table)


def test_dummy_rows_fill_every_group():
    """Twelve patients alone need three each, six groups of two need two each, four are enough."""
    rows = LESSON.outcome(LESSON.initial).tables[2].rows
    for level, missing in enumerate(row[4] for row in rows):
        groups = groups_of([released(patient, level) for patient in PATIENTS])
        filled = [[*group, *([-1] * (4 - len(group)))] for group in groups]
        assert sum(group.count(-1) for group in filled) == dummy_rows(groups, 4) == missing
        assert min(map(len, filled)) >= 4
    assert (rows[EXACT][4], rows[THREE_DIGITS][4], rows[NOTHING][4]) == (36, 0, 0)
