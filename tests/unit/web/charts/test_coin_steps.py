"""What key R plays: its figures are those of the estimate, however they are drawn."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from instruments import make_mixed_instrument

from survey.core.estimates.quantity import Setting
from survey.core.instrument.instrument import Question
from survey.core.results.results import question_result
from survey.text.translator import ENGLISH
from survey.web.charts.coin_steps import MOST_SQUARES, WIDTH, coin_steps

YES_NO = Question("Did you cheat?", Fraction(1, 4))
CHOICE, SEVERAL, NUMBER, RATING = make_mixed_instrument().questions[1:]
QUARTER = replace(CHOICE, gamma=Fraction(1, 4))


def steps_of(question: Question, *counts: tuple[int, ...]):
    result = question_result("q1", question, counts, Setting(0.95, told="anytime"))
    return coin_steps(result, ENGLISH)


def test_of_40_phones_chance_makes_10_yes_and_10_no():
    """17 say yes: 7 of the 20 that are left, so 35%."""
    steps = steps_of(YES_NO, (23, 17))
    words = steps.picture.words
    assert words.figures == (("17 Yes", "23 No"), ("7 Yes", "13 No"))
    assert words.by_chance == ("10 Yes by chance", "10 No by chance")
    assert words.estimate == "35%"
    assert steps.sentences == (
        "40 devices sent this.",
        "Whatever the class meant, chance alone makes about 10 Yes and 10 No. "
        "Nobody knows which; everybody knows how many.",
        "The other 20 reports follow the answers: 7 Yes. Scaled up to all 40, they give the "
        "estimate. The uncertainty grows with it.",
    )


def test_each_report_is_a_square_in_columns_of_two():
    picture = steps_of(YES_NO, (23, 17)).picture
    cells = picture.cells
    assert picture.squares
    assert picture.rows == 2
    assert len(cells) == 40
    assert [sum(each.says for each in cells), sum(each.by_chance for each in cells)] == [17, 20]
    assert {(each.x, each.y) for each in cells if each.says and each.by_chance} == {
        (45 * column + 2.5, 45 * row + 2.5) for column in range(5) for row in range(2)
    }
    left = [each for each in cells if not each.by_chance]
    assert [each.says for each in left] == 7 * [True] + 13 * [False]
    assert [each.last_x for each in left] == [45 * place + 2.5 for place in range(20)]
    assert {each.last_y for each in left} == {47.5}


@pytest.mark.parametrize("no, yes", [(24, 17), (30, 32), (595, 405)])
def test_a_share_that_is_not_whole_or_many_reports_are_one_bar(no, yes):
    assert no + yes > MOST_SQUARES or (no + yes) % 4
    picture = steps_of(YES_NO, (no, yes)).picture
    assert not picture.squares
    assert picture.rows == 1
    assert [(each.says, each.by_chance) for each in picture.cells] == [
        (True, True), (True, False), (False, False), (False, True)
    ]  # fmt: skip
    assert sum(each.width for each in picture.cells) == pytest.approx(WIDTH, abs=0.2)


@given(st.integers(8, 300), st.floats(0, 1), st.sampled_from(["1/4", "1/10", "9/20", "1/3"]))
def test_squares_and_bars_stay_on_their_scale_and_say_the_estimate(respondents, share, gamma):
    yes = round(share * respondents)
    question = replace(YES_NO, gamma=Fraction(gamma))
    steps = steps_of(question, (respondents - yes, yes))
    if steps is None:
        return
    picture = steps.picture
    room = sum(each.width + (5 if picture.squares else 0) for each in picture.cells)
    assert room == pytest.approx(WIDTH * picture.rows, rel=0.2)  # the last column may have gaps
    for each in picture.cells:
        assert each.x >= 0
        assert each.x + each.width <= WIDTH + 0.1
        assert each.last_x + each.last_width <= WIDTH + 5
    estimate = (yes / respondents - 0.5 + float(question.gamma)) / (2 * float(question.gamma))
    ends = [each.last_x + each.last_width for each in picture.cells
            if each.says and not each.by_chance]  # fmt: skip
    if 0 < estimate < 1:
        assert max(ends, default=0) == pytest.approx(estimate * WIDTH, abs=6)


def test_fewer_than_chance_makes_is_said_as_it_is_and_drawn_at_the_end():
    picture = steps_of(YES_NO, (80, 20)).picture
    assert picture.words.figures[1] == ("−5 Yes", "55 No")
    assert picture.words.estimate == "−10%"
    assert not any(each.says and not each.by_chance for each in picture.cells)


def test_options_have_a_row_each_of_the_reports_that_name_them():
    """20, 12 and 8 of 40 name them; 8 each by chance; of 16 that are left: 75, 25 and 0 %."""
    steps = steps_of(QUARTER, (20, 12, 8))
    assert [bar.option for bar in steps.bars] == ["Mine", "A friend's", "Prefer not to answer"]
    assert [bar.figures for bar in steps.bars] == [
        ("20", "12", "75%"), ("12", "4", "25%"), ("8", "0", "0%")
    ]  # fmt: skip
    assert [len(bar.cells) for bar in steps.bars] == [20, 12, 8]
    assert [sum(each.by_chance for each in bar.cells) for bar in steps.bars] == [8, 8, 8]
    assert "makes about 8 name each answer" in steps.sentences[1]
    assert "The other 16 reports" in steps.sentences[2]


def test_options_of_many_reports_are_bars():
    steps = steps_of(CHOICE, (60, 30, 10))
    assert [len(bar.cells) for bar in steps.bars] == [2, 2, 2]
    assert "makes about 9.1 name each" in steps.sentences[1]
    assert [bar.figures[1] for bar in steps.bars] == ["50.9", "20.9", "0.9"]


def test_of_several_each_option_is_a_yes_or_no():
    assert len(steps_of(SEVERAL, (40, 60), (70, 30)).bars) == 2


def test_a_number_goes_from_one_end_to_the_other():
    """p̂ = (0.4 − 0.25)/0.5 = 0.3 of the way from 0 to 40."""
    steps = steps_of(NUMBER, (600, 400))
    assert steps.picture.words.figures == (
        ("400 say 40", "600 say 0"), ("150 say 40", "350 say 0")
    )  # fmt: skip
    assert steps.picture.words.estimate == "12.0"
    assert steps.sentences[2] == (
        "The other 500 reports follow the answers: 150 say 40. That is 30% of the way from 0 to "
        "40. The uncertainty grows with it."
    )


def test_an_option_of_which_too_little_is_known_is_counted_and_has_no_estimate():
    """Of 15 of 40 reports the anytime interval rules nothing out, of the others' it does."""
    steps = steps_of(QUARTER, (20, 15, 5))
    assert [bar.figures for bar in steps.bars] == [
        ("20", "12", "75%"), ("15", "7", "–"), ("5", "−3", "−19%")
    ]  # fmt: skip
    assert {each.last_width for each in steps.bars[1].cells} == {0}
    assert steps.sentences[2].endswith(
        "the estimates. The sign “–” means that too little is known."
    )


def test_ratings_are_options():
    assert len(steps_of(RATING, (10, 20, 30, 20, 20)).bars) == 5


@pytest.mark.parametrize("question", [YES_NO, NUMBER])
def test_where_nothing_is_known_there_is_nothing_to_play(question):
    assert steps_of(question, (7, 7)) is None
    assert steps_of(question, (0, 0)) is None


def test_where_nothing_is_known_of_any_option_there_is_nothing_to_play():
    assert steps_of(QUARTER, (2, 2, 1)) is None
