"""The three steps of debiasing: their figures are those of the estimate, however they are drawn."""

from dataclasses import replace
from fractions import Fraction

import pytest
from instruments import make_mixed_instrument

from survey.core.estimates.quantity import Setting
from survey.core.instrument.instrument import Question
from survey.core.results.results import question_result
from survey.web.charts.coin_steps import WIDTH, coin_steps

YES_NO = Question("Did you cheat?", Fraction(1, 4))
CHOICE, SEVERAL, NUMBER, RATING = make_mixed_instrument().questions[1:]


def steps_of(question: Question, *counts: tuple[int, ...]):
    return coin_steps(question_result("q1", question, counts, Setting(0.95, told="anytime")))


def test_the_three_figures_of_a_yes_or_no():
    """405 of 1,000 say yes; 25 of 100 by chance; 15.5 of the 50 that remain; so 31 of 100."""
    steps = steps_of(YES_NO, (595, 405))
    (bar,) = steps.bars
    assert bar.figures == ("40.5%", "15.5 of 50", "31%")
    assert steps.sentences == (
        "40.5% of the reports said yes.",
        "The coin alone makes 25 of 100 say yes. Take these away.",
        "What is left, 15.5 of 50, is 31%: the estimate.",
    )
    assert bar.chance == 0.25 * WIDTH
    assert bar.kept == ((225, 139.5), (0, 139.5), (0, 279))
    assert bar.frame == (900, 450, 900)


@pytest.mark.parametrize("yes", range(0, 101, 5))
def test_bars_stay_on_their_scale_and_widen_in_proportion(yes):
    steps = steps_of(YES_NO, (100 - yes, yes))
    (bar,) = steps.bars
    for (x, width), frame in zip(bar.kept[1:], bar.frame[1:], strict=True):
        assert x + width >= 0
        assert width <= WIDTH
        if 25 <= yes <= 75:
            assert width / frame == pytest.approx((yes - 25) / 50, abs=1e-3)
    assert bar.chance + bar.kept[0][1] == yes * WIDTH / 100


def test_fewer_than_the_coin_makes_is_said_as_it_is_and_drawn_at_the_end():
    (bar,) = steps_of(YES_NO, (80, 20)).bars
    assert bar.figures == ("20.0%", "−5 of 50", "−10%")
    assert bar.kept[2] == (0, 0)


def test_options_share_one_chance_and_one_widening():
    steps = steps_of(CHOICE, (60, 30, 10))
    assert [bar.option for bar in steps.bars] == ["Mine", "A friend's", "Prefer not to answer"]
    assert {bar.frame for bar in steps.bars} == {(900, 654.5, 900)}
    assert "makes 9.1 of 100 name each" in steps.sentences[1]
    assert "is of 72.7" in steps.sentences[2]
    assert [bar.figures[1] for bar in steps.bars] == ["50.9", "20.9", "0.9"]


def test_of_several_each_option_is_a_yes_or_no():
    assert len(steps_of(SEVERAL, (40, 60), (70, 30)).bars) == 2


def test_a_number_goes_from_one_end_to_the_other():
    """p̂ = (0.4 − 0.25)/0.5 = 0.3 of the way from 0 to 40."""
    steps = steps_of(NUMBER, (600, 400))
    assert steps.bars[0].figures == ("40.0%", "15 of 50", "12.0")
    assert steps.sentences[2] == "What is left, 15 of 50, is 30% of the way from 0 to 40: " + (
        "12.0 on average."
    )


def test_an_option_of_which_too_little_is_known_is_counted_and_has_no_estimate():
    """Of 15 of 40 reports the anytime interval rules nothing out, of the others' it does."""
    steps = steps_of(replace(CHOICE, gamma=Fraction(1, 4)), (20, 15, 5))
    assert [bar.option for bar in steps.bars] == ["Mine", "A friend's", "Prefer not to answer"]
    assert [bar.figures for bar in steps.bars] == [
        ("50.0%", "30", "75%"), ("37.5%", "17.5", "–"), ("12.5%", "−7.5", "−19%")
    ]  # fmt: skip
    assert steps.bars[1].kept[2] == (0, 0)
    assert steps.sentences[2].endswith(
        "it is the estimates. Where “–” stands, too little is known."
    )


def test_ratings_are_options():
    assert len(steps_of(RATING, (10, 20, 30, 20, 20)).bars) == 5


@pytest.mark.parametrize("question", [YES_NO, NUMBER])
def test_where_nothing_is_known_there_is_nothing_to_play(question):
    assert steps_of(question, (7, 7)) is None
    assert steps_of(question, (0, 0)) is None


def test_where_nothing_is_known_of_any_option_there_is_nothing_to_play():
    weak = replace(CHOICE, gamma=Fraction(1, 4))
    assert steps_of(weak, (2, 2, 1)) is None
