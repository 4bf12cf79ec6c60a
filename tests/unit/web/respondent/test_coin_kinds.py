"""Coin mode of every kind: the words give exactly the channel, and outcomes become reports."""

import re
from fractions import Fraction

import pytest
from opened_again import force_state

from survey.core.instrument.instrument import Question
from survey.core.instrument.parsing import validate
from survey.core.kinds.item import Item
from survey.core.kinds.registry import KINDS
from survey.core.mechanism.privacy import channel, odds
from survey.core.responses.response import shared_response_id
from survey.store import State, Survey
from survey.text.kinds.item_words import words_of
from survey.text.translator import ENGLISH

URL = "/s/bcd234/coin"


def steps(item: Item) -> list[str]:
    return words_of(item).steps(item, ENGLISH)


WORDS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"]
ORDINALS = {word: place for place, word in enumerate(WORDS, start=1)}


@pytest.fixture(autouse=True)
def _in_english(app):
    """The steps are worded for a request; this one names no language."""
    with app.test_request_context():
        yield


def numbers(text: str) -> range:
    """ "4 to 6" or "4" as a range."""
    found = [int(number) for number in re.findall(r"\d+", text)]
    return range(found[0], found[-1] + 1)


def law_of_a_choice(words: list[str], answer: int, options: int) -> list[Fraction]:
    """The report's distribution if someone with this answer does as the words say."""
    draw, truth, rest = words
    total = int(re.search(r"from 1 to (\d+) at random", draw)[1])
    kept = numbers(re.fullmatch(r"If it is (.*), mark your true answer\.", truth)[1])
    others = [place for place in range(options) if place != answer]
    law = [Fraction(0)] * options
    law[answer] += Fraction(len(kept), total)
    covered = set(kept)
    for piece in rest.split("says: ")[1].rstrip(".").split("; "):
        span, ordinal = piece.split(": ")
        place = ORDINALS.get(ordinal) or int(ordinal.removesuffix("th"))
        law[others[place - 1]] += Fraction(len(numbers(span)), total)
        covered |= set(numbers(span))
    assert covered == set(range(1, total + 1))
    return law


@pytest.mark.parametrize("gamma", ["1/4", "2/5", "1/10", "123/1000", "4999/10000"])
@pytest.mark.parametrize("options", [3, 4, 5, 20])
def test_choice_by_hand_has_exactly_the_channel(gamma, options):
    gamma = Fraction(gamma)
    question = Question("?", gamma, KINDS["choice"], tuple(f"o{n}" for n in range(options)))
    (item,) = question.items("q1")
    expected = channel(odds(gamma), options)
    for answer in range(options):
        assert law_of_a_choice(steps(item), answer, options) == expected[answer]


def opposite_probability(words: list[str]) -> Fraction:
    draw, opposite, _ = words
    if "two coins" in draw:
        return Fraction(1, 4)
    if "die" in draw:
        return Fraction(1, 6)
    total = int(re.search(r"from 1 to (\d+) at random", draw)[1])
    return Fraction(len(numbers(re.search(r"it is (.*?),", opposite)[1])), total)


@pytest.mark.parametrize(("low", "high"), [(0, 5), (-3, 4), (10, 12), (0, 1), (7, 8)])
@pytest.mark.parametrize("gamma", ["1/4", "1/3", "1/10"])
def test_number_by_hand_has_exactly_the_mean(gamma, low, high):
    """P(high end is reported | x) = 1/2 − γ + 2γ (x − low)/(high − low)."""
    gamma = Fraction(gamma)
    question = Question("?", gamma, KINDS["number"], low=low, high=high)
    words = steps(question.items("q1")[0])
    wrong = opposite_probability(words[-3:])
    for answer in range(low, high + 1):
        distance = re.search(r"your number (less|plus) (\d+)", words[0])
        shift = 0 if not distance else int(distance[2]) * (1 if distance[1] == "plus" else -1)
        if high - low == 1:
            taken = Fraction(answer == high)
        else:
            total = int(re.search(r"from 1 to (\d+) at random", words[1])[1])
            ends = f"take {ENGLISH.whole(high)}; otherwise take {ENGLISH.whole(low)}"
            assert ends in words[2]
            taken = Fraction(answer + shift, total)
        reported = taken * (1 - wrong) + (1 - taken) * wrong
        share = Fraction(answer - low, high - low)
        assert reported == Fraction(1, 2) - gamma + 2 * gamma * share


