"""The texts on who asks and the marks: absent where they say nothing, translated like any text."""

import json

import pytest
from instruments import faults_of, make_instrument
from translated import GERMAN, make_signed_instrument, translated_document, who_asks

from survey.core.instrument.limits import LONGEST_TEXTS
from survey.core.instrument.parsing import from_canonical_json, from_toml, validate
from survey.core.instrument.texts import WHO_ASKS
from survey.core.instrument.translation_memory import Phrases

NEW = (*WHO_ASKS, "support_needed", "check_understanding")
QUESTIONS = [{"text": "Q?", "gamma": "1/4"}]


def test_what_is_absent_is_not_in_the_canonical_json():
    silent = dict.fromkeys(WHO_ASKS, "") | {"support_needed": False}
    instrument = validate({"title": "T", "questions": QUESTIONS, **silent})
    assert not set(NEW) & json.loads(instrument.canonical_json).keys()
    assert instrument.digest == validate({"title": "T", "questions": QUESTIONS}).digest


def test_an_old_questionnaire_keeps_its_digest():
    assert make_instrument().digest == (
        "6ff6d2fbe4bfe5af3b76e1d79b36eacfd0f8cf746287ec59d8db2f22b17ff1ae"
    )


def test_all_of_it_is_written_and_read_back():
    instrument = make_signed_instrument(check_understanding=True)
    written = json.loads(instrument.canonical_json)
    assert {name: written[name] for name in WHO_ASKS} == who_asks("The")
    assert written["support_needed"] is written["check_understanding"] is True
    assert from_canonical_json(instrument.canonical_json) == instrument
    assert instrument.digest != make_signed_instrument().digest


def test_toml_says_it():
    texts = "\n".join(f'{name} = "The {name}"' for name in WHO_ASKS)
    toml = f'title = "T"\n{texts}\ncheck_understanding = true\n[[questions]]\ntext = "Q?"\n'
    instrument = from_toml(toml)
    assert {name: getattr(instrument, name) for name in WHO_ASKS} == who_asks("The")
    assert instrument.check_understanding and not instrument.support_needed


def test_it_is_in_the_language_of_the_page():
    german = make_signed_instrument().worded_in("de")
    assert {name: getattr(german, name) for name in WHO_ASKS} == who_asks("Wer:")
    assert german.support_needed
    assert Phrases.of(make_signed_instrument()).translate("de", german.original)[1] == []


@pytest.mark.parametrize("name", WHO_ASKS)
def test_a_translation_that_lacks_one_is_refused(name):
    lacking = {key: text for key, text in who_asks("Wer:").items() if key != name}
    document = translated_document() | who_asks("The") | {"translations": {"de": GERMAN | lacking}}
    assert faults_of(document) == {
        f"translations.de.{name}": f"The translation into de lacks “The {name}”."
    }


@pytest.mark.parametrize("name", WHO_ASKS)
def test_limits(name):
    document = {"title": "T", "questions": QUESTIONS}
    validate({**document, name: "x" * LONGEST_TEXTS[name]})
    assert list(faults_of({**document, name: "x" * (LONGEST_TEXTS[name] + 1)})) == [name]
    assert list(faults_of({**document, name: 7})) == [name]
    # What is published leaves it out: there is one canonical JSON.
    assert list(faults_of({**document, name: ""}, published=True)) == [name]


@pytest.mark.parametrize("name", ["support_needed", "check_understanding"])
def test_a_mark_is_true_or_absent(name):
    document = {"title": "T", "questions": QUESTIONS}
    assert getattr(validate({**document, name: True}), name)
    assert not getattr(validate({**document, name: False}), name)
    for value in ("true", 1, None):
        assert faults_of({**document, name: value}) == {name: "Write true, or leave this out."}
    assert list(faults_of({**document, name: False}, published=True)) == [name]
