"""The words of the dashboard stay right at every edge."""

from fractions import Fraction

import pytest

from survey.core.estimation import Estimate
from survey.core.planning import respondents_for_margin
from survey.core.questions import Question
from survey.core.reading import read_share
from survey.core.sentences import meaning
from survey.core.sentences import odds_in_words
from survey.core.sentences import percent
from survey.core.sentences import truth_probability

QUARTER = Fraction(1, 4)


def aloud(n, yes, gamma=QUARTER, confidence=0.95):
    return read_share(Estimate(n, yes, gamma, confidence))


def test_nobody():
    assert aloud(0, 0) == "Nobody has responded yet."


@pytest.mark.parametrize("n", [1, 5])
def test_an_interval_that_covers_everything_says_how_many_more(n):
    sentence = aloud(n, n // 2 + 1 if n > 1 else 0)
    more = respondents_for_margin(QUARTER, 0.1, 0.95) - n
    if n == 5:
        assert sentence.startswith("This says nothing yet")
        assert f"{more:,} more respondents" in sentence
    else:
        assert "0%" in sentence


def test_usual_result():
    assert aloud(400, 160) == (
        "We estimate that 30% of these 400 respondents would truthfully say yes: "
        "with 95% confidence, between 16% and 44%."
    )


def test_estimate_outside_is_told_and_its_interval_kept_inside():
    sentence = aloud(400, 90)
    assert sentence.startswith("The estimate is −5%")
    assert "between 0% and 9%" in sentence


def test_impossible_reports_are_told():
    assert "No class of 400 respondents could plausibly" in aloud(400, 0)


def test_one_respondent_is_singular():
    assert "1 respondent " in aloud(1, 1, Fraction(49, 100), 0.5) or "says nothing" in aloud(1, 1)


@pytest.mark.parametrize(
    ("share", "digits", "text"),
    [(0.305, 1, "30.5%"), (-0.04, 0, "−4%"), (-0.001, 0, "0%"), (None, 0, "–"), (1.5, 0, "150%")],
)
def test_percent(share, digits, text):
    assert percent(share, digits) == text


def test_odds_in_words_are_exact_or_say_about():
    assert odds_in_words(QUARTER) == "3"
    assert odds_in_words(Fraction(1, 10)) == "1.5"
    assert odds_in_words(Fraction(123, 1000)) == "about 1.65"


def test_truth_probability():
    assert truth_probability(QUARTER) == "75%"
    assert truth_probability(Fraction(1, 3)) == "83.33%"


def test_meaning_warns_of_a_survey_that_cannot_say_anything():
    assert "That says nothing" in meaning(Question("Did you?", Fraction(1, 10)), 30)
    assert "±124 points" in meaning(Question("Did you?", Fraction(1, 10)), 30)
    assert "That says nothing" not in meaning(Question("Did you?", QUARTER), 300)
