"""Settings are few, and what is typed is one of them or refused in a sentence."""

import re
from fractions import Fraction

import pytest

from survey.errors import ParameterError
from survey.lab.catalog import lesson_named
from survey.lab.figures import MOST_ROWS, figures_of, percentage, short
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider

GAMMA = Slider("gamma", "γ", 5, 50, default=25, step=5, per=100)
SIZE = Slider("respondents", "Respondents", 10, 40, default=20, step=10)
SHARE = Slider(
    "share", "Share", 5, 20, default=10, step=5, per=100, words=("5%", "10%", "15%", "all")
)
POSITIONS = Slider("positions", "Positions", 0, 1, default=0, words=("100", "1,000"))
NOISE = Slider("noise", "Noise", 0, 16, default=8, per=8)
LEVEL = Slider("level", "Level", 0, 2, default=1, words=("low", "middle", "high"))


@pytest.mark.parametrize(
    ("slider", "text", "value"),
    [(GAMMA, "0.25", Fraction(1, 4)), (GAMMA, "1/4", Fraction(1, 4)), (GAMMA, "0.250", 0.25),
     (SIZE, "30", 30), (LEVEL, "2", 2), (LEVEL, "high", 2), (SHARE, "0.1", Fraction(1, 10)),
     (SHARE, "15%", Fraction(3, 20)), (POSITIONS, "1", 1), (POSITIONS, "1000", 1),
     (POSITIONS, "1,000", 1), (GAMMA, "0,25", Fraction(1, 4)), (GAMMA, "٠٫٢٥", Fraction(1, 4)),
     (NOISE, "1.125", Fraction(9, 8)), (NOISE, "1.5", Fraction(3, 2))],
)  # fmt: skip
def test_what_is_typed_is_a_value(slider, text, value):
    assert slider.parse(text) == value
    assert isinstance(slider.parse(text), int if slider.per == 1 else Fraction)


@pytest.mark.parametrize(
    "text", ["0.26", "0", "1e9", "1e-999999999", "x", "", " ", "1/0", "NaN", "٠", "9" * 10_000]
)
def test_what_is_no_value_is_refused_with_the_values_there_are(text):
    with pytest.raises(ParameterError) as caught:
        GAMMA.parse(text)
    assert caught.value.message == "γ: give a number from 0.05 to 0.5, in steps of 0.05."
    assert caught.value.field == "gamma"


def test_a_comma_is_left_out_of_thousands_alone():
    with pytest.raises(ParameterError):
        SHARE.parse("1,0%")


def test_the_values_there_are_are_told_with_their_words():
    with pytest.raises(ParameterError) as caught:
        SHARE.parse("10")
    expected = "Share: give a number from 0.05 (5%) to 0.2 (all), in steps of 0.05."
    assert caught.value.message == expected


def test_settings_that_are_missing_are_as_at_first():
    def run(**settings):
        return Outcome("", Chart("", Axis("", 0, 1), Axis("", 0, 1), ()))

    sentences = ("", "", "")
    guess = Guess("", ("", "", ""), 0, "")
    lesson = Lesson("x", "X", "", guess, sentences, (), "", "", "", (GAMMA, SIZE), run)
    assert lesson.parse({}) == {"gamma": Fraction(1, 4), "respondents": 20}
    assert lesson.parse({"respondents": "40", "other": "1"})["respondents"] == 40
    assert lesson.parse({"gamma": "1/4"}) == lesson.initial


def test_values_are_said_in_words_where_there_are_any():
    assert (LEVEL.in_words(2), SIZE.in_words(30), GAMMA.in_words(Fraction(1, 4))) == (
        "high", "30", "0.25",
    )  # fmt: skip


def test_figures_are_those_of_the_picture_and_not_too_many():
    line = Series("line", tuple((x / 10, 2.0 * x) for x in range(101)))
    dots = Series("dots", ((0.0, 7.0), (3.3, 8.0)), "dots")
    chart = Chart("", Axis("x", 0, 10), Axis("y", 0, 200), (line, dots), mark=3.3)
    figures = dict(figures_of(chart))
    assert figures["0"] == ["0", "7"]
    assert figures["3.3"] == ["66", "8"]
    assert figures["0.5"] == ["10", "–"]
    assert len(figures) <= MOST_ROWS + 1


def test_places_with_words_are_called_so():
    bars = Series("bars", ((0, 1.0), (1, 2.0)), "bars")
    chart = Chart("", Axis("x", -0.5, 1.5, words=("few", "many")), Axis("y", 0, 2), (bars,))
    assert figures_of(chart) == [("few", ["1"]), ("many", ["2"])]


@pytest.mark.parametrize(
    ("share", "text"),
    [(0, "0%"), (1, "100%"), (0.75, "75%"), (Fraction(3, 7), "42.9%"), (0.9994, "99.9%"),
     (0.9996, "more than 99.9%"), (1e-9, "less than 0.1%"), (0.001, "0.1%")],
)  # fmt: skip
def test_shares_are_neither_certain_nor_impossible_by_rounding(share, text):
    assert percentage(share) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (0.25, "0.25"), (12345.6, "12,346"), (2.5e9, "2.5 · 10⁹"), (3e-7, "3 · 10⁻⁷"),
     (-0.125, "−0.125")],
)  # fmt: skip
def test_values_are_short(value, text):
    assert short(value) == text


def test_a_command_gives_a_confidence_as_people_say_it():
    lesson = lesson_named("sample-size")
    for confidence in lesson.settings[2].values:
        command = lesson.command(lesson.initial | {"confidence": confidence})
        typed = re.search(r"--confidence (\S+%)", command)[1]
        assert lesson.parse({"confidence": typed})["confidence"] == confidence
