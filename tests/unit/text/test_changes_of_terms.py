"""The change between two terms in words: rounded outwards, and never beyond what is possible."""

import pytest
from instruments import make_instrument

from survey.core.instrument.parsing import validate
from survey.core.pooling.pooled import Group
from survey.core.pooling.terms import changes
from survey.core.responses.tally import tally_from
from survey.text.pooled_words import NO_CHANGE_KNOWN, change_in_words
from survey.text.survey_protection import all_terms_in_words


def term(yes: int, respondents: int, instrument=None) -> list[Group]:
    asked = instrument or make_instrument("1/4")
    return [Group("", asked, tally_from(asked, [[respondents - yes, yes]]), hidden=True)]


def said(first: list[Group], last: list[Group]) -> str:
    [[change]] = changes(first, last, 0.95)
    return change_in_words(change)


@pytest.mark.parametrize(
    ("first", "last", "words"),
    [
        ((200, 400), (120, 400), "40 points down; between 59 down and 20 down."),
        ((120, 400), (200, 400), "40 points up; between 20 up and 59 up."),
        ((20, 40), (20, 40), "no change; between 60 down and 60 up. So it may not have changed "
                             "at all."),
    ],
)  # fmt: skip
def test_shares_change_by_points(first, last, words):
    assert said(term(*first), term(*last)) == f"From the first term to the last: {words}"


def test_a_mean_changes_by_its_unit():
    document = {"title": "T", "questions": [{"kind": "number", "text": "Hours?", "gamma": "2/5"}]}
    hours = validate(document)
    words = said(term(150, 300, hours), term(240, 300, hours))
    assert words.startswith("From the first term to the last: 38 up; between ")
    assert "points" not in words


def test_no_change_is_told_without_two_ranges():
    assert said(term(0, 0), term(20, 40)) == NO_CHANGE_KNOWN


def test_what_all_terms_cost_adds_up():
    asked = make_instrument("1/4")
    assert all_terms_in_words([asked, asked]) == (
        "For a student who answers in each of the 2 terms: strong → fair, ε = 2.20 in all."
    )
    assert "strong → weak" in all_terms_in_words([asked] * 3)
