import dataclasses
import hashlib
import json
from decimal import Decimal
from fractions import Fraction

import pytest
from instruments import make_instrument

from survey.core.instrument import from_canonical_json
from survey.core.instrument import from_toml
from survey.core.instrument import validate
from survey.errors import InstrumentInvalid

TOML = """
title = "After the final"
class_size = 120
[[questions]]
text = "Did you cheat?"
gamma = 0.1
[[questions]]
text = "Did you copy?"
"""


def faults(**changes) -> dict[str, str]:
    document = {"title": "T", "class_size": 5, "questions": [{"text": "Q?", "gamma": "1/4"}]}
    with pytest.raises(InstrumentInvalid) as refusal:
        validate(document | changes)
    return refusal.value.errors


def test_toml_is_read_exactly():
    instrument = from_toml(TOML)
    assert [question.gamma for question in instrument.questions] == [
        Fraction(1, 10),
        Fraction(1, 4),
    ]


def test_toml_and_form_go_through_one_validation():
    typed = {
        "title": " After the final ",
        "class_size": "120",
        "questions": [
            {"text": "Did you cheat?", "gamma": "1/10"},
            {"text": "Did you copy?", "gamma": "0.25"},
        ],
    }
    assert validate(typed).digest == from_toml(TOML).digest


def test_digest_is_the_sha256_of_the_canonical_json():
    instrument = make_instrument("1/4", "1/3")
    canonical = instrument.canonical_json
    assert instrument.digest == hashlib.sha256(canonical.encode()).hexdigest()
    assert canonical == json.dumps(
        json.loads(canonical), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )


def test_canonical_json_round_trips():
    instrument = make_instrument("1/4", "123/1000")
    assert from_canonical_json(instrument.canonical_json) == instrument


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("deniable-instrument/1", "deniable-instrument/9"), ("yes/no", "choice"), ('"kind"', '"kin"')],
)
def test_another_format_or_kind_is_not_taken_for_ours(ours, theirs):
    text = make_instrument().canonical_json
    assert ours in text
    with pytest.raises(InstrumentInvalid):
        from_canonical_json(text.replace(ours, theirs))


@pytest.mark.parametrize("change", ["title", "class_size", "questions"])
def test_any_change_changes_the_digest(change):
    base = make_instrument()
    other = {
        "title": make_instrument(title="Other"),
        "class_size": make_instrument(class_size=99),
        "questions": make_instrument("1/5"),
    }[change]
    assert base.digest != other.digest


def test_equal_letters_in_other_unicode_forms_give_one_digest():
    assert make_instrument(title="é").digest == make_instrument(title="e\u0301").digest


def test_instrument_is_frozen():
    with pytest.raises(dataclasses.FrozenInstanceError):
        make_instrument().title = "Changed"


def test_epsilon_adds_up_over_the_questions():
    one, two = make_instrument("1/4"), make_instrument("1/4", "1/4")
    assert two.epsilon == 2 * one.epsilon


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"title": ""}, "title"),
        ({"title": "x" * 121}, "title"),
        ({"title": 5}, "title"),
        ({"title": "a\0b"}, "title"),
        ({"title": "a\ud800b"}, "title"),
        ({"introduction": "x" * 2001}, "introduction"),
        ({"introduction": ["x"]}, "introduction"),
        ({"class_size": 0}, "class_size"),
        ({"class_size": -3}, "class_size"),
        ({"class_size": True}, "class_size"),
        ({"class_size": 1.5}, "class_size"),
        ({"class_size": "many"}, "class_size"),
        ({"class_size": "１２"}, "class_size"),
        ({"class_size": 10**10}, "class_size"),
        ({"questions": []}, "questions"),
        ({"questions": "Q?"}, "questions"),
        ({"questions": ["Q?"]}, "questions"),
        ({"questions": [{"text": "Q?"}] * 51}, "questions"),
        ({"questions": [{"text": " "}]}, "questions.1.text"),
        ({"questions": [{"text": "Q?"}, {"text": "x" * 301}]}, "questions.2.text"),
        ({"questions": [{"text": "Q?", "gamma": "1/2"}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": 0}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": Decimal("1E-9")}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": Decimal("1e999999999")}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": Decimal("nan")}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": 16**6000}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gamma": [1]}]}, "questions.1.gamma"),
        ({"questions": [{"text": "Q?", "gama": "1/4"}]}, "questions.1.gama"),
        ({"colour": "red"}, "colour"),
    ],
)
def test_fault_is_named_by_its_field(changes, field):
    errors = faults(**changes)
    assert list(errors) == [field]
    assert errors[field].endswith((".", "].", "]]."))


def test_all_faults_are_told_at_once():
    errors = faults(title="", class_size=0, questions=[{"text": "", "gamma": "9"}])
    assert set(errors) == {"title", "class_size", "questions.1.text", "questions.1.gamma"}


@pytest.mark.parametrize(
    "text",
    ["title =", "[[questions", "\0", "a = 1\na = 2", "a = " + "[" * 20_000, "a = " + "9" * 5000],
    ids=lambda text: text[:12],
)
def test_what_is_not_toml_is_said(text):
    with pytest.raises(InstrumentInvalid, match="This is not TOML"):
        from_toml(text)
