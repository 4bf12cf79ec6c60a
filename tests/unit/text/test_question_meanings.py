"""The words of the dashboard stay right at every edge."""

import math
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from survey.core.estimates.quantity import Setting
from survey.core.instrument.instrument import Question
from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.kinds.registry import KINDS
from survey.core.planning.sample_size import respondents_for_margin
from survey.core.results.results import question_result
from survey.text.figures import power_of_ten
from survey.text.question_meanings import (
    LARGER_GAMMAS,
    meaning,
    narrowest_half_width,
    says_nothing_before,
)
from survey.text.question_text import QuestionText
from survey.text.translator import ENGLISH

HARDLY = "This tells you almost nothing"
QUARTER = Fraction(1, 4)


def aloud(n, yes, gamma=QUARTER, confidence=0.95):
    result = question_result("q1", Question("?", gamma), [(n - yes, yes)], Setting(confidence))
    return QuestionText(result).sentence


def test_nobody():
    assert aloud(0, 0) == "Nobody has responded yet."


def test_an_interval_that_covers_everything_says_so():
    assert aloud(25, 12) == "Any share from 0% to 100% is still possible."


def test_usual_result():
    assert aloud(400, 160) == (
        "About 120 of the 400 who answered would truthfully say yes; between 66 and 174, if you "
        "look once (95%)."
    )


def test_estimate_outside_is_told_and_no_end_is_moved_to_hide_it():
    assert aloud(400, 90) == (
        "Chance carried the estimate to −5%: at most 34 of the 400 who answered would truthfully "
        "say yes, if you look once (95%)."
    )


def test_impossible_reports_are_told():
    assert "No class of 400 respondents could plausibly" in aloud(400, 0)


@pytest.mark.parametrize(
    ("share", "digits", "text"),
    [
        (0.305, 1, "30.5%"),
        (0.325, 0, "33%"),
        (-0.325, 0, "−33%"),
        (0.285, 0, "29%"),
        (-0.04, 0, "−4%"),
        (-0.001, 0, "0%"),
        (None, 0, "–"),
        (1.5, 0, "150%"),
    ],
)
def test_percent(share, digits, text):
    assert ENGLISH.percent(share, digits) == text


def test_odds_in_words_are_exact_or_say_about():
    assert ENGLISH.odds(QUARTER) == "3"
    assert ENGLISH.odds(Fraction(1, 10)) == "1.5"
    assert ENGLISH.odds(Fraction(123, 1000)) == "about 1.65"


def test_truth_probability():
    assert ENGLISH.truth_probability(QUARTER) == "75%"
    assert ENGLISH.truth_probability(Fraction(1, 3)) == "83.3%"


def test_meaning_warns_of_a_survey_that_cannot_say_anything():
    assert HARDLY in meaning(Question("Did you?", Fraction(1, 10)), 30)
    assert "±120 points" in meaning(Question("Did you?", Fraction(1, 10)), 30)
    assert HARDLY not in meaning(Question("Did you?", QUARTER), 300)


TENTH, TWO_FIFTHS = Fraction(1, 10), Fraction(2, 5)
QUESTIONS = {
    "yes/no": Question("Did you?", TENTH),
    "choice": Question("Which?", TWO_FIFTHS, KINDS["choice"], ("a", "b", "c")),
    "several": Question("Which?", Fraction(1, 3), KINDS["several"], ("a", "b")),
    "number": Question("How many?", QUARTER, KINDS["number"], low=0, high=40),
    "rating": Question("How good?", TWO_FIFTHS, KINDS["rating"], low=1, high=5),
}
CHANNELS = {
    "yes/no": "Truth is sent with probability 60%; ε = 0.41. One report, at worst: suspicion "
    "30\xa0→\xa039%. Of 100 students whose answer is yes, 60 send yes on average; of 100 "
    "whose answer is no, 40 do.",
    "choice": "The true option is sent with probability 81.8%, each other with 9.1%; ε = 2.20. "
    "One report, at worst: suspicion 30\xa0→\xa079%.",
    "several": "For each option truth is sent with probability 83.3%; ε = 1.61 an option and 3.22 "
    "for all 2. One report on an option, at worst: suspicion 30\xa0→\xa068%. Of 100 students whose "
    "answer is yes, 83.3 send yes on average; of 100 whose answer is no, 16.7 do.",
    "number": "The number is rounded at random to 0 or to 40, and that end is sent with "
    "probability 75%, otherwise the other; ε = 1.10. One report, at worst: suspicion "
    "30\xa0→\xa056%.",
    "rating": "The true option is sent with probability 69.2%, each other with 7.7%; ε = 2.20. "
    "One report, at worst: suspicion 30\xa0→\xa079%.",
}
EXPECTED = {
    "yes/no": (1000, "±21 points, by Hoeffding's interval; ±15 points, by the class interval."),
    "choice": (
        100,
        "±19 points for each option, by Hoeffding's interval; ±8.5 points for each "
        "option, by the class interval.",
    ),
    "several": (
        1000,
        "±6.4 points for each option, by Hoeffding's interval; ±3.5 points for each "
        "option, by the class interval.",
    ),
    "number": (
        100,
        "±27 points of the range: a mean within ±10.9, by Hoeffding's interval; ±20 "
        "points of the range: a mean within ±8.13, by the class interval.",
    ),
    "rating": (
        1000,
        "±7.0 points for each option, by Hoeffding's interval; ±3.8 points for each "
        "option, by the class interval.",
    ),
}
KEEP_LESS_OTHER = {"yes/no": 1 / 5, "choice": 8 / 11, "several": 2 / 3, "number": 1 / 2,
                   "rating": 8 / 13}  # fmt: skip
