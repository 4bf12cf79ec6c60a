"""A pre-registration holds as it was signed, and no other."""

import json
from dataclasses import replace

import pytest
from instruments import make_instrument
from signing_keys import KEY

from survey.core.instrument.same_questions import questions_digest
from survey.errors import DataError
from survey.store import Survey
from survey.wire.keys import SigningKey
from survey.wire.preregistration import plan_of, read_plan, signed_plan

INSTRUMENT = make_instrument("1/4", "1/3")
SURVEY = Survey("bcd234", INSTRUMENT, cap=44, closes_at=1_800_000_000)


def document(survey: Survey = SURVEY, key: SigningKey = KEY) -> dict:
    return json.loads(signed_plan(key, plan_of(survey, 0.95, key.public.hex)))


def test_it_says_what_will_be_asked_and_told():
    plan, faults = read_plan(document())
    assert faults == []
    assert plan["instrument"] == INSTRUMENT.document()
    assert plan["questions_sha256"] == questions_digest(INSTRUMENT)
    assert (plan["cap"], plan["figures"], plan["interval"]) == (44, "while open", "horizon")
    assert plan["closes_at"] == 1_800_000_000
    hidden = plan_of(replace(SURVEY, hidden_until_closed=True), 0.95, KEY.public.hex)
    assert (hidden["figures"], hidden["interval"]) == ("once closed", "class")
    assert plan_of(Survey("bcd234", INSTRUMENT), 0.95, KEY.public.hex)["interval"] == "anytime"


def test_the_same_plan_gives_the_same_digest_and_signature():
    plan = plan_of(SURVEY, 0.95, KEY.public.hex)
    backwards = json.loads(signed_plan(KEY, dict(reversed(plan.items()))))
    assert backwards == document()


@pytest.mark.parametrize("name", sorted(plan_of(SURVEY, 0.95, KEY.public.hex)))
def test_no_part_of_a_plan_can_be_changed(name):
    told = document()
    if name == "instrument":
        told["plan"][name]["title"] = "Another"
    elif name.endswith("_sha256"):
        told["plan"][name] = "0" * 64
    elif name == "key":
        told["plan"][name] = SigningKey("02" * 32).public.hex
    else:
        told["plan"][name] = "another"
    _, faults = read_plan(told)
    assert "The signature does not hold." in faults
    assert "The digest is not that of this plan." in faults


def test_another_digest_or_signature_does_not_hold():
    assert read_plan(document() | {"plan_sha256": "0" * 64})[1]
    assert read_plan(document() | {"signature": "0" * 128})[1] == ["The signature does not hold."]
    of_another = document(key=SigningKey("02" * 32))["signature"]
    assert read_plan(document() | {"signature": of_another})[1]


@pytest.mark.parametrize(
    "change",
    [{"plan": plan_of(SURVEY, 0.95, KEY.public.hex) | {"instrument_sha256": 5}},
     {"plan": plan_of(SURVEY, 0.95, KEY.public.hex) | {"instrument_sha256": ""}},
     {"plan": plan_of(SURVEY, 0.95, KEY.public.hex) | {"questions_sha256": "0a " * 32}},
     {"plan": None}, {"plan": []}, {"plan": {}}, {"signature": 5}, {"signature": "xyz"},
     {"plan": plan_of(SURVEY, 0.95, KEY.public.hex) | {"key": "no key"}},
     {"plan": plan_of(SURVEY, 0.95, KEY.public.hex) | {"instrument": {}}}],
)  # fmt: skip
def test_what_is_no_plan_is_said(change):
    with pytest.raises(DataError, match="not a pre-registration"):
        read_plan(document() | change)
