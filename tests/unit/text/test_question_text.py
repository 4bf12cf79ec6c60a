"""What a class hears: right for every kind, and warned where something is wrong."""

import math
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from known_answers import cases
from quantities import make_share

from survey.core.estimates.quantity import Setting
from survey.core.estimates.shares import share
from survey.core.instrument.instrument import Question
from survey.core.kinds.registry import KINDS
from survey.core.results.results import question_result
from survey.text.caveats import easily_moved, notes_on_options
from survey.text.question_text import QuestionText
from survey.text.result import ResultText, whole_ends
from survey.text.translator import ENGLISH

QUARTER = Fraction(1, 4)
YES_NO = Question("?", QUARTER)
CHOICE = Question("?", Fraction(2, 5), KINDS["choice"], ("Never", "Once", "Often"))
NUMBER = Question("?", QUARTER, KINDS["number"], low=0, high=40)
RATING = Question("?", Fraction(2, 5), KINDS["rating"], low=1, high=3)
SEVERAL = Question("?", Fraction(2, 5), KINDS["several"], ("Algebra", "Analysis"))


def result(question, *counts, told="hoeffding"):
    return question_result("q1", question, counts, Setting(0.95, told=told))


def text(question, *counts, told="hoeffding", closed=False):
    return QuestionText(result(question, *counts, told=told), closed=closed)


def test_a_share_is_of_the_respondents_and_its_interval_is_named_by_when_it_is_right():
    # 87 respondents, 35 yes: p̂ = (35/87 − 1/4)/(1/2) = 0.305, which is 26.5 persons.
    assert [text(YES_NO, (52, 35), told=told).sentence for told in ("anytime", "class")] == [
        "About 27 of the 87 who answered would truthfully say yes; between 1 and 51, however often "
        "you look (95%).",
        "About 27 of the 87 who answered would truthfully say yes; between 11 and 42, for exactly "
        "this class (95%).",
    ]


def test_choice_names_the_largest():
    assert text(CHOICE, (691, 120, 189)).sentence == (
        "The largest estimate is “Never”: about 825 of the 1,000 who answered; between 758 and "
        "892, if you look once (95%)."
    )


def notes(*counts: int, told="hoeffding") -> list[str]:
    return notes_on_options(text(CHOICE, counts, told=told))


def test_the_option_in_the_lead_is_said_to_have_a_wider_range_since_it_was_picked():
    one = "The option in the lead has a wider range, because it was picked for its lead."
    assert notes(60, 30, 10, told="class") == notes(60, 30, 10, told="anytime") == [one]
    assert notes(50, 50, 20, told="class") == [
        "The options in the lead have wider ranges, because they were picked for their lead."
    ]
    assert notes_on_options(text(YES_NO, (52, 35), told="class")) == []
    assert notes_on_options(text(RATING, (30, 20, 10), told="class")) == []


def test_nothing_is_noted_of_a_range_that_is_not_shown():
    said = text(replace(CHOICE, gamma=QUARTER), (5, 4, 0), told="class")
    assert said.largest.figure == "" and notes_on_options(said) == []


def sum_said(*counts: int) -> str:
    return "".join(each for each in notes(*counts) if each.startswith("These shares"))


def test_shares_that_are_shown_within_their_scale_are_said_to_sum_to_more():
    """Of 60 reports 40, 18 and 2: the estimates are 79%, 29% and −8%."""
    assert sum_said(40, 18, 2) == (
        "These shares sum to 108%: each is estimated by itself, and none is shown below 0%."
    )


@pytest.mark.parametrize("counts", [(30, 20, 10), (20, 20, 20), (51, 5, 4)])
def test_of_what_rounding_adds_nothing_is_said(counts):
    assert sum_said(*counts) == ""


def test_several_is_read_in_the_same_way():
    assert text(SEVERAL, (300, 700), (800, 200)).sentence.startswith(
        "The largest estimate is “Algebra”: about 750 of the 1,000 who answered"
    )


def test_number_has_a_mean():
    # p̂ = (0.4 − 1/4)/(1/2) = 0.3 of 40; w = 40 · 0.0859
    assert text(NUMBER, (600, 400)).sentence == (
        "About 12.0 on average; between 8.5 and 15.5, if you look once (95%)."
    )


def test_rating_has_a_mean_told_by_an_interval_that_is_known_of_it():
    said = text(RATING, (691, 120, 189), told="class").sentence
    assert said == "About 1.31 on average; between 1.25 and 1.37, for exactly this class (95%)."


@pytest.mark.parametrize(
    ("question", "counts"),
    [(YES_NO, [(2, 2)]), (CHOICE, [(2, 1, 1)]), (NUMBER, [(3, 2)]), (SEVERAL, [(2, 2), (2, 2)])],
)
def test_too_few_say_nothing(question, counts):
    said = text(question, *counts).sentence
    assert re.match("Any (share|mean) from .* is still possible", said)


