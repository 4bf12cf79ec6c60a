"""Questionnaires of waves of releases up to 0.2.0: read as they were, and not asked anew."""

import pytest
from instruments import make_instrument, make_wave
from kept_waves import KEPT

from survey.core.instrument.parsing import from_canonical_json, validate
from survey.core.instrument.same_questions import asks_the_same, for_group
from survey.errors import InstrumentInvalid


@pytest.mark.parametrize("code", KEPT["instruments"])
def test_a_wave_keeps_its_bytes_and_its_digest(code):
    written = KEPT["instruments"][code]
    wave = from_canonical_json(written)
    assert wave.waves_of == "Algebra 2026"
    assert wave.canonical_json == written
    assert any(wave.digest in name for name in KEPT["databases"])


def test_a_file_with_waves_is_refused_with_the_way_to_ask_again():
    with pytest.raises(InstrumentInvalid) as refused:
        validate({"title": "T", "waves_of": "Algebra", "questions": [{"text": "Q?"}]})
    [(field, sentence)] = refused.value.errors.items()
    assert field == "waves_of"
    assert "Leave waves_of out" in sentence
    assert "with fresh coins" in sentence


def test_the_same_questions_of_a_wave_are_asked_without_waves():
    wave = make_wave(make_instrument())
    again = for_group(wave, "Section B", 40)
    assert again.waves_of == ""
    assert asks_the_same(wave, again)
