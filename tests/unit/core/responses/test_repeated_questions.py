"""Repeated questions of waves: the same in every word and number, or drawn anew."""

from dataclasses import replace

import pytest
from instruments import make_mixed_instrument, make_wave

from survey.core.responses.repeated_questions import repeated_questions

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
