"""Every kind of question: its fields, its items, and what a column of its reports says."""

import copy
import pickle

import pytest
from instruments import mixed_questions

from survey.core.instrument.parsing import validate
from survey.core.instrument.question_validation import check_question
from survey.core.instrument.validation import Validation
from survey.core.kinds.kind import OptionsField
from survey.core.kinds.registry import DEFAULT_KIND, KINDS

EVERY_KIND = validate({"title": "Every kind", "questions": mixed_questions()})
QUESTIONS = {question.kind.name: question for question in EVERY_KIND.questions}


def test_every_kind_is_asked_here():
    assert QUESTIONS.keys() == KINDS.keys()
    assert KINDS[DEFAULT_KIND.name] is DEFAULT_KIND


@pytest.mark.parametrize("name", KINDS)
def test_a_kind_is_equal_to_its_copy_and_to_no_other(name):
    kind = KINDS[name]
    assert copy.deepcopy(kind) == pickle.loads(pickle.dumps(kind)) == kind
    assert [other for other in KINDS.values() if other == kind] == [kind]


@pytest.mark.parametrize("name", KINDS)
def test_fields_are_what_a_questionnaire_says_and_a_question_holds(name):
    question = QUESTIONS[name]
    document = question.document()
    fields = {field.name: field for field in question.kind.fields}
    assert document.keys() == {"kind", "text", "gamma"} | fields.keys()
    for field in fields.values():
        held = getattr(question, field.held_as)
        is_list = isinstance(field, OptionsField)
        assert document[field.name] == (list(held) if is_list else held)


@pytest.mark.parametrize("name", KINDS)
def test_items_agree_with_one_another(name):
    items = QUESTIONS[name].items("q9")
    first = items[0]
    assert [item.name for item in items] in (["q9"], [f"q9_{n + 1}" for n in range(len(items))])
    for item in items:
        assert (item.labels, item.yes_no, item.numeric, item.ends, item.gamma) == (
            first.labels, first.yes_no, first.numeric, first.ends, first.gamma
        )  # fmt: skip
        assert len(set(item.labels)) == item.options >= 2
        assert sorted(item.offered) == list(range(item.options))
        assert sum([item.yes_no, item.ends is not None, item.exclusive]) == 1
        if item.numeric:
            values = [int(label) for label in item.labels]
            assert values == (list(item.ends) if item.ends else list(range(1, len(values) + 1)))
        # An option has a text of its own, and all else the question's.
        assert item.text == (item.option or QUESTIONS[name].text)


@pytest.mark.parametrize("name", KINDS)
def test_a_column_of_reports_is_a_question_with_as_many_options(name):
    """What an export says of a column makes a question whose reports are that column."""
    item = QUESTIONS[name].item
    ends = dict(zip(("low", "high"), map(str, item.ends or ()), strict=False))
    check = Validation()
    raw = {"kind": name, "text": "a column"} | KINDS[name].column(item.options, ends)
    question = check_question(check, raw, 1)
    assert check.errors == {}
    (of_column,) = question.items("q1")
    assert (of_column.options, of_column.yes_no, of_column.ends, of_column.numeric) == (
        item.options, item.yes_no, item.ends, item.numeric
    )  # fmt: skip
