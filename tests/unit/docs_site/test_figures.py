"""Figures that how-to guides give without a program are those that the app computes."""

import re
from fractions import Fraction

import pytest

from survey.core.intervals.registry import ANNOUNCED
from survey.core.mechanism.privacy import epsilon, odds, posterior
from survey.core.planning.designs import Designs
from survey.core.planning.deviations_found import USUAL_SHARE, respondents_to_find
from survey.core.planning.planner import half_width
from survey.text.figures import gamma_in_words
from survey.text.translator import ENGLISH
from survey.web.learning.documentation import FOLDER

PAGE = (FOLDER / "how-to" / "choose-gamma.md").read_text("utf-8")
ROWS = [re.findall(r"[^|]+", row) for row in re.findall(r"^\| \d[^\n]*", PAGE, re.M)]
CELLS = [[cell.strip() for cell in row if cell.strip()] for row in ROWS]
LEVELS = [row for row in CELLS if "/" in row[0]]
CLASSES = [row for row in CELLS if "/" not in row[0]]


@pytest.mark.parametrize("row", LEVELS, ids=lambda row: row[0].replace("/", " in "))
def test_what_a_report_may_tell(row):
    gamma = Fraction(row[0])
    yes, no = odds(gamma)
    assert row[1:] == [
        f"{float(gamma + Fraction(1, 2)):.0%}".replace("%", " %"),
        f"{yes} : {no}",
        f"{epsilon(gamma):.2f}",
        f"{posterior(0.3, 1, gamma):.0%}".replace("%", " %"),
    ]


@pytest.mark.parametrize("row", CLASSES, ids=lambda row: row[0])
def test_what_a_class_can_learn(row):
    gammas = [Fraction(text) for text in re.findall(r"\| γ = (\d+/\d+)", PAGE)]
    widths = [half_width("class", int(row[0]), gamma, 0.95) for gamma in gammas]
    assert row[1:] == [f"±{100 * width:.0f}" for width in widths]


def test_both_tables_are_read():
    assert (len(LEVELS), len(CLASSES)) == (5, 5)


def test_how_many_respondents_a_control_question_takes():
    page = (FOLDER / "how-to" / "control-question.md").read_text("utf-8")
    gamma = Fraction(2, 5)
    starred, sampled = (respondents_to_find(gamma, starred=each) for each in (True, False))
    assert f"{ENGLISH.about(starred)} respondents (stars on slips)" in page
    assert f"{ENGLISH.about(sampled)} (outside figure)" in page
    assert f"it finds {float(USUAL_SHARE):.0%} who".replace("%", " %") in page
    assert f"It adds ε = {epsilon(gamma):.2f}," in page


def test_what_one_question_each_gains_is_what_the_planner_says():
    """With γ in three decimals: the exact one would give ±88, which nobody can ask with."""
    page = (FOLDER / "how-to" / "one-question-each.md").read_text("utf-8").replace("\n", " ")
    five = Designs(5, 200, Fraction(1, 4))
    assert f"(γ = {gamma_in_words(five.split_gamma)})" in page
    assert f"for a class of 200 is ±{ENGLISH.points(five.split(ANNOUNCED))} points" in page
    assert f"the interval is ±{ENGLISH.points(five.each(ANNOUNCED))}." in page
