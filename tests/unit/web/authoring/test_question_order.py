"""The buttons that order, add and remove questions, as a browser without a script presses them."""

import html
import re

import pytest

from survey.web.authoring.question_order import pressed, rearranged

ENTRIES = [{"text": text} for text in "abc"]


def after(button: str, value: str = "", removed: str = "") -> str:
    return "".join(
        each.get("text", "_") for each in rearranged(ENTRIES, button, value, removed).entries
    )


@pytest.mark.parametrize(
    ("button", "value", "expected"),
    [("add", "", "abc_"), ("insert", "1", "_abc"), ("insert", "3", "ab_c"), ("up", "3", "acb"),
     ("up", "1", "abc"), ("down", "1", "bac"), ("down", "3", "abc"), ("copy", "2", "abbc"),
     ("remove", "2", "ac"), ("remove", "4", "abc"), ("up", "x", "abc"), ("again", "", "abc")],
)  # fmt: skip
def test_each_button_does_what_it_says(button, value, expected):
    assert after(button, value) == expected
    assert [each["text"] for each in ENTRIES] == ["a", "b", "c"]


def test_what_is_removed_comes_back_where_it_was():
    taken = rearranged(ENTRIES, "remove", "2", "")
    assert rearranged(taken.entries, "restore", "", taken.removed).entries == ENTRIES


@pytest.mark.parametrize(
    "removed", ["", "x", "[]", '{"place": "1", "entry": {}}', '{"place": 0}', "[" * 100_000]
)
def test_nothing_that_is_no_question_comes_back(removed):
    assert after("restore", removed=removed) == "abc"


def test_the_only_question_stays():
    assert rearranged(ENTRIES[:1], "remove", "1", "").entries == ENTRIES[:1]


def test_other_buttons_are_none_of_these():
    assert pressed({"save": "", "title": ""}) is None


def test_undo_is_a_button_of_the_page(instructor):
    form = {"title": "T", "class_size": "20", "questions-0-text": "One?",
            "questions-1-text": "Two?", "questions-1-level": "2/5"}  # fmt: skip
    page = instructor.post("/surveys/new", form | {"remove": "2"}).text
    assert 'name="restore"' in page
    removed = html.unescape(re.search(r'name="removed"[^>]*value="([^"]*)"', page)[1])
    del form["questions-1-text"], form["questions-1-level"]
    page = instructor.post("/surveys/new", form | {"restore": "", "removed": removed}).text
    assert re.search(r'name="questions-1-text"[^>]*value="Two\?"', page)
    assert re.search(r'name="questions-1-level" value="2/5" checked', page)
    assert 'name="restore"' not in page
