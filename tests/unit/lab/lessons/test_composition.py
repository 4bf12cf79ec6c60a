"""Composition and a budget: what the page shows is what the bounds say."""

import itertools
from fractions import Fraction

import pytest

from survey.core.mechanism.privacy import epsilon
from survey.lab.experiments.composed_losses import DELTA
from survey.lab.experiments.privacy_loss import advanced, basic, fewest_for_advanced, least
from survey.lab.lessons.composition import LESSON

NAMES = [slider.name for slider in LESSON.settings]


def outcome(gamma, questions, budget):
    return LESSON.outcome(dict(zip(NAMES, (gamma, questions, budget), strict=True)))


def test_three_questions_fit_a_budget_of_three_and_no_fourth_does():
    """ln 3 + ln(5/3) = 1.61 a pair: 1.10, 1.61, 2.71 within 3, then 3.22 and 3.81 are not."""
    table = outcome(Fraction(1, 4), 10, 3).tables[1]
    assert [row[3] for row in table.rows] == ["accepted"] * 3 + ["refused"] * 7
    assert table.marked == frozenset(range(3, 10))
    assert [row[4] for row in table.rows[:4]] == ["1.10", "1.61", "2.71", "2.71"]
    assert "a budget of 3 accepts 3." in outcome(Fraction(1, 4), 10, 3).says


def test_the_lines_cross_where_it_is_said():
    for gamma in LESSON.settings[0].values:
        first = fewest_for_advanced(epsilon(gamma), DELTA)
        drawn = outcome(gamma, 10, 1)
        lines = {series.label: dict(series.points) for series in drawn.chart.series}
        for questions, loss in lines["basic"].items():
            assert (lines["advanced"][questions] < loss) == bool(first and questions >= first)
        said = f"from {first:,} questions" if first else "never the smaller"
        assert said in drawn.says


def test_the_sums_are_those_of_the_formulas():
    rows = outcome(Fraction(1, 25), 100, 1).tables[0].rows
    loss = epsilon(Fraction(1, 25))
    assert rows[0][1] == f"{basic(loss, 100):.2f}" == "16.03"
    assert rows[1][1] == f"{advanced(loss, 100, DELTA):.2f}"
    assert rows[2][1:] == (
        f"{least(100, Fraction(1, 25), DELTA):.2f}",
        "each chance up to e^ε-fold, plus 10⁻⁶",
    )
    assert rows[3][1] == f"{3 * loss:.2f}" == "0.48"


@pytest.mark.parametrize("gamma", LESSON.settings[0].values)
def test_every_setting_gives_a_picture_that_fits(gamma):
    """Questions and budget change the words and tables only: all γ, and of the others the ends."""
    descriptions = set()
    for questions, budget in itertools.product((10, 100, 200), (1, 5)):
        found = outcome(gamma, questions, budget)
        chart = found.chart
        assert chart.description.endswith(found.says)
        assert chart.mark == questions
        descriptions.add(chart.description)
        for x, y in itertools.chain.from_iterable(series.points for series in chart.series):
            assert chart.x.low <= x <= chart.x.high
            assert chart.y.low <= y <= chart.y.high
    assert len(descriptions) == 6
