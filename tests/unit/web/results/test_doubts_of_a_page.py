"""Doubts that a page says of more than one figure: a sum above 100%, and few who could undo all."""

from dataclasses import replace
from fractions import Fraction

import pytest
from instruments import alone, make_instrument, make_mixed_instrument
from page_words import words_of
from public_figures import show_to_all

from survey.core.responses.response import Response
from survey.store import State, Survey

CHOICE, SEVERAL = make_mixed_instrument().questions[1:3]
SAID = "These shares sum to 108%: each is estimated by itself, and none is shown below 0%."
SURFACES = [
    "/surveys/sums34",
    "/surveys/sums34/report",
    "/surveys/sums34/present?slide=1&results=shown",
    "/surveys/sums34/cards/q1",
    "/s/sums34/results",
]


def publish(store, question, reports: list[tuple[int, ...]]) -> None:
    """A closed survey of one question, its results public."""
    survey = Survey("sums34", alone(question), State.OPEN, results_public=True)
    store.surveys.add(survey)
    for number, each in enumerate(reports):
        response = Response(survey.instrument.digest, f"{number:032x}", each)
        store.responses.add("sums34", response)
    show_to_all(store, "sums34")
    store.surveys.set_state("sums34", State.CLOSED)


@pytest.mark.parametrize("path", SURFACES)
def test_a_sum_of_more_than_all_is_explained(instructor, store, path):
    """The estimates are 79%, 29% and −8%."""
    publish(store, CHOICE, [(0,)] * 40 + [(1,)] * 18 + [(2,)] * 2)
    assert words_of(instructor.get(path).text, gap=" ").count(SAID) == 1


def test_shares_of_all_that_apply_need_not_sum_to_anything(instructor, store):
    publish(store, SEVERAL, [(1, 1)] * 60)
    page = instructor.get("/surveys/sums34").text
    assert "These shares sum" not in page


def test_that_few_could_undo_it_all_is_said_once_a_page(instructor, store):
    survey = Survey("sums34", make_instrument("2/5", "2/5"), State.OPEN, results_public=True)
    store.surveys.add(survey)
    for number in range(30):
        response = Response(survey.instrument.digest, f"{number:032x}", (number % 2, 0))
        store.responses.add("sums34", response)
    show_to_all(store, "sums34")
    for path in ("/surveys/sums34", "/surveys/sums34/report", "/s/sums34/results"):
        said = words_of(instructor.get(path).text, gap=" ")
        assert said.count("people answering falsely could move this by its whole margin.") == 1


@pytest.mark.parametrize("count", [5, 60])
def test_where_there_are_no_figures_or_many_respondents_nobody_is_warned(instructor, store, count):
    publish(store, replace(SEVERAL, gamma=Fraction(1, 4)), [(1, 0)] * count)
    assert "answer falsely" not in instructor.get("/surveys/sums34").text
