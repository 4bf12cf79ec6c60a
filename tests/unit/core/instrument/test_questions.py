"""Questions of every kind: read, refused in sentences, written, and read again."""

import json
import math
from fractions import Fraction

import pytest

from survey.core.instrument.parsing import from_canonical_json, from_toml, validate
from survey.core.kinds.registry import KINDS
from survey.errors import InstrumentInvalid

TOML = """
title = "Exams"
[[questions]]
text = "Did you cheat?"
gamma = "1/4"
[[questions]]
kind = "choice"
text = "Whose notes?"
options = ["Mine", "A friend's", "Prefer not to answer"]
gamma = 0.4
[[questions]]
kind = "several"
text = "Which exams?"
options = ["Algebra", "Analysis"]
[[questions]]
kind = "number"
text = "How many hours?"
low = -5
high = 40
[[questions]]
kind = "rating"
text = "How fair?"
highest = 7
"""
INSTRUMENT = from_toml(TOML)


def test_every_kind_is_read_from_toml():
    assert [question.kind for question in INSTRUMENT.questions] == [
        KINDS["yes/no"], KINDS["choice"], KINDS["several"], KINDS["number"], KINDS["rating"],
    ]  # fmt: skip
    _, notes, exams, hours, fair = INSTRUMENT.questions
    assert notes.listed == ("Mine", "A friend's", "Prefer not to answer")
    assert notes.gamma == Fraction(2, 5)
    assert (hours.low, hours.high, hours.labels) == (-5, 40, ("-5", "40"))
    assert fair.labels == tuple("1234567")
    assert exams.gamma == Fraction(1, 4)


def test_items_are_the_reports_in_their_order():
    assert [(item.name, item.options) for item in INSTRUMENT.items] == [
        ("q1", 2), ("q2", 3), ("q3_1", 2), ("q3_2", 2), ("q4", 2), ("q5", 7),
    ]  # fmt: skip
    assert INSTRUMENT.items[3].text == "Analysis"
    assert INSTRUMENT.items[3].labels == ("No", "Yes")


def test_epsilon_adds_up_over_options():
    # ln 3 + ln 9 + 2 ln 3 + ln 3 + ln 3
    assert math.isclose(INSTRUMENT.epsilon, 7 * math.log(3))
    assert INSTRUMENT.questions[2].epsilon == pytest.approx(2 * math.log(3))


def test_canonical_json_gives_the_same_instrument_and_digest():
    again = from_canonical_json(INSTRUMENT.canonical_json)
    assert again == INSTRUMENT
    assert again.digest == INSTRUMENT.digest
    questions = json.loads(INSTRUMENT.canonical_json)["questions"]
    assert questions == [
        {"kind": "yes/no", "text": "Did you cheat?", "gamma": "1/4"},
        {"kind": "choice", "text": "Whose notes?", "gamma": "2/5",
         "options": ["Mine", "A friend's", "Prefer not to answer"]},
        {"kind": "several", "text": "Which exams?", "gamma": "1/4",
         "options": ["Algebra", "Analysis"]},
        {"kind": "number", "text": "How many hours?", "gamma": "1/4", "low": -5, "high": 40},
        {"kind": "rating", "text": "How fair?", "gamma": "1/4", "highest": 7},
    ]  # fmt: skip
    # A digest that a release once made, links carry for ever.
    assert again.digest == "4115bc5ef2b693ad17d30aaddb7480739884d543542c32aca83891780298d6a0"


NUMBER = "Please give a whole number, from −1,000,000 to 1,000,000."
FAULTS = [
    ({"kind": "essay"}, "kind", "The kind must be one of"),
    ({"kind": 3}, "kind", "The kind must be one of"),
    ({"kind": "choice"}, "options", "Please give 2 to 20 options"),
    ({"kind": "choice", "options": ["a"]}, "options", "Please give 2 to 20 options"),
    ({"kind": "choice", "options": [str(n) for n in range(21)]}, "options", "2 to 20 options"),
    ({"kind": "choice", "options": ["a", " a "]}, "options", "Two options are the same."),
    ({"kind": "choice", "options": ["a", ""]}, "options", "Please write something here."),
    ({"kind": "choice", "options": ["a", "x" * 101]}, "options", "at most 100 fit"),
    ({"kind": "choice", "options": ["a", "b\nc"]}, "options", "An option must be a single line."),
    ({"kind": "choice", "options": "a, b"}, "options", "Options must be a list of texts."),
    ({"kind": "choice", "options": ["a", 2]}, "options", "Options must be a list of texts."),
    ({"kind": "several", "options": []}, "options", "Please give 1 to 20 options"),
    ({"kind": "number", "low": "x"}, "low", NUMBER),
    ({"kind": "number", "low": True}, "low", NUMBER),
    ({"kind": "number", "low": 1.5}, "low", NUMBER),
    ({"kind": "number", "high": 1_000_001}, "high", NUMBER),
    ({"kind": "number", "high": "0" * 12 + "7"}, "high", NUMBER),
    ({"kind": "number", "high": "9" * 5000}, "high", NUMBER),
    ({"kind": "number", "high": "--7"}, "high", NUMBER),
    ({"kind": "number", "low": 5, "high": 5}, "high", "must be above the lowest"),
    ({"kind": "rating", "highest": 1}, "highest", "from 2 to 10"),
    ({"kind": "rating", "highest": 11}, "highest", "from 2 to 10"),
    ({"kind": "rating", "options": ["a", "b"]}, "options", "This field is not known"),
    ({"low": 0}, "low", "This field is not known"),
    ({"gamma": "1/2"}, "gamma", "at 1/2 it is the answer itself"),
    ({"openly": True}, "openly", "Every question is randomized: leave this out"),
    ({"openly": False}, "openly", "Every question is randomized: leave this out"),
]


@pytest.mark.parametrize(("fields", "field", "sentence"), FAULTS)
def test_each_fault_is_said_at_its_field(fields, field, sentence):
    good = {"text": "Did you?"}
    with pytest.raises(InstrumentInvalid) as caught:
        validate({"title": "T", "questions": [good, {"text": "Why?", **fields}]})
    assert set(caught.value.errors) == {f"questions.2.{field}"}
    assert sentence in caught.value.errors[f"questions.2.{field}"]


@pytest.mark.parametrize("typed", ["-3", " -3 ", -3])
def test_numbers_are_read_as_typed(typed):
    document = {"title": "T", "questions": [{"kind": "number", "text": "N?", "low": typed}]}
    assert validate(document).questions[0].low == -3
