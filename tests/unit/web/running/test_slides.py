"""What a slide says of one question, without its page: which figure is large, and what to doubt."""

from fractions import Fraction

import pytest

from survey.core.estimates.quantity import Setting
from survey.core.instrument.instrument import Question
from survey.core.kinds.registry import KINDS
from survey.core.results.results import question_result
from survey.text.question_text import QuestionText
from survey.text.slide_words import WEAK_QUESTION
from survey.web.results.cards import Card
from survey.web.running.slides import ResultSlide

QUARTER = Fraction(1, 4)
YES_NO = Question("?", QUARTER)
CHOICE = Question("?", QUARTER, KINDS["choice"], ("Never", "Once", "Often"))


def slide(question: Question, *counts: int, told: str = "hoeffding") -> ResultSlide:
    result = question_result("q1", question, [counts], Setting(0.95, told=told))
    return ResultSlide(Card(QuestionText(result)))


STILL_POSSIBLE = "“Never” has the largest estimate, but any share of it is still possible."


@pytest.mark.parametrize(
    ("told", "unknown", "said"),
    [
        # The third has the least estimate, and is the only one that is bounded.
        ("hoeffding", [True, True, False], STILL_POSSIBLE),
        # By itself the first would be bounded, too; but it was picked for its lead.
        ("class", [True, True, False], STILL_POSSIBLE),
        ("anytime", [True, True, True], "Too few yet: about 35 more"),
    ],
)
def test_the_option_in_the_lead_has_no_figure_where_nothing_is_known_of_it(told, unknown, said):
    shown = slide(CHOICE, 5, 4, 0, told=told)
    assert [row.text.quantity.nothing_known for row in shown.rows] == unknown
    assert shown.of_what == "Never"
    assert (shown.figure, shown.range) == ("", "")
    assert shown.nothing_known == said


def test_a_slide_names_the_options_and_the_range_that_the_page_of_results_names():
    shown = slide(CHOICE, 90, 90, 20, told="class")
    assert shown.of_what == "Never and Once"
    assert shown.range == "between 87 and 159 of the 200 who answered"
    assert shown.card.text.sentence == (
        "“Never” and “Once” have the largest estimates: about 125 each of the 200 who answered; "
        "between 87 and 159, for exactly this class (95%)."
    )


def test_a_row_of_a_slide_has_its_range_in_the_unit_of_its_figure():
    """And the option in the lead the range that the page's sentence tells in persons."""
    shown = slide(CHOICE, 90, 90, 20, told="class")
    assert [(row.figure, shown.range_of(row)) for row in shown.rows] == [
        ("63%", "43% to 80%"),
        ("63%", "43% to 80%"),
        ("–", "rare chance, or false reports"),
    ]


def test_what_the_large_figure_is_of_where_it_is_no_option():
    assert slide(YES_NO, 20, 20).of_what == "would truthfully say yes"
    hours = Question("?", QUARTER, KINDS["number"], low=0, high=40)
    assert slide(hours, 20, 20).of_what == "on average, on 0 to 40"


def test_nothing_is_doubted_of_reports_that_a_class_may_have_sent():
    assert slide(YES_NO, 20, 20).doubts == []


def test_where_nobody_has_answered_nobody_has_contradicted_anything():
    empty = slide(YES_NO, 0, 0)
    assert empty.headline.quantity.contradicted
    assert empty.doubts == []
    assert empty.range == ""


def test_reports_that_no_class_could_have_sent_are_doubted():
    false = slide(YES_NO, 0, 100)
    assert false.doubts == [false.headline.contradiction]
    assert false.headline.contradiction


def test_an_estimate_that_chance_carried_beyond_the_scale_is_explained():
    assert slide(YES_NO, 9, 31).doubts == [
        "Chance carried the estimate to 105%, beyond what a class can have."
    ]


def test_a_coin_that_protects_hardly_anybody_is_said_on_the_slide():
    assert slide(Question("?", Fraction(49, 100)), 20, 20).doubts == [WEAK_QUESTION]
