"""Two questions beside each other: the page and its files say what the core computes."""

import csv
import html
import io
import itertools
import math
import re
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from instruments import alone, make_instrument
from page_words import words_of

from survey.core.instrument.instrument import Question
from survey.core.responses.response import Response
from survey.core.results.crosstab import CrossTable, Relation
from survey.exports.relation_values import COLUMNS, relation_document
from survey.store import State, Survey
from survey.text.translator import ENGLISH

QUARTER = Fraction(1, 4)
YEARS = ("First", "Later")
PAGE = "/surveys/bcd234/relations"
ITEMS = ["q1", "q2", "q3_1", "q3_2", "q4", "q5"]
QUESTIONS = [0, 1, 2, 2, 3, 4]  # of each item


@pytest.fixture
def one_question(store):
    """A survey of one question with six responses."""
    instrument = make_instrument()
    store.surveys.add(Survey("bcd234", instrument, State.OPEN))
    for number in range(6):
        store.responses.add("bcd234", Response(instrument.digest, f"{number:032x}", (1,)))


def relation(store, survey, first: str, second: str, confidence=0.95) -> Relation:
    a, b = ITEMS.index(first), ITEMS.index(second)
    items, questions = survey.instrument.items, survey.instrument.questions
    counts = store.responses.cross_tally("bcd234", a, b)
    table = CrossTable(items[a], items[b], counts, confidence)
    return Relation(table, questions[QUESTIONS[a]], questions[QUESTIONS[b]])


def relation_of_two(store, instrument) -> CrossTable:
    return CrossTable(*instrument.items, store.responses.cross_tally("bcd234", 0, 1), 0.95)


def cells(page: str) -> list[str]:
    return [
        html.unescape(re.sub(r"<[^>]*>", " ", cell)).split()[0]
        for cell in re.findall(r"<td>(.*?)</td>", page, re.S)
    ]


@pytest.mark.parametrize(("first", "second"), [("q3_1", "q1"), ("q1", "q2"), ("q3_2", "q4")])
def test_page_shows_the_estimates_of_the_core(instructor, store, mixed_survey, first, second):
    page = instructor.get(f"{PAGE}?first={first}&second={second}").text
    table = relation(store, mixed_survey, first, second).table
    shown = cells(page)
    for group, option in itertools.product(
        range(len(table.first.labels)), range(len(table.second.labels))
    ):
        for share in (table.conditional(group, option), table.joint[group][option]):
            assert ENGLISH.percent(share, 1) in shown


def test_chooser_names_every_item_and_keeps_the_choice(instructor, mixed_survey):
    page = instructor.get(f"{PAGE}?first=q5&second=q3_1").text
    assert re.findall(r'<option value="(\w+)"', page) == ITEMS * 2
    assert re.findall(r'<option value="(\w+)" selected', page) == ["q5", "q3_1"]
    assert "Which exams? Algebra" in page


def test_before_choosing_nothing_is_shown_but_the_chooser(instructor, mixed_survey):
    page = instructor.get(PAGE).text
    assert "Groups by" in page
    assert "<table>" not in page


@pytest.mark.parametrize("confidence", [0.90, 0.99])
def test_files_hold_what_the_core_computes(instructor, store, mixed_survey, confidence):
    query = f"?first=q2&second=q1&confidence={confidence * 100:.0f}"
    document = relation_document(relation(store, mixed_survey, "q2", "q1", confidence))
    assert instructor.get(f"{PAGE}/table.json{query}").json == document
    answer = instructor.get(f"{PAGE}/table.csv{query}")
    assert "bcd234-q2-q1.csv" in answer.headers["Content-Disposition"]
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows[0] == list(COLUMNS)
    assert len(rows) - 1 == len(document["rows"])


def test_picture_is_an_svg_with_a_row_a_group_and_option(instructor, mixed_survey):
    answer = instructor.get(f"{PAGE}/relation.svg?first=q1&second=q2")
    assert answer.content_type == "image/svg+xml"
    root = ElementTree.fromstring(answer.text)
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "of those who said “No” to q1: Mine" in words
    assert len([each for each in words if "of those who said “Yes” to q1:" in each]) == 3
    assert "class=" not in answer.text


@pytest.mark.parametrize("query", ["?first=q1&second=q1", "?first=q1", "?first=q1&second=q9",
                                   "?first=&second=", "?first=q3&second=q1"])  # fmt: skip
@pytest.mark.parametrize("path", ["", "/table.json", "/table.csv", "/relation.svg"])
def test_other_questions_are_refused(instructor, mixed_survey, path, query):
    answer = instructor.get(PAGE + path + query)
    assert answer.status_code == 422
    assert "two different questions" in answer.text


