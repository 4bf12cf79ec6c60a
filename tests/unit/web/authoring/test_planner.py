"""The planner's page: two of three give the third, and a dead end has a way out."""

import re
from html import unescape

import pytest

from survey.core.mechanism.privacy import parse_gamma
from survey.core.planning.planner import METHODS, Plan
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.translator import ENGLISH

TWO = "Please give two of students, margin and protection"


def rows(page: str) -> dict[str, list[str]]:
    """The cells of the plan's table, by method."""
    table = page[page.index('<table class="plans">') :]
    found = re.findall(
        r'<tr><th scope="row">(.*?)</th>(.*?)</tr>', table[: table.index("</table>")], re.S
    )
    return {name: re.findall(r"<td>(.*?)</td>", cells) for name, cells in found}


def answer(page: str) -> tuple[str, str]:
    """The question that the page answers, and its answer."""
    question, found = re.search(
        r'<h2 id="answer">(.*?)</h2>\s*<p class="introduction"><strong>(.*?)</strong>', page
    ).groups()
    return unescape(question), unescape(found)


def typed(page: str, name: str) -> str:
    """What stands in this field."""
    (field,) = re.findall(rf'<input[^>]*name="{name}"[^>]*>', page)
    return unescape(re.search(r'value="([^"]*)"', field)[1])


def test_bare_page_shows_an_example(instructor):
    page = instructor.get("/plan").text
    assert answer(page) == (
        "How exact is a yes/no question that 100 students answer, with strong protection?",
        "Give or take 27 points; 17 points if figures wait until the end.",
    )
    assert [typed(page, name) for name in ("respondents", "margin", "gamma")] == ["100", "", ""]
    assert re.search(r'<option selected value="1/4">Strong: 30\xa0→\xa056%</option>', page)


@pytest.mark.parametrize(
    ("asked", "question", "found"),
    [
        ("margin=10&level=1/4",
         "How many students make a yes/no question exact to 10 points, with strong protection?",
         "682 students; 287 students if figures wait until the end."),
        ("respondents=100&margin=15",
         "How well is each answer protected if 100 students make a yes/no question exact to 15 "
         "points?",
         "Fair (γ\xa0=\xa00.351), suspicion 30\xa0→\xa071%; "
         "fair (γ\xa0=\xa00.267), suspicion 30\xa0→\xa059% if figures wait until the end."),
        ("respondents=30&gamma=1/10",
         "How exact is a yes/no question that 30 students answer, with strong protection "
         "(γ\xa0=\xa01/10)?",
         "Not exact enough to tell you anything. Ask more students, or protect each answer less."),
        ("respondents=30&gamma=1/4",
         "How exact is a yes/no question that 30 students answer, with strong protection?",
         "Let figures wait until the end: give or take 30 points. Before, they say nothing."),
        ("respondents=30&level=1/4&gamma=2/5",
         "How exact is a yes/no question that 30 students answer, with fair protection?",
         "Give or take 23 points; 13 points if figures wait until the end."),
        ("respondents=30&margin=1",
         "How well is each answer protected if 30 students make a yes/no question exact to 1.0 "
         "points?", "Not with any allowed γ."),
    ],
)  # fmt: skip
def test_the_first_line_says_which_question_is_answered(instructor, asked, question, found):
    assert answer(instructor.get(f"/plan?{asked}").text) == (question, found)


def test_each_level_stands_beside_the_others_and_nothing_is_wider_than_the_scale(instructor):
    page = instructor.get("/plan?respondents=30&gamma=1/10").text
    table = page[page.index('<table class="levels-planned">') :]
    found = re.findall(r"<td>(.*?)</td>", table[: table.index("</table>")])
    assert found == [
        "30\xa0→\xa056%", "too wide to tell you anything", "30", "30\xa0→\xa079%", "23", "13",
        "30\xa0→\xa089%", "13", "6.7",
    ]  # fmt: skip
    folded = page.index("<summary>Every interval")
    assert "±" not in page[page.index('id="answer"') : folded].replace("is ±50 points", "")


def test_few_words_are_seen_before_a_fold_is_opened(instructor):
    """About 250 where 718 were."""
    for asked in ("", "?margin=10&level=1/4", "?respondents=30&gamma=1/10"):
        page = instructor.get(f"/plan{asked}").text
        main = page[page.index("<h1>") : page.index("<footer")]
        bare = re.sub(r"</summary>.*?(?=<details|<section|<footer|$)", " ", main, flags=re.S)
        assert 50 < len(re.sub(r"<[^>]*>", " ", bare).split()) < 250


@pytest.mark.parametrize(
    ("asked", "plan"),
    [
        ("respondents=300&gamma=1/4", Plan(300, None, parse_gamma("1/4"))),
        ("margin=10&gamma=0.25", Plan(None, 0.1, parse_gamma("1/4"))),
        ("respondents=300&margin=12.5", Plan(300, 0.125, None)),
        ("respondents=300&gamma=1/4&confidence=99", Plan(300, None, parse_gamma("1/4"), 0.99)),
    ],
)
def test_table_holds_what_every_method_needs(instructor, asked, plan):
    shown = rows(instructor.get(f"/plan?{asked}").text)
    assert list(shown) == [INTERVAL_WORDS[each].title for each in METHODS[:-1]] + ["curator"]
    for need, (n, margin, gamma, epsilon) in zip(plan.needs, shown.values(), strict=True):
        assert epsilon == ENGLISH.epsilon(need.epsilon)
        assert (parse_gamma(gamma) if gamma != "–" else None) == need.gamma
        assert n == f"{need.respondents:,}"
        assert float(margin.removesuffix(" points")) == pytest.approx(100 * need.margin, abs=0.5)


