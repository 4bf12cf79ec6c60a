import dataclasses
import hashlib
import json
from fractions import Fraction

import pytest
from instruments import make_instrument

from survey.core.instrument.parsing import from_canonical_json, validate


def test_digest_is_the_sha256_of_the_canonical_json():
    instrument = make_instrument("1/4", "1/3")
    canonical = instrument.canonical_json
    assert instrument.digest == hashlib.sha256(canonical.encode()).hexdigest()
    assert canonical == json.dumps(
        json.loads(canonical), sort_keys=True, separators=(",", ":"), ensure_ascii=False
    )


def test_canonical_json_is_the_one_that_rfc_8785_prescribes():
    """Written by hand: sorted keys, no spaces, only the escapes that JSON demands."""
    instrument = validate(
        {
            "title": 'Café "é" \\ / 😀',
            "introduction": "One\nTwo",
            "class_size": 30,
            "questions": [{"text": "Ja?\u2028Nein?", "gamma": "0.25"}],
        }
    )
    assert instrument.canonical_json == (
        '{"class_size":30,"format":"deniable-instrument/1","introduction":"One\\nTwo",'
        '"questions":[{"gamma":"1/4","kind":"yes/no","text":"Ja?\u2028Nein?"}],'
        '"title":"Café \\"é\\" \\\\ / 😀"}'
    )


def test_canonical_json_round_trips():
    instrument = make_instrument("1/4", "123/1000")
    assert from_canonical_json(instrument.canonical_json) == instrument


def test_the_mark_of_the_demo_is_written_where_it_is_and_nowhere_else():
    instrument = make_instrument()
    assert '"demo"' not in instrument.canonical_json
    demo = dataclasses.replace(instrument, demo=True)
    assert demo.canonical_json.startswith('{"class_size":100,"demo":true,"format":')
    assert from_canonical_json(demo.canonical_json) == demo


@pytest.mark.parametrize("change", ["title", "class_size", "questions"])
def test_any_change_changes_the_digest(change):
    base = make_instrument()
    other = {
        "title": make_instrument(title="Other"),
        "class_size": make_instrument(class_size=99),
        "questions": make_instrument("1/5"),
    }[change]
    assert base.digest != other.digest


def test_instrument_is_frozen():
    instrument = make_instrument()
    with pytest.raises(dataclasses.FrozenInstanceError):
        instrument.title = "Changed"
    with pytest.raises(dataclasses.FrozenInstanceError):
        instrument.questions[0].gamma = Fraction(1, 3)
    with pytest.raises(TypeError):
        instrument.questions[0] = instrument.questions[0]


def test_epsilon_adds_up_over_the_questions():
    one, two = make_instrument("1/4"), make_instrument("1/4", "1/4")
    assert two.epsilon == 2 * one.epsilon
