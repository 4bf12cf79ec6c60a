"""What a class hears: right for every kind, and warned where something is wrong."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from survey.core.estimation.results import Setting, question_result
from survey.core.estimation.shares import Estimate
from survey.core.instrument.questions import Question
from survey.core.kinds.registry import KINDS
from survey.text.caveats import beyond_the_whole, easily_moved, false_reports, warnings
from survey.text.number_format import number
from survey.text.summaries import (
    ends_in_words,
    possible_ends_in_words,
    read_aloud,
    read_share,
    too_few_in_words,
)

QUARTER = Fraction(1, 4)
YES_NO = Question("?", QUARTER)
CHOICE = Question("?", Fraction(2, 5), KINDS["choice"], ("Never", "Once", "Often"))
NUMBER = Question("?", QUARTER, KINDS["number"], low=0, high=40)
RATING = Question("?", Fraction(2, 5), KINDS["rating"], low=1, high=3)
SEVERAL = Question("?", Fraction(2, 5), KINDS["several"], ("Algebra", "Analysis"))


def result(question, *counts, confidence=0.95):
    return question_result("q1", question, counts, Setting(confidence))


def test_a_share_is_of_a_hundred_and_its_interval_is_named_by_when_it_is_right():
    # 87 respondents, 35 yes: p̂ = (35/87 − 1/4)/(1/2) = 0.305.
    assert [read_aloud(result(YES_NO, (52, 35)), told) for told in ("anytime", "class")] == [
        "About 30 of 100 would truthfully say yes; between 1 and 59, however often you look (95%).",
        "About 30 of 100 would truthfully say yes; between 13 and 48, for exactly this class "
        "(95%).",
    ]


def test_choice_names_the_largest():
    assert read_aloud(result(CHOICE, (691, 120, 189))) == (
        "The largest estimate is “Never”: about 83 of 100; between 77 and 88, if you look once "
        "(95%)."
    )


def sum_said(*counts: int) -> str:
    return beyond_the_whole([share.estimate for share in result(CHOICE, counts).shares])


def test_shares_that_are_shown_within_their_scale_are_said_to_sum_to_more():
    """Of 60 reports 40, 18 and 2: the estimates are 79%, 29% and −8%."""
    assert sum_said(40, 18, 2) == (
        "These shares sum to 108%: each is estimated by itself, and none is shown below 0%."
    )


@pytest.mark.parametrize("counts", [(30, 20, 10), (20, 20, 20), (51, 5, 4)])
def test_of_what_rounding_adds_nothing_is_said(counts):
    assert sum_said(*counts) == ""


def test_several_is_read_in_the_same_way():
    assert read_aloud(result(SEVERAL, (300, 700), (800, 200))).startswith(
        "The largest estimate is “Algebra”: about 75 of 100"
    )


def test_number_has_a_mean():
    # p̂ = (0.4 − 1/4)/(1/2) = 0.3 of 40; w = 40 · 0.0859
    assert read_aloud(result(NUMBER, (600, 400))) == (
        "About 12.0 on average; between 8.56 and 15.4, if you look once (95%)."
    )


def test_rating_has_a_mean_told_by_an_interval_that_is_known_of_it():
    said = read_aloud(result(RATING, (691, 120, 189)), "class")
    assert said == "About 1.31 on average; between 1.19 and 1.43, however often you look (95%)."


@pytest.mark.parametrize(
    ("question", "counts"),
    [(YES_NO, [(2, 2)]), (CHOICE, [(2, 1, 1)]), (NUMBER, [(3, 2)]), (SEVERAL, [(2, 2), (2, 2)])],
)
def test_too_few_say_nothing(question, counts):
    said = read_aloud(result(question, *counts))
    assert re.match("Any (share|mean) from .* is still possible", said)


def test_how_many_more_it_takes_is_said_while_they_can_come():
    """8 ln(40) = 29.5 respondents at γ = 1/4."""
    (yes,) = result(YES_NO, (5, 5)).shares
    assert too_few_in_words(yes.estimate, "hoeffding") == "Too few yet: about 20 more"
    assert too_few_in_words(yes.estimate, "hoeffding", closed=True) == "Too few to say anything"


def test_largest_that_may_be_anything_is_not_read_out_though_another_is_bounded():
    """Hoeffding's interval of the third option ends below 100%: it does say something."""
    said = read_aloud(result(replace(CHOICE, gamma=QUARTER), (5, 4, 0)))
    assert said == "“Never” has the largest estimate, but any share of it is still possible."


def test_choice_beyond_everything_plausible_is_no_certainty():
    said = read_aloud(result(replace(CHOICE, gamma=Fraction(1, 4)), (100, 0, 0)))
    assert said.startswith("No class of 100 respondents could plausibly have sent this")


def test_estimate_that_is_rounded_to_an_end_is_not_outside():
    nobody = replace(YES_NO, gamma=Fraction(4999, 10_000))
    said = read_aloud(result(nobody, (20, 0)))
    assert said.startswith("About 0 of 100 would truthfully say yes; at most")


