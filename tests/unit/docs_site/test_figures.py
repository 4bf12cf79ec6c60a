"""Figures that how-to guides give without a program are those that the app computes."""

import re
from fractions import Fraction

import pytest
from lies import TRUTHS
from omissions import OMISSIONS
from page_sizes import FIRST_VISIT, IN_ANY_LANGUAGE, SECOND_SCRIPT
from table_of_lies import cells

from survey.cli.checks.visitors import PHONES
from survey.core.intervals.registry import ANNOUNCED
from survey.core.mechanism.privacy import epsilon, odds, posterior
from survey.core.planning.designs import Designs
from survey.core.planning.deviations_found import USUAL_SHARE, respondents_to_find
from survey.core.planning.planner import half_width
from survey.lab.catalog import LESSONS
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


def page_of(*names: str) -> str:
    return FOLDER.joinpath(*names).read_text("utf-8").replace("\n", " ")


def test_a_first_visit_takes_no_more_than_both_pages_say():
    first, any_language, second = (
        f"{each // 1000} kB" for each in (FIRST_VISIT, IN_ANY_LANGUAGE, SECOND_SCRIPT)
    )
    measured, wifi = page_of("measured.md"), page_of("how-to", "bad-wifi.md")
    assert f"at most {first} until three questions are shown ({any_language} in other" in measured
    assert f"then {second} in one request" in measured
    assert f"less than {any_language} in any language ({first} in English), and {second} l" in wifi


def test_the_lab_has_as_many_lessons_as_were_tried():
    assert f"the lab: {len(LESSONS)} lessons" in page_of("measured.md")


def test_postgresql_is_as_much_faster_as_the_table_of_rates_says():
    rates = {
        name: [float(each.replace(",", "")) for each in re.findall(r"\d[\d,]*\d", cells)]
        for name, cells in re.findall(r"^\| ([^|]*servers?[^|]*) \|(.*)\|$",
                                      (FOLDER / "scale.md").read_text("utf-8"), re.M)
    }  # fmt: skip
    few, many = rates["one server"]
    old = rates["release 0.1.0, one server, two, four"]
    said = f"one server {few / old[0]:.1f} times 0.1.0's over 16 connections, {many / old[3]:.1f} "
    assert said in page_of("measured.md")
    four = rates["four servers"][1] / many
    assert f"two store as many as one, four {four:.2f} times as many" in page_of("scale.md")
    assert f"{10**9 / 86_400:,.0f} a second. Derived from {rates['two servers'][1]:,.0f}: two" in (
        page_of("scale.md")
    )


def test_a_page_is_compared_as_so_many_phones():
    assert len(PHONES) == 3
    assert "twice as each of three phones" in page_of("how-to", "check-the-page.md")


def test_lines_for_windows_are_said_to_have_run_nowhere():
    pages = [FOLDER.parent.parent / "README.md", *FOLDER.rglob("*.md")]
    found = [text for each in pages if "PowerShell" in (text := each.read_text("utf-8")) or
             "certutil" in text]  # fmt: skip
    assert len(found) >= 3
    assert all("Windows machine has run" in text.replace("\n", " ") for text in found)


def test_as_many_lies_are_found_as_the_table_of_lies_has():
    lists, omissions = len(cells("verify", "list")), len(cells("verify", "omission"))
    python, page = len(cells("python", "list")), len(cells("page", "list"))
    [row] = re.findall(r"[^|]* lies about results[^|]*\|[^|]*\|[^|]*\|", page_of("measured.md"))
    assert f"{lists} lies about results, {omissions} about an omission" in row
    assert f"short verifiers find {python}, the page of all reports {page} about the list" in row
    assert f"{len(TRUTHS) + len(OMISSIONS)} true files" in row
