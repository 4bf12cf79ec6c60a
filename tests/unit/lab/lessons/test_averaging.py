"""Averaging and differencing: exact probabilities, and simulations that follow them."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest

from survey.core.mechanism import privacy
from survey.errors import ParameterError
from survey.lab.experiments.averaging_attacks import (
    HEIGHTS,
    by_pairs,
    error_of_average,
    error_of_pairs,
    interval_sum,
    isolated,
    majority_right,
    simulated_averages,
    simulated_right,
)
from survey.lab.lessons.averaging import LESSON

QUARTER = Fraction(1, 4)


def test_twenty_one_fresh_reports_give_the_answer_away():
    assert float(majority_right(QUARTER, 21)) == pytest.approx(0.9935772895)
    assert majority_right(QUARTER, 1) == Fraction(3, 4)
    assert majority_right(QUARTER, 3) == Fraction(27 + 27, 64)  # all three, or two of three


@pytest.mark.parametrize("gamma", [Fraction(1, 20), QUARTER, Fraction(9, 20)])
def test_the_majority_of_all_sequences_of_reports(gamma):
    """Every sequence of five reports, with its probability."""
    keep, other = Fraction(1, 2) + gamma, Fraction(1, 2) - gamma
    right = sum(
        keep ** sum(each) * other ** (5 - sum(each))
        for each in itertools.product((0, 1), repeat=5)
        if sum(each) > 2
    )
    assert majority_right(gamma, 5) == right


def test_fresh_reports_wear_off():
    """20,000 respondents, within 5 standard errors; a remembered report stays 24 points below."""
    expected = majority_right(QUARTER, 21)
    found = simulated_right(QUARTER, 21, 20_000, np.random.default_rng(23))
    assert abs(found - expected) < 5 * math.sqrt(expected * (1 - expected) / 20_000)
    assert expected > Fraction(3, 4) + Fraction(24, 100)


@pytest.mark.parametrize("repetitions", [1, 4, 25])
def test_an_average_errs_as_the_root_of_its_size(repetitions):
    """20,000 averages: mean and mean square within 5 of their own standard errors."""
    errors = simulated_averages(0, 3, repetitions, 20_000, np.random.default_rng(31))
    expected = error_of_average(3, repetitions)
    assert expected == pytest.approx(3 * math.sqrt(2) / math.sqrt(repetitions))
    for value, wanted in ((errors, 0), (errors**2, expected**2)):
        assert abs(value.mean() - wanted) < 5 * value.std() / math.sqrt(20_000)


def test_two_exact_sums_isolate_every_value():
    values = np.array(HEIGHTS, dtype=float)
    generator = np.random.default_rng(37)
    for place in range(2, len(values) + 1):
        assert isolated(values, place, 0, 1, generator) == values[place - 1]
    assert interval_sum(values, 3, 3) == values[2]
    assert interval_sum(values, 1, 8) == sum(HEIGHTS)


@pytest.mark.parametrize("repetitions", [1, 9])
def test_a_difference_has_the_variance_of_both_sums(repetitions):
    """4b²/k, and not the 2b²/k of one sum: 10,000 differences, within 5 standard errors."""
    values, generator = np.array([160.0, 170.0]), np.random.default_rng(41)
    errors = np.array([isolated(values, 2, 5, repetitions, generator) - 170 for _ in range(10_000)])
    tolerance = 5 * (errors**2).std() / math.sqrt(10_000)
    assert abs(np.mean(errors**2) - 4 * 25 / repetitions) < tolerance
    assert abs(np.mean(errors**2) - 2 * 25 / repetitions) > tolerance


def test_what_cannot_be_asked_is_refused():
    generator = np.random.default_rng(1)
    for repetitions in (0, 2, -1):
        with pytest.raises(ParameterError):
            majority_right(QUARTER, repetitions)
        with pytest.raises(ParameterError):
            simulated_right(QUARTER, repetitions, 10, generator)
    for first, last in ((0, 1), (2, 1), (1, 4)):
        with pytest.raises(ParameterError):
            interval_sum(np.ones(3), first, last)


def test_the_outcome_says_both_probabilities_and_both_losses():
    says = LESSON.outcome({"repetitions": 21, "gamma": QUARTER}).says
    assert "99.4%" in says
    assert f"ε = {21 * privacy.epsilon(QUARTER):.1f}" in says
    assert "75% and ε = 1.1" in says
    nearly = LESSON.outcome({"repetitions": 41, "gamma": Fraction(9, 20)})
    assert "more than 99.9%" in nearly.says


def test_only_fresh_noise_wears_off_in_the_table():
    """√2 · 5 cm, and a fifth of it after 25 times."""
    rows = LESSON.outcome({"repetitions": 25, "gamma": QUARTER}).tables[0].rows
    assert {row[3] for row in rows} == {"7.07 cm"}
    assert {row[0]: row[1] for row in rows}[25] == "1.41 cm"


def test_every_outcome_is_drawn():
    repetitions, gammas = (each.values for each in LESSON.settings)
    said = set()
    for settings in itertools.product(repetitions[::4], gammas):
        outcome = LESSON.run(*settings)
        assert outcome.chart.description.endswith(outcome.says)
        said.add(outcome.says)
        for series in outcome.chart.series:
            assert all(1 <= x <= 41 and 0.45 <= y <= 1 for x, y in series.points)
        for table in outcome.tables:
            assert {len(row) for row in table.rows} == {len(table.columns)}
    assert len(said) == 6 * 9


def test_stored_noise_averages_out_over_many_pairs():
    """2,000 attacks on seat 26: their spread is 2b/√25, within five of its standard errors."""
    generator = np.random.default_rng(11)
    heights = np.arange(150.0, 176.0)
    found = np.array([by_pairs(heights, 26, 5.0, generator) for _ in range(2000)])
    assert error_of_pairs(5.0, 25) == 2.0
    assert abs(found.mean() - heights[25]) < 5 * 2 / math.sqrt(2000)
    # The kurtosis of a mean of 25 differences is below 3.2, hence the variance's error.
    assert abs(found.var() - 4) < 5 * 4 * math.sqrt(2.2 / 2000)
    assert by_pairs(heights, 2, 0.0, generator) == heights[1]