def test_an_option_that_chance_carried_beyond_everybody_is_said_to_be_so():
    said = read_aloud(result(CHOICE, (19, 0, 1)))
    assert said.startswith("Chance carried the largest estimate, that of “Never”, to 118%")


@pytest.mark.parametrize(
    ("question", "counts", "moved"),
    [
        # 1/(2γn), 1/((keep − other)n) and as much of the range
        (YES_NO, [(60, 40)], "this estimate by at most 2.0 points."),
        (NUMBER, [(60, 40)], "the mean by at most 0.80."),
        (RATING, [(30, 30, 40)], "a share by at most 1.4 points and the mean by at most 0.03."),
        (SEVERAL, [(60, 40), (50, 50)], "a share by at most 1.3 points."),
    ],
)
def test_what_a_false_respondent_moves_has_its_unit(question, counts, moved):
    assert false_reports(result(question, *counts)) == f"One false respondent moves {moved}"


@pytest.mark.parametrize("question", [CHOICE, NUMBER, RATING, SEVERAL])
def test_nobody(question):
    counts = [(0,) * question.options] * (2 if question is SEVERAL else 1)
    nobody = result(question, *counts)
    assert read_aloud(nobody) == "Nobody has responded yet."
    assert warnings(nobody) == []


def test_mean_outside_its_range_is_said_to_be_chance():
    said = read_aloud(result(NUMBER, (780, 220)))
    assert said.startswith("Chance carried the estimate to −2.40: the mean is at most")


def test_what_no_class_could_send_is_said():
    assert "No class of 1,000 respondents could" in read_aloud(result(NUMBER, (1000, 0)))
    (warning,) = warnings(result(NUMBER, (1000, 0)))
    assert "some reports are false" in warning
    # At γ = 2/5 and k = 3 each option has 1/11 of the reports at the least.
    (warning,) = warnings(result(CHOICE, (600, 400, 0)))
    assert warning.startswith("“Often”: No class of 1,000")


def test_few_respondents_are_easily_moved():
    """k·1/(2γn) > sqrt(ln(2/α)/(2n))/(2γ) first at k = sqrt(n ln(40)/2) + 1: 5 at n = 10."""
    question = Question("?", QUARTER)
    assert easily_moved([result(question, (6, 4))]) == (
        "5 people who answer falsely could together undo these results."
    )
    assert easily_moved([result(question, (50, 50))]) == ""
    assert easily_moved([]) == easily_moved([result(question, (0, 0))]) == ""


def test_the_question_that_fewest_answered_is_moved_the_most_easily():
    found = [result(YES_NO, (50, 50)), result(YES_NO, (6, 4)), result(YES_NO, (20, 20))]
    assert easily_moved(found).startswith("5 people")


@pytest.mark.parametrize(
    ("value", "said"),
    [(None, "–"), (0, "0.00"), (-0.001, "0.00"), (-1.5, "−1.50"), (12.34, "12.3"),
     (1234.5, "1,235"), (-99.96, "−100")],
)  # fmt: skip
def test_numbers_in_words(value, said):
    assert number(value) == said


def test_ends_of_intervals():
    found = result(NUMBER, (600, 400))
    assert ends_in_words(found.mean, "hoeffding") == "8.56 to 15.4"
    assert ends_in_words(result(RATING, (5, 5, 5)).mean, "class") == "none known"


@pytest.mark.parametrize(
    ("yes", "whole", "possible"),
    [
        (160, "16.4% to 43.6%", "16% to 44%"),
        (110, "−8.6% to 18.6%", "at most 19%"),
        (90, "−18.6% to 8.6%", "at most 9%"),
        (290, "81.4% to 108.6%", "at least 81%"),
        (0, "−63.6% to −36.4%", "−64% to −36%"),
    ],
)
def test_an_end_that_no_class_can_have_is_left_out(yes, whole, possible):
    """And never moved: where no end is possible both are told, as the table does."""
    estimate = Estimate(400, yes, QUARTER, 0.95)
    assert ends_in_words(estimate, "hoeffding") == whole
    assert possible_ends_in_words(estimate) == possible
    if possible.startswith("at"):
        assert possible.removesuffix("%") in read_share(estimate)


def test_an_interval_of_everything_tells_nothing():
    everything = Estimate(10, 5, QUARTER, 0.95)
    assert possible_ends_in_words(everything) == "0% to 100%"
    assert possible_ends_in_words(Estimate(0, 0, QUARTER, 0.95)) == "–"


def test_ends_of_a_mean_lie_in_its_range():
    found = result(NUMBER, (260, 740))
    assert possible_ends_in_words(found.mean) == "at least 35.8"
    assert "; at least 35.8, if you look once (95%)." in read_aloud(found)


def test_even_one_respondent_is_moved_by_two():
    assert easily_moved([result(YES_NO, (1, 0))]).startswith("2 people who answer falsely could")