def test_how_many_more_it_takes_is_said_while_they_can_come():
    """8 ln(40) = 29.5 respondents at γ = 1/4."""
    assert text(YES_NO, (5, 5)).too_few == "Too few yet: about 20 more"
    assert text(YES_NO, (5, 5), closed=True).too_few == "Too few to say anything"


def test_largest_that_may_be_anything_is_not_read_out_though_another_is_bounded():
    """Hoeffding's interval of the third option ends below 100%: it does say something."""
    said = text(replace(CHOICE, gamma=QUARTER), (5, 4, 0)).sentence
    assert said == "“Never” has the largest estimate, but any share of it is still possible."


@pytest.mark.parametrize("told", ["hoeffding", "class", "anytime"])
def test_the_largest_is_the_option_in_the_lead_though_nothing_is_known_of_it(told):
    """By Hoeffding's interval any share of the first two is possible, but not of the third."""
    said = text(replace(CHOICE, gamma=QUARTER), (5, 4, 0), told=told)
    assert said.largest.quantity.of == "Never"
    assert said.largest_range == ""


@pytest.mark.parametrize("told", ["hoeffding", "class", "anytime"])
@pytest.mark.parametrize("counts", [(60, 30, 10), (40, 40, 20)])
def test_the_range_of_the_largest_is_that_of_its_row_and_of_the_sentence(told, counts):
    said = text(CHOICE, counts, told=told)
    row, caption = said.rows[0], f"of the {sum(counts):,} who answered"
    assert said.largest_range == f"{row.spoken} {caption}"
    assert f"; {row.spoken}," in said.sentence
    low, high = map(float, row.ends.replace("%", "").split(" to "))
    least, most = whole_ends(row.quantity.ends, sum(counts))
    assert low <= 100 * least / sum(counts) and 100 * most / sum(counts) <= high
    by_itself = ResultText(share("q1", "Never", row.quantity.count, row.quantity.setting))
    assert by_itself.ends != row.ends


@pytest.mark.parametrize(
    ("reported", "respondents", "percent", "persons"),
    # (0.45 − 0.1625)/0.5, and halves of the kind that Python's round sends down
    [
        (45, 100, "40%", "40"),
        (77, 160, "46%", "74"),
        (53, 104, "52%", "54"),
        (105, 200, "55%", "110"),
    ],
)
def test_persons_are_rounded_as_their_percentage_is(reported, respondents, percent, persons):
    said = text(YES_NO, (respondents - reported, reported))
    assert (said.figure, said.headline.persons) == (percent, persons)


def test_a_half_person_is_rounded_up_as_half_a_per_cent_is():
    """Of 100 with γ = 1/5, every count puts a multiple of 2.5 points between 0 and 100."""
    fifth = replace(YES_NO, gamma=Fraction(1, 5))
    for yes in range(30, 71):
        said = text(fifth, (100 - yes, yes))
        exact = 100 * (Fraction(yes, 100) - Fraction(3, 10)) / Fraction(2, 5)
        assert (
            said.figure == f"{said.headline.persons}%" == f"{math.floor(exact + Fraction(1, 2))}%"
        )


def test_no_more_persons_are_said_than_answered():
    """The estimate of 100.4% is written 100%, and stands for 1,000 of the 1,000."""
    said = text(YES_NO, (248, 752))
    assert said.sentence.startswith("About 1,000 of the 1,000 who answered")


def test_without_responses_the_largest_has_no_range():
    said = text(CHOICE, (0, 0, 0), told="class")
    assert (said.largest.quantity.of, said.largest_range) == ("Never", "")


def test_choice_beyond_everything_plausible_is_no_certainty():
    said = text(replace(CHOICE, gamma=Fraction(1, 4)), (100, 0, 0)).sentence
    assert said.startswith("No class of 100 respondents could plausibly have sent this")


def test_estimate_that_is_rounded_to_an_end_is_not_outside():
    nobody = replace(YES_NO, gamma=Fraction(4999, 10_000))
    said = text(nobody, (20, 0)).sentence
    assert said.startswith("About 0 of the 20 who answered would truthfully say yes; at most")


def test_an_option_that_chance_carried_beyond_everybody_is_said_to_be_so():
    said = text(CHOICE, (19, 0, 1)).sentence
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
    assert text(question, *counts).false_reports == f"One false respondent moves {moved}"


@pytest.mark.parametrize("question", [CHOICE, NUMBER, RATING, SEVERAL])
def test_nobody(question):
    counts = [(0,) * question.options] * (2 if question is SEVERAL else 1)
    nobody = text(question, *counts)
    assert nobody.sentence == "Nobody has responded yet."
    assert nobody.warnings == []


def test_mean_outside_its_range_is_said_to_be_chance():
    said = text(NUMBER, (780, 220)).sentence
    assert said.startswith("Chance carried the estimate to −2.4: the mean is at most")


