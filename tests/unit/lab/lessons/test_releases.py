"""Two releases: each alone leaves several, exact ones together one, noisy ones all."""

import itertools
import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from survey.docs_site.formula_text import in_plain_text
from survey.errors import ParameterError
from survey.lab.experiments.release_posteriors import (
    PEOPLE,
    K,
    after_query,
    candidates_known,
    group_minima,
    posterior,
    query_law,
    release_chance,
)
from survey.lab.lessons.releases import LESSON, releases

BOTH = {"age": 40, "weight": 100}
MILL_STREET = candidates_known("Mill Street")
MINIMA = {each: sorted(set(group_minima(PEOPLE, each).values())) for each in BOTH}


def fitting(candidates, published):
    return {name for name, chance in posterior(candidates, published).items() if chance}


def test_each_exact_release_alone_leaves_several():
    """K-anonymous: each group has K people, and its minimum is that of one of them."""
    for attribute in ("age", "weight"):
        minima = group_minima(PEOPLE, attribute)
        assert set(Counter(minima.values()).values()) == {K}
        for value in MINIMA[attribute]:
            group = [person for person in PEOPLE if minima[person.name] == value]
            assert min(getattr(person, attribute) for person in group) == value
            assert len(fitting(PEOPLE, {attribute: value})) == K


def test_minimal_age_40_and_minimal_weight_100_name_one_of_six():
    assert releases(("age", "weight")) == BOTH
    assert fitting(PEOPLE, {"age": 40}) == {"Ada", "Ben"}
    assert fitting(PEOPLE, {"weight": 100}) == {"Ada", "Dan"}
    assert posterior(PEOPLE, BOTH)["Ada"] == 1


def test_both_exact_releases_name_whomever_they_are_about():
    for person in PEOPLE:
        said = {each: group_minima(PEOPLE, each)[person.name] for each in BOTH}
        assert fitting(PEOPLE, said) == {person.name}


def test_two_releases_with_the_same_groups_name_nobody():
    """It is the groups' crossing that names a person: the same groups twice leave K people."""
    alike = [replace(person, weight=person.age) for person in PEOPLE]
    ages, weights = group_minima(alike, "age"), group_minima(alike, "weight")
    pairs = Counter((ages[person.name], weights[person.name]) for person in alike)
    assert set(pairs.values()) == {K}


def test_noisy_releases_leave_four_two_and_one_seventh():
    found = posterior(MILL_STREET, BOTH, (2, 1))
    assert list(found.values()) == [Fraction(4, 7), Fraction(2, 7), Fraction(1, 7)]
    chances = [
        math.prod(release_chance(person, each, BOTH[each], (2, 1)) for each in BOTH)
        for person in MILL_STREET
    ]
    assert chances == [Fraction(1, 4), Fraction(1, 8), Fraction(1, 16)]


def test_the_formula_has_the_computed_sevenths():
    found = " : ".join(map(str, posterior(MILL_STREET, BOTH, (2, 1)).values()))
    assert in_plain_text(LESSON.formula[1]).endswith(f"= {found}".replace(" : ", ":"))


def test_the_query_says_the_truth_with_four_sevenths():
    """By hand, for the ages 40, 46, 63: a true 46 is nearer to 40 than to 63."""
    ages = [40, 46, 63]
    laws = [[7 * each for each in query_law(true, ages).values()] for true in ages]
    assert laws == [[4, 2, 1], [2, 4, 1], [1, 2, 4]]
    assert list(after_query(40, ages).values()) == [Fraction(each, 7) for each in (4, 2, 1)]
    assert list(after_query(63, ages).values()) == [Fraction(each, 6) for each in (1, 1, 4)]
    table = LESSON.outcome(LESSON.initial).tables[1]
    assert table.rows[0] == (40, "4/7", "2/7", "1/7", "4/7", "1/4", "1/6")
    assert "a factor of 4 (ε = 1.39)" in table.caption


def test_one_noisy_release_alone():
    weight = posterior(MILL_STREET, {"weight": 100}, (2, 1))
    assert list(weight.values()) == [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)]
    age = posterior(MILL_STREET, {"age": 40}, (2, 1))
    assert list(age.values()) == [Fraction(2, 5), Fraction(2, 5), Fraction(1, 5)]


def test_a_noisy_release_says_the_truth_with_one_half_and_the_others_with_a_quarter():
    for person, attribute in itertools.product(PEOPLE, BOTH):
        true = group_minima(PEOPLE, attribute)[person.name]
        for value in MINIMA[attribute]:
            expected = Fraction(1, 2) if value == true else Fraction(1, 4)
            assert release_chance(person, attribute, value, (2, 1)) == expected


@pytest.mark.parametrize("odds", [1, 2, 10])
def test_two_noisy_releases_change_odds_by_the_square_at_most(odds):
    """Over all nine pairs of minima that can be published; the square is reached."""
    largest = 0
    for age, weight in itertools.product(MINIMA["age"], MINIMA["weight"]):
        found = posterior(PEOPLE, {"age": age, "weight": weight}, (odds, 1)).values()
        largest = max(largest, max(found) / min(found))
    assert largest == odds**2


def test_six_candidates_by_hand():
    """Fitting both 4, one 2, none 1: Ada 4, Ben 2, Cleo 1, Dan 2, Eva 1, Finn 1 of 11."""
    found = posterior(PEOPLE, BOTH, (2, 1))
    assert [11 * each for each in found.values()] == [4, 2, 1, 2, 1, 1]


def test_what_nobody_can_have_published_is_refused():
    with pytest.raises(ParameterError, match="No group"):
        posterior(PEOPLE, {"age": 41})
    with pytest.raises(ParameterError, match="None of the candidates"):
        posterior(MILL_STREET, {"age": 25})


def test_every_setting_works():
    choices = [slider.values for slider in LESSON.settings]
    said = set()
    for published, odds, known in itertools.product(*choices):
        outcome = LESSON.outcome({"published": published, "odds": odds, "known": known})
        said.add((outcome.chart.description, outcome.says))
        assert outcome.chart.description.endswith(outcome.says)
        for series in outcome.chart.series:
            assert [x for x, _ in series.points] == list(range(len(PEOPLE)))
            assert sum(y for _, y in series.points) == pytest.approx(100, abs=0.3)
            assert all(0 <= y <= 100 for _, y in series.points)
    assert len(said) == 3 * 10 * 2


def test_the_lesson_says_that_both_exact_releases_name_one_person():
    outcome = LESSON.outcome({"published": 2, "odds": 2, "known": 1})
    assert "fits Ada alone" in outcome.says
    assert "3 candidates, the likeliest with probability 4/7" in outcome.says
    assert [row[-1] for row in outcome.tables[0].rows] == ["4/7", "2/7", "1/7", "0", "0", "0"]
    assert outcome.tables[0].marked == {0}
    assert [row[0] for row in outcome.tables[0].rows][:2] == ["Ada, fits", "Ben"]
    even = LESSON.outcome({"published": 2, "odds": 1, "known": 0}).says
    assert "6 candidates, all with probability 1/6: no odds between two people change (ε" in even
    assert "fits Ada and Ben" in LESSON.outcome({**LESSON.initial, "published": 0}).says
