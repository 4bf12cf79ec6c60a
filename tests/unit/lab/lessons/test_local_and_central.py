"""Local or central: the two margins, the respondents they take, and the simulations."""

import itertools
import math
from fractions import Fraction

import pytest

from survey.core.mechanism.privacy import epsilon, odds
from survey.lab.experiments.laplace import probability_beyond
from survey.lab.experiments.simulated_classes import (
    central_distance,
    local_distance,
    whole_noise_respondents,
)
from survey.lab.lessons.local_and_central import LESSON

QUARTER = Fraction(1, 4)


def test_respondents_for_ten_points_at_a_quarter():
    """ln(40)/(8/16/100) = 737.8; ln(20)/(ln(3)/10) = 27.3; whole-number noise within 3: 3/0.1."""
    outcome = LESSON.outcome(LESSON.initial)
    rows = outcome.tables[0].rows
    assert [row[1] for row in rows] == ["738", "28", "30"]
    assert [row[2] for row in rows] == ["±27 points", "±2.7 points", "±3.0 points"]
    assert "738" in outcome.says
    assert "28" in outcome.says


@pytest.mark.parametrize("gamma", [Fraction(1, 20), QUARTER])
def test_the_table_of_noise_holds_every_size_once(gamma):
    rows = LESSON.outcome(LESSON.initial | {"gamma": gamma}).tables[1].rows
    assert sum(float(row[1].rstrip("%")) for row in rows) == pytest.approx(100, abs=0.25)
    assert sum(row[2] for row in rows) == 1000


def test_margins_that_say_nothing_are_called_so():
    few = LESSON.outcome({"gamma": Fraction(1, 20), "margin": Fraction(1, 10), "respondents": 50})
    assert "190 and 30 points; one of 50 or more says nothing." in few.says
    assert "says nothing" not in LESSON.outcome(LESSON.initial).says


@pytest.mark.parametrize("gamma", [Fraction(1, 20), QUARTER, Fraction(9, 20)])
@pytest.mark.parametrize("margin", [Fraction(1, 50), Fraction(1, 10), Fraction(1, 5)])
def test_whole_number_noise_holds_the_margin_and_no_smaller_class_does(gamma, margin):
    found = whole_noise_respondents(gamma, margin)
    assert probability_beyond(math.floor(found * margin), odds(gamma)) <= Fraction(1, 20)
    assert probability_beyond(math.floor((found - 1) * margin), odds(gamma)) > Fraction(1, 20)


def test_one_error_falls_like_one_over_n_the_other_like_its_root():
    """From 100 to 10,000 respondents: a hundredth, and about a tenth."""
    assert central_distance(10_000, QUARTER) == pytest.approx(central_distance(100, QUARTER) / 100)
    ratio = local_distance(100, QUARTER) / local_distance(10_000, QUARTER)
    assert 8 < ratio < 12.5


@pytest.mark.parametrize("gamma", [Fraction(1, 20), QUARTER, Fraction(9, 20)])
def test_simulated_classes_stay_within_the_margins(gamma):
    """Hoeffding's holds with room; Laplace's but for the step of one that whole numbers take."""
    margin = math.sqrt(math.log(40) / 2 / 1000) / float(2 * gamma)
    assert 0.3 * margin < local_distance(1000, gamma) < margin
    noise = 1000 * central_distance(1000, gamma)
    assert noise == int(noise)
    assert abs(noise - math.log(20) / epsilon(gamma)) < 2


def test_every_setting_gives_a_picture_that_fits():
    values = [slider.values for slider in LESSON.settings]
    descriptions = set()
    for settings in itertools.product(values[0], values[1][::9], values[2][::9]):
        outcome = LESSON.outcome(
            dict(zip([slider.name for slider in LESSON.settings], settings, strict=True))
        )
        chart = outcome.chart
        assert chart.description.endswith(outcome.says)
        descriptions.add(chart.description)
        for x, y in itertools.chain.from_iterable(series.points for series in chart.series):
            assert chart.x.low <= x <= chart.x.high
            assert chart.y.low <= y <= chart.y.high
        assert chart.x.low <= chart.mark <= chart.x.high
    assert len(descriptions) == 9 * 2 * 2