def test_what_no_class_could_send_is_said():
    assert "No class of 1,000 respondents could" in text(NUMBER, (1000, 0)).sentence
    (warning,) = text(NUMBER, (1000, 0)).warnings
    assert "some reports are false" in warning
    # At γ = 2/5 and k = 3 each option has 1/11 of the reports at the least.
    (warning,) = text(CHOICE, (600, 400, 0)).warnings
    assert warning.startswith("“Often”: No class of 1,000")


def test_few_respondents_are_easily_moved():
    """k·1/(2γn) > sqrt(ln(2/α)/(2n))/(2γ) first at k = sqrt(n ln(40)/2) + 1: 5 at n = 10."""
    question = Question("?", QUARTER)
    assert easily_moved([result(question, (6, 4))]) == (
        "5 people answering falsely could move this by its whole margin."
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
    assert ENGLISH.number(value) == said


def test_ends_of_intervals():
    assert text(NUMBER, (600, 400)).headline.exact_ends("hoeffding") == "8.5 to 15.5"
    assert text(RATING, (5, 5, 5)).headline.exact_ends("class") == "none known"


@pytest.mark.parametrize(
    ("yes", "whole", "possible", "persons"),
    [
        (160, "16.4% to 43.6%", "16% to 44%", "between 66 and 174"),
        (110, "−8.6% to 18.6%", "at most 19%", "at most 74"),
        (90, "−18.6% to 8.6%", "at most 9%", "at most 34"),
        (290, "81.4% to 108.6%", "at least 81%", "at least 326"),
    ],
)
def test_an_end_that_no_class_can_have_is_left_out(yes, whole, possible, persons):
    """And never moved."""
    said = text(YES_NO, (400 - yes, yes))
    assert said.headline.exact_ends("hoeffding") == whole
    assert said.headline.ends == possible
    assert persons in said.sentence


@pytest.mark.parametrize("case", cases("spoken_ends"), ids=str)
def test_ends_are_rounded_outwards_in_per_cent_and_inwards_in_persons(case):
    """In persons nothing is lost, since their number is whole."""
    n = case["n"]
    if case["kind"] == "class":
        ends = case["least"] / n, case["most"] / n
    else:
        ends = tuple(float(min(max(Fraction(case[end]), 0), 1)) for end in ("lower", "upper"))
    said = list(ENGLISH.percent_ends(*ends))
    assert said == [f"{end}%" for end in case["per_cent"]]
    least, most = whole_ends(ends, n)
    assert (case["persons"] is None and least > most) or [least, most] == case["persons"]


def test_level_options_are_all_named_and_a_clear_lead_is_said():
    level = text(CHOICE, (400, 400, 200), told="class").sentence
    assert level.startswith(
        "“Never” and “Once” have the largest estimates: about 425 each of the 1,000"
    )
    ahead = text(CHOICE, (691, 120, 189), told="class").sentence
    assert ahead.endswith("for exactly this class (95%). No other option is more frequent.")
    near = text(CHOICE, (340, 335, 325), told="class").sentence
    assert near.endswith("for exactly this class (95%).")


def test_level_options_below_the_scale_are_not_said_of_fewer_than_no_persons():
    said = text(SEVERAL, (40, 0), (40, 0), told="class").sentence
    assert said.startswith(
        "Chance carried the largest estimates, those of “Algebra” and “Analysis”, to −13%: "
    )
    assert re.search("at most [0-9]+ of the 40 who answered", said)


def test_a_range_beyond_the_scale_is_its_end_in_row_and_sentence():
    """At 95% no class fits, but at 99% one does: the nearest end is told, and nobody accused."""
    said = text(YES_NO, (89, 11))
    assert not said.headline.quantity.contradicted
    assert said.headline.exact_ends("hoeffding") == "−55.2% to −0.8%"
    assert (said.headline.ends, said.headline.spoken) == ("at most 0%", "at most 0")


def test_an_interval_of_everything_tells_nothing():
    assert ResultText(make_share(10, 5, QUARTER)).ends == "0% to 100%"
    assert ResultText(make_share(0, 0, QUARTER)).ends == "–"


def test_ends_of_a_mean_lie_in_its_range():
    found = text(NUMBER, (260, 740))
    assert found.headline.ends == "at least 35.7"
    assert "; at least 35.7, if you look once (95%)." in found.sentence


def test_even_one_respondent_is_moved_by_two():
    assert easily_moved([result(YES_NO, (1, 0))]).startswith("2 people answering falsely could")


def test_a_caption_says_what_the_figure_is_of():
    assert text(YES_NO, (180, 120)).headline.caption == "of the 300 who answered"
    assert text(NUMBER, (180, 120)).headline.caption == "on average · 300 responses"
    assert text(NUMBER, (0, 1)).headline.caption == "on average · 1 response"