@pytest.mark.parametrize("path", ["", "/table.json", "/table.csv", "/relation.svg"])
def test_nothing_is_shown_below_the_threshold(instructor, store, mixed_survey, path):
    store.surveys.set_sharing("bcd234", False, 201)
    assert instructor.get(f"{PAGE}{path}?first=q1&second=q2").status_code == 403


def test_no_difference_is_told_from_a_share_that_is_not(instructor, store):
    """Nobody reports q1: No, so that every share among them is possible."""
    instrument = alone(*[Question(f"{n}?", QUARTER) for n in "ab"])
    store.surveys.add(Survey("bcd234", instrument, State.OPEN, fewest_responses=1))
    for number in range(200):
        reports = (int(number < 140), number % 2)
        store.responses.add("bcd234", Response(instrument.digest, f"{number:032x}", reports))
    table = relation_of_two(store, instrument)
    assert table.conditional_interval(0, 1) == (0, 1)
    assert table.difference(1, 0, 1) is not None
    page = words_of(instructor.get(f"{PAGE}?first=q1&second=q2").text, gap=" ")
    differences = page[page.index("Differences from q1: No, in points") :]
    low, high = table.difference_interval(1, 0, 1)
    low, high = math.floor(1000 * low) / 10, math.ceil(1000 * high) / 10  # outwards
    told = re.sub(r" approximately \S+ to \S+", "", differences)
    assert f"q1: Yes – {-high:.1f} to {-low:.1f} – {low:.1f} to {high:.1f}".replace(
        "-", "−"
    ) in told  # fmt: skip
    likely = [math.floor(1000 * table.likely_difference(1, 0, 1)[0]) / 10]
    assert f"approximately {likely[0]:.1f} to".replace("-", "−") in differences


@pytest.mark.parametrize("hidden", [False, True])
def test_with_a_cap_the_intervals_hold_at_every_look(instructor, store, hidden):
    """Unless nobody could look: then those of one look are narrower."""
    instrument = make_instrument("2/5", "2/5")
    store.surveys.add(Survey("bcd234", instrument, State.OPEN, cap=200, hidden_until_closed=hidden))
    for number in range(200):
        reports = (int(number < 100), number % 2)
        store.responses.add("bcd234", Response(instrument.digest, f"{number:032x}", reports))
    counts = store.responses.cross_tally("bcd234", 0, 1)
    table = CrossTable(*instrument.items, counts, 0.95, None if hidden else 200)
    answer = instructor.get(f"{PAGE}?first=q1&second=q2").text
    assert ("since at most 200 can answer" in answer) is not hidden
    document = instructor.get(f"{PAGE}/table.json?first=q1&second=q2").get_json()
    [row] = [
        row
        for row in document["rows"]
        if (row["quantity"], row["group"], row["option"]) == ("conditional", "Yes", "Yes")
    ]
    found = row["guaranteed_low"], row["guaranteed_high"]
    assert found == pytest.approx(table.conditional_interval(1, 1))
    assert document["cap"] == table.cap


def test_two_yes_are_told_apart_and_cut_ends_left_out(instructor, store, mixed_survey):
    page = words_of(instructor.get(f"{PAGE}?first=q3_1&second=q1").text, gap=" ")
    assert "q1 “Did you cheat?” among each answer to q3_1 “Which exams? Algebra”" in page
    assert "Group Share of all q1: No q1: Yes" in page
    table = relation(store, mixed_survey, "q3_1", "q1").table
    for group, option in itertools.product(range(2), repeat=2):
        low, high = table.conditional_interval(group, option)
        if low == 0 and high < 1:
            assert f"at most {ENGLISH.percent(high, 1)}" in page
        if low > 0 and high == 1:
            assert f"at least {ENGLISH.percent(low, 1)}" in page


def test_ends_of_a_number_are_not_taken_for_answers(instructor, mixed_survey):
    page = re.sub("</?bdi[^>]*>", "", instructor.get(f"{PAGE}?first=q1&second=q4").text)
    assert '<th scope="col">q4: rounded to 40</th>' in page
    assert '<th scope="col">q4: 40</th>' not in page
    picture = instructor.get(f"{PAGE}/relation.svg?first=q1&second=q4").text
    assert "of those who said “No” to q1: rounded to 40" in picture


def test_fault_is_told_above_the_form_that_keeps_the_choice(instructor, mixed_survey):
    page = instructor.get(f"{PAGE}?first=q3_1&second=q3_1").text
    assert 'class="error" role="alert">Please choose two different questions' in page
    assert re.findall(r'<option value="(\w+)" selected', page) == ["q3_1", "q3_1"]


def test_one_question_has_nothing_to_be_related_to(instructor, one_question):
    assert "nothing to compare it with" in instructor.get(PAGE).text
