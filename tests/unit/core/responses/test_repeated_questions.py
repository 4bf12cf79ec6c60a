"""Repeated questions of waves: the same in every word and number, or drawn anew."""

from dataclasses import replace

import pytest
from instruments import make_mixed_instrument, make_wave

from survey.core.instrument.parsing import validate
from survey.core.responses.waves import repeated_questions
from survey.errors import InstrumentInvalid

MIXED = make_mixed_instrument()


def test_same_questions_repeat_wherever_they_stand_and_what_is_open_is_left_out():
    turned = make_wave(MIXED, questions=MIXED.questions[::-1])
    assert repeated_questions(make_wave(MIXED), turned) == [1, 2, 3, 4, 5]


def test_any_change_makes_another_question():
    first, *others = MIXED.questions
    changed = make_wave(MIXED, questions=(replace(first, text="Did they cheat?"), *others))
    assert repeated_questions(changed, make_wave(MIXED)) == [2, 3, 4, 5]


@pytest.mark.parametrize(
    "text", ["Did you cheat ?", "did  you CHEAT?", "Did you\ncheat\u202f?", "Ｄid you cheat？"]
)
def test_white_space_case_and_width_make_no_other_question(text):
    """Else a new table would be drawn without a word, and averaging would gain by it."""
    first, second, *others = MIXED.questions
    listed = tuple(f" {each.upper()}" for each in second.listed)
    retyped = (replace(first, text=text), replace(second, listed=listed), *others)
    again = make_wave(MIXED, "algebra  2026", questions=retyped)
    assert repeated_questions(again, make_wave(MIXED)) == [1, 2, 3, 4, 5]


def test_other_waves_and_no_waves_repeat_nothing():
    assert repeated_questions(make_wave(MIXED), make_wave(MIXED, "Analysis")) == []
    assert repeated_questions(MIXED, MIXED) == []


@pytest.mark.parametrize("text", ["Did you cheat²?", "Didyou cheat?", "Did you che at?"])
def test_other_words_of_the_same_letters_are_another_question(text):
    """They may mean something else, and a table of both would tell answers."""
    first, *others = MIXED.questions
    again = make_wave(MIXED, questions=(replace(first, text=text), *others))
    assert repeated_questions(again, make_wave(MIXED)) == [2, 3, 4, 5]


def test_a_question_translated_otherwise_is_another_one():
    """The respondent may have read the translation only."""
    wave = {"title": "T", "language": "la", "waves_of": "W",
            "questions": [{"text": "Itane?", "gamma": "1/4"}]}  # fmt: skip
    moon, cheat = (
        validate(wave | {"translations": {"en": {"title": "T", "questions": [{"text": text}]}}})
        for text in ("On the Moon?", "Did you cheat?")
    )
    assert repeated_questions(moon, moon) == [1]
    assert repeated_questions(moon, cheat) == []


def test_no_wave_asks_the_same_twice():
    questions = [{"text": text, "gamma": "1/4"} for text in ("A?", "B?", "a ?")]
    with pytest.raises(InstrumentInvalid) as refused:
        validate({"title": "T", "waves_of": "W", "questions": questions})
    assert list(refused.value.errors) == ["questions.3.text"]
    assert "the same as question 1" in refused.value.errors["questions.3.text"]
    validate({"title": "T", "questions": questions})  # where each answer is drawn afresh