@pytest.fixture
def form(respondent, store, mixed_survey) -> dict:
    force_state(store, "bcd234", "open")
    page = respondent.get(URL).text
    hidden = {
        re.search(r'name="([^"]*)"', field)[1]: re.search(r'value="([^"]*)"', field)[1]
        for field in re.findall(r"<input ([^>]*type=\"hidden\"[^>]*)>", page)
    }
    reports = (1, 2, 0, 1, 1, 4)
    hidden["typed"] = "eight letters"
    return hidden | {f"report_{n}": str(value) for n, value in enumerate(reports, start=1)}


def test_outcomes_of_every_kind_are_stored_and_read_back(respondent, store, form):
    answer = respondent.post(URL, data=form)
    assert answer.status_code == 200
    response_id = shared_response_id(form["form_part"], form["typed"])
    assert (response_id, (1, 2, 0, 1, 1, 4)) in list(store.responses.all("bcd234"))
    for words in ("Prefer not to answer", "Analysis", "40"):
        assert words in answer.text


@pytest.mark.parametrize(("field", "value"), [("report_2", "3"), ("report_6", "5"),
                                              ("report_5", "40"), ("report_1", "-1")])  # fmt: skip
def test_outcomes_out_of_range_are_refused(respondent, store, form, field, value):
    assert respondent.post(URL, data={**form, field: value}).status_code == 422
    assert store.responses.tally("bcd234").responses == 200


def test_every_item_has_a_card_of_its_own(respondent, form):
    page = respondent.get(URL).text
    for title in ("Which exams? Algebra", "Which exams? Analysis", "How many hours?"):
        assert title in page


def test_questions_have_the_numbers_that_they_have_on_every_page(respondent, form):
    """Of "choose all that apply" each option is a card, and all of them one question."""
    page = respondent.get(URL).text
    assert re.findall(r"<legend>(\w+)\. <bdi", page) == ["1", "2", "3a", "3b", "4", "5"]


def offered(page: str) -> list[list[tuple[str, str]]]:
    """(value sent, what it says) of every radio button, a list a question."""
    return [
        re.findall(r'<input[^>]* value="(\d+)"[^>]*>\s*<span[^>]*>([^<]+)</span>', fieldset)
        for fieldset in re.findall(r"<fieldset.*?</fieldset>", page, re.DOTALL)
    ]


def test_a_question_offers_its_reports_in_the_order_of_the_kind(respondent, store):
    """Also a choice whose options are called as the page's own words for no and yes are.

    With a script they are the same: tests/browser/respondent/test_shell.py.
    """
    questions = [
        {"text": "Did you cheat?", "gamma": "1/4"},
        {"kind": "choice", "text": "Did you?", "options": ["No", "Yes"]},
        {"kind": "choice", "text": "Did they?", "options": ["Yes", "No"]},
        {"kind": "rating", "text": "How fair was it?", "highest": 3},
    ]
    store.surveys.add(
        Survey("nys234", validate({"title": "T", "questions": questions}), State.OPEN)
    )
    assert offered(respondent.get("/s/nys234/coin").text) == [
        [("1", "Yes"), ("0", "No")],
        [("0", "No"), ("1", "Yes")],
        [("0", "Yes"), ("1", "No")],
        [("0", "1"), ("1", "2"), ("2", "3")],
    ]


def test_words_of_a_choice_are_the_questionnaires_though_the_page_has_the_same(respondent, store):
    questions = [{"kind": "choice", "text": "Did you?", "options": ["No", "Yes"]}]
    store.surveys.add(
        Survey("nys234", validate({"title": "T", "questions": questions}), State.OPEN)
    )
    german = {"Accept-Language": "de"}
    page = respondent.get("/s/nys234/coin", headers=german).text
    assert offered(page) == [[("0", "No"), ("1", "Yes")]]