every_kind = pytest.mark.parametrize("kind", QUESTIONS)


def respondents_for_ten_points(kind) -> int:
    """The least n with sqrt(ln 40 / (2n)) / (keep − other) <= 1/10."""
    return math.ceil(math.log(40) / (2 * KEEP_LESS_OTHER[kind] ** 2 * 0.01))


def test_numbers_are_written_out_with_a_true_minus_sign():
    question = Question("How much?", QUARTER, KINDS["number"], low=-5000, high=5000)
    sentence = meaning(question, 100)
    assert "rounded at random to −5,000 or to 5,000, and" in sentence
    assert "expect ±27 points of the range: a mean within ±2,716, by Hoeffding's" in sentence


def test_a_single_option_has_no_sum():
    sentence = meaning(Question("Which?", QUARTER, KINDS["several"], ("a",)), 100)
    assert "ε = 1.10. One report" in sentence


def test_exact_percent_has_as_many_decimals_as_it_needs():
    shares = 0.95, 0.999, 1 - 0.95, 1 - 0.05 / 7, Fraction(5, 6)
    written = ["95%", "99.9%", "5%", "99.29%", "83.3%"]
    assert [ENGLISH.exact_percent(share) for share in shares] == written
    near = 0.01 / 240
    assert [ENGLISH.exact_percent(near), ENGLISH.exact_percent(1 - near)] == ["0.0042%", "99.9958%"]
    assert [ENGLISH.exact_percent(0), ENGLISH.exact_percent(1)] == ["0%", "100%"]


def test_odds_of_several_reports_together():
    assert ENGLISH.odds(Fraction(1, 3), 3) == "125"
    assert ENGLISH.odds(QUARTER, 20) == "more than a billion"
    assert ENGLISH.odds(Fraction(123, 1000), 20) == "about 23,100"
    assert ENGLISH.odds(Fraction(4999, 10000), 1000) == "more than a billion"


def test_small_distances_keep_two_digits():
    assert [ENGLISH.points(share) for share in (0.00123, 0.0054, 0.012, 0.27, 67.91)] == [
        "0.12", "0.54", "1.2", "27", "6,800",
    ]  # fmt: skip


@every_kind
def test_meaning_of_each_kind(kind):
    class_size, margin = EXPECTED[kind]
    assert meaning(QUESTIONS[kind], class_size) == (
        f"{CHANNELS[kind]} With {class_size:,} respondents expect {margin}"
    )
    assert says_nothing_before(QUESTIONS[kind], class_size) is None


@every_kind
def test_meaning_for_a_class_too_small_says_how_many_it_takes(kind):
    needed = respondents_for_ten_points(kind)
    assert meaning(QUESTIONS[kind], 5).endswith(
        f" {HARDLY}. Choose a larger γ, or ask about {ENGLISH.about(needed)} respondents for "
        "±10 points "
        "by Hoeffding's interval."
    )


BY = "by the class interval"
WIDE = "points by Hoeffding's interval, at least as wide as from nobody to everyone, and"