def test_survey_that_says_nothing_is_warned_of_and_the_way_out_leads_somewhere(instructor):
    page = instructor.get("/plan?respondents=30&gamma=1/10").text
    assert "Hoeffding's interval goes from nobody to everyone" in unescape(page)
    ways = [unescape(way) for way in re.findall(r'<li><a href="(/plan[^"]*)"', page)]
    assert ways == [
        "/plan?respondents=30&gamma=1/3&confidence=95",
        "/plan?margin=10&gamma=1/10&confidence=95",
    ]
    for way in ways:
        answer = instructor.get(way)
        assert answer.status_code == 200
        assert 'class="warning"' not in answer.text


def test_table_says_which_kind_has_the_better_mean_of_a_rating(instructor):
    page = instructor.get("/plan?respondents=30&gamma=1/4").text
    assert re.search(
        r'<th scope="row">1 to 5</th><td>14.0</td><td>22.5</td><td>number \(a rating needs 1.61',
        page,
    )
    page = instructor.get("/plan?respondents=30&gamma=2/5").text
    assert re.search(
        r"1 to 5</th><td>4.25</td><td>3.28</td><td>rating \(a number needs 1.30 times", page
    )
    # Without a γ there is nothing to compare.
    assert "The mean of a rating" not in instructor.get("/plan?respondents=30&margin=5").text


def test_margin_that_no_gamma_brings(instructor):
    page = instructor.get("/plan?respondents=30&margin=5").text
    assert "Not with any allowed γ" in page
    assert rows(page)["Hoeffding"] == ["30", "5.0 points", "none does", "–"]


@pytest.mark.first_cell
@pytest.mark.parametrize(
    "asked",
    ["respondents=1&gamma=1/1000", "respondents=1000000&gamma=499/1000",
     "respondents=1000000&margin=100", "margin=0.1&gamma=1/10000", "margin=0.1&gamma=9/20"],
)  # fmt: skip
def test_the_ends_of_the_ranges_are_drawn(instructor, asked):
    page = instructor.get(f"/plan?{asked}")
    assert page.status_code == 200
    assert instructor.get(f"/plan/trade-off.svg?{asked}").status_code == 200
    assert not re.search(r"\b(nan|inf)\b", page.text)


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"respondents": "30"}, TWO),
        ({"respondents": "30", "margin": "10", "gamma": "1/4"}, TWO),
        ({"confidence": "95"}, TWO),
        ({"respondents": "1.5", "gamma": "1/4"}, "whole number from 1 to 1,000,000"),
        ({"respondents": "0", "gamma": "1/4"}, "whole number from 1 to 1,000,000"),
        ({"respondents": "1.000", "gamma": "1/4"}, "whole number from 1 to 1,000,000"),
        ({"respondents": "9" * 5000, "gamma": "1/4"}, "whole number from 1 to 1,000,000"),
        ({"margin": "100.1", "gamma": "1/4"}, "points from 0.1 to 100"),
        ({"margin": "1e1", "gamma": "1/4"}, "points from 0.1 to 100"),
        ({"margin": "0.09", "gamma": "1/4"}, "points from 0.1 to 100"),
        ({"respondents": "30", "gamma": "1/2"}, "γ"),
        ({"respondents": "30", "gamma": "<b>"}, "γ"),
        ({"respondents": "30", "gamma": "1/4", "confidence": "96"}, "Not a valid choice"),
    ],
)
def test_bad_input_is_told_at_its_field_and_what_was_typed_stays(instructor, asked, sentence):
    answer = instructor.get("/plan", query_string=asked)
    assert answer.status_code == 422
    errors = re.findall(r'class="error"[^>]*>(.*?)</', answer.text, re.S)
    assert len(errors) == 1
    assert sentence in unescape(errors[0])
    for name in asked.keys() - {"confidence"}:
        assert typed(answer.text, name) == asked[name]
    assert instructor.get("/plan/trade-off.svg", query_string=asked).status_code == 422


def test_picture_is_a_file_of_its_own(instructor):
    answer = instructor.get("/plan/trade-off.svg?respondents=100&gamma=1/4")
    assert answer.mimetype == "image/svg+xml"
    assert "class=" not in answer.text
    assert "±27 with 100" in answer.text


def test_planner_needs_no_store_but_a_sign_in(respondent):
    for path in ("/plan", "/plan/trade-off.svg?respondents=100&gamma=1/4"):
        answer = respondent.get(path)
        assert answer.status_code == 302
        assert "/sign-in" in answer.location


def test_both_ways_to_ask_several_questions_stand_side_by_side(instructor):
    page = instructor.get("/plan?respondents=200&gamma=1/4").text
    table = page[page.index("Two ways to ask several questions") :]
    found = re.findall(
        r'<tr><th scope="row">(\d+)</th>(.*?)</tr>', table[: table.index("</table>")]
    )
    cells = {number: re.findall(r"<td>(.*?)</td>", row) for number, row in found}
    assert list(cells) == ["2", "3", "5", "10"]
    assert cells["5"][:3] == ["0.054", "too wide to tell you anything", "43 points"]
    assert "Two ways to ask several" not in instructor.get("/plan?respondents=1&gamma=1/4").text


def test_another_language_shows_the_same_example(instructor):
    page = instructor.get("/plan?lang=de")
    assert page.status_code == 200
    assert TWO not in page.text
    assert answer(instructor.get("/plan?lang=en").text) == answer(instructor.get("/plan").text)


def test_an_incomplete_plan_is_refused_in_the_language_of_the_page(instructor):
    page = instructor.get("/plan?lang=de&respondents=40")
    assert page.status_code == 422
    assert TWO not in page.text
    [said] = re.findall(r'<p class="error" role="alert">(.*?)</p>', page.text, re.S)
    assert said.startswith("Bitte ")
