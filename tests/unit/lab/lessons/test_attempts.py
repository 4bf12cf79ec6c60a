"""Attempts one, two, three: the simulated classes and the closed form agree."""

import math
from fractions import Fraction

import numpy as np
import pytest

from survey.core.mechanism.privacy import epsilon
from survey.lab.experiments.simulated_classes import reports_of_class, simulated_errors
from survey.lab.lessons.attempts import LESSON, standard_error

GAMMAS = [Fraction(1, 20), Fraction(1, 4), Fraction(9, 20)]


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("respondents", [10, 100])
def test_simulated_errors_are_those_of_the_formula(gamma, respondents):
    """Mean and mean square of 100,000 classes, each within five of its own standard errors."""
    errors = simulated_errors(respondents, gamma, 100_000, np.random.default_rng(7))
    expected = standard_error(respondents, gamma)
    for found, wanted in ((errors, 0), (errors**2, expected**2)):
        assert abs(found.mean() - wanted) < 5 * found.std() / math.sqrt(len(found))


def test_the_three_attempts():
    assert epsilon(Fraction(1, 2)) == math.inf
    assert epsilon(Fraction(0)) == 0
    assert epsilon(Fraction(1, 4)) == pytest.approx(math.log(3))
    assert standard_error(100, Fraction(1, 2)) == 0
    assert standard_error(100, Fraction(0)) == math.inf
    # sqrt(1/4 − 1/16) / (1/2 · 10)
    assert standard_error(100, Fraction(1, 4)) == pytest.approx(math.sqrt(3) / 20)


def test_both_ends_are_said_in_words():
    said = {g: LESSON.outcome({"gamma": Fraction(g), "respondents": 100}).says for g in (0, 0.5)}
    assert "nothing can be learned" in said[0]
    assert "no privacy" in said[0.5]


def test_privacy_and_error_stand_in_one_picture():
    chart = LESSON.outcome(LESSON.initial).chart
    found = {each.label: dict(each.points) for each in chart.series}
    assert found["privacy loss ε"][0.25] == pytest.approx(math.log(3))
    assert found["2γ, ε of some lectures"][0.25] == 0.5
    assert found["typical error, formula"][0.25] == pytest.approx(math.sqrt(3) / 20)
    assert found["error of 1,000 classes"][0.25] == pytest.approx(math.sqrt(3) / 20, rel=0.2)


@pytest.mark.parametrize("respondents", LESSON.settings[1].values[::8])
def test_nothing_is_cut_off_by_the_picture(respondents):
    """A line that ends at the axis' end would look flat there, and be false."""
    chart = LESSON.outcome({"gamma": Fraction(1, 4), "respondents": respondents}).chart
    for series in chart.series:
        assert all(chart.y.low <= y <= chart.y.high for _, y in series.points)


@pytest.mark.parametrize("gamma", [Fraction(0), *GAMMAS, Fraction(1, 2)])
def test_coins_turn_as_many_as_gamma_says(gamma):
    """100,000 coins: within five of their own standard errors; none at γ = 1/2."""
    drawn = reports_of_class(100_000, gamma, np.random.default_rng(3))
    chance = float(Fraction(1, 2) - gamma)
    allowed = 5 * math.sqrt(chance * (1 - chance) / 100_000)
    assert abs(drawn.turned.mean() - chance) <= allowed
    assert drawn.answers.sum() == 30_000
    assert ((drawn.answers ^ drawn.turned) == drawn.reports).all()