@pytest.mark.parametrize(
    ("kind", "class_size", "sentence"),
    [
        ("yes/no", 100, f"With 100 respondents expect ±68 {WIDE} ±42 {BY}. γ = 1/4 "
         f"brings ±17 {BY}. Ask about 4,700 respondents"),
        ("choice", 5, f"With 5 respondents expect ±84 {WIDE} ±40 {BY}. "
         f"Ask about 350 respondents"),
        ("several", 6, f"With 6 respondents expect ±83 {WIDE} ±50 {BY}. γ = 2/5 "
         f"brings ±33 {BY}. Ask about 420 respondents"),
        ("number", 10, f"With 10 respondents expect ±86 {WIDE} ±63 {BY}. γ = 2/5 "
         f"brings ±39 {BY}. Ask about 740 respondents"),
        ("rating", 5, f"With 5 respondents expect ±99 {WIDE} ±40 {BY}. "
         f"Ask about 490 respondents"),
    ],
)  # fmt: skip
def test_what_says_nothing_is_said_before(kind, class_size, sentence):
    assert says_nothing_before(QUESTIONS[kind], class_size) == (
        f"{sentence} for ±10 points by Hoeffding's interval."
    )


def test_a_class_of_which_the_class_interval_tells_something_is_not_warned():
    """Ten respondents at γ = 2/5: ±54 points by Hoeffding's interval, ±20 by the class interval."""
    question = Question("Did you?", TWO_FIFTHS)
    assert hoeffding_half_width(10, TWO_FIFTHS, 0.95) > 0.5
    assert says_nothing_before(question, 10) is None
    assert meaning(question, 10).endswith(
        "±54 points, by Hoeffding's interval; ±20 points, by the class interval."
    )


@every_kind
def test_the_proposed_number_of_respondents_is_the_least_that_brings_ten_points(kind):
    question, needed = QUESTIONS[kind], respondents_for_ten_points(kind)
    assert f"about {ENGLISH.about(needed)} respondents for ±10" in says_nothing_before(question, 1)
    of_kind = question.gamma, 0.95, question.options
    assert hoeffding_half_width(needed, *of_kind) <= 0.1
    assert hoeffding_half_width(needed - 1, *of_kind) > 0.1
    if question.options == 2:
        assert respondents_for_margin(question.gamma, 0.1, 0.95) == needed


@every_kind
@pytest.mark.parametrize("gamma", [TENTH, QUARTER], ids=str)
@pytest.mark.parametrize("class_size", [1, 5, 8, 13, 29])
def test_the_proposed_gamma_is_the_least_for_30_points_or_else_the_largest(kind, gamma, class_size):
    question = replace(QUESTIONS[kind], gamma=gamma)
    widths = {
        larger: narrowest_half_width(replace(question, gamma=larger), class_size)
        for larger in LARGER_GAMMAS
        if larger >= gamma
    }
    telling = [larger for larger in widths if widths[larger] < 0.3]
    saying = [larger for larger in widths if widths[larger] < 0.4]
    said = says_nothing_before(question, class_size)
    if said is None:
        assert hoeffding_half_width(class_size, gamma, 0.95, question.options) < 0.5 or (
            narrowest_half_width(question, class_size) < 0.4
        )
        return
    proposed = re.findall(r"γ = (\S+) brings ±(\S+) by", said)
    wanted = telling[:1] or saying[-1:]
    assert proposed == [(str(larger), ENGLISH.points(widths[larger])) for larger in wanted]


@every_kind
@pytest.mark.parametrize("class_size", [1, 5, 10, 15, 20, 30, 60, 100, 200])
def test_what_is_warned_of_is_said_while_composing_too(kind, class_size):
    question = QUESTIONS[kind]
    nothing = hoeffding_half_width(class_size, question.gamma, 0.95, question.options) >= 0.5
    hardly = nothing and narrowest_half_width(question, class_size) >= 0.4
    assert (says_nothing_before(question, class_size) is not None) is hardly
    assert (HARDLY in meaning(question, class_size)) is hardly


@pytest.mark.parametrize(("power", "text"), [(6, "10⁶"), (10, "10¹⁰"), (-3, "10⁻³"), (0, "10⁰")])
def test_powers_of_ten(power, text):
    assert power_of_ten(power) == text


@pytest.mark.parametrize(
    ("words", "text"),
    [("My own", "“My own”"), ("Größe", "“Größe”"), ("自己的", "“自己的”"),
     ("ملاحظاتي", "“\u2068ملاحظاتي\u2069”"), ("שלי 2", "“\u2068שלי 2\u2069”")],
)  # fmt: skip
def test_words_from_right_to_left_do_not_carry_figures_away(words, text):
    assert ENGLISH.quoted(words) == text
