"""Every kind of question: its fields, its items, and what a column of its reports says."""

import copy
import pickle

import pytest
from instruments import mixed_questions

from survey.core.estimates.quantity import Setting
from survey.core.instrument.parsing import validate
from survey.core.instrument.question_validation import check_question
from survey.core.instrument.validation import Validation
from survey.core.kinds.kind import OptionsField
from survey.core.kinds.registry import DEFAULT_KIND, KINDS
from survey.text.kinds.item_words import words_of
from survey.text.translator import ENGLISH

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
        assert (type(item), item.labels, item.range, item.gamma) == (
            type(first), first.labels, first.range, first.gamma
        )  # fmt: skip
        assert len(set(item.labels)) == item.options >= 2
        assert sorted(item.offered) == list(range(item.options))
        assert set(item.named) <= set(item.offered)
        assert len(item.meanings) == len(item.drawn) == len(item.values) == item.options
        numbered = zip(item.values, item.labels, strict=True)
        assert all(value is None or str(value) == label for value, label in numbered)
        assert set(item.codes.values()) == set(item.cells.values()) == set(item.offered)
        # An option has a text of its own, and all else the question's.
        assert item.text == item.particulars.get("option", QUESTIONS[name].text)
        assert words_of(item).labels(item, ENGLISH) == item.labels


@pytest.mark.parametrize("name", KINDS)
def test_a_column_of_reports_is_a_question_with_as_many_options(name):
    """What an export says of a column makes a question whose reports are that column."""
    item = QUESTIONS[name].item
    settings = {name: str(value) for name, value in item.settings.items()}
    check = Validation()
    raw = {"kind": name, "text": "a column"} | KINDS[name].column(item.options, settings)
    question = check_question(check, raw, 1)
    assert check.errors == {}
    (of_column,) = question.items("q1")
    assert (of_column.options, of_column.range, of_column.codes, of_column.values) == (
        item.options, item.range, item.codes, item.values
    )  # fmt: skip


@pytest.mark.parametrize("name", KINDS)
def test_the_cap_reaches_the_quantities_of_every_kind(name):
    question = QUESTIONS[name]
    items = question.items("q1")
    counts = [[20] * item.options for item in items]
    for quantity in question.kind.quantities(items, counts, Setting(0.95, told="horizon", cap=400)):
        assert quantity.told == "horizon"
        assert quantity.interval("horizon") is not None
