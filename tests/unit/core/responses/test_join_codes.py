"""Join codes: drawn without look-alikes, and understood as typed."""

import re
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typed_numbers import CODES

from survey.core.responses.join_codes import (
    ALPHABET,
    LENGTH,
    code_letters,
    draw_code,
    is_code,
    linked_code,
    pasted_code,
    spaced_code,
)


def test_alphabet_has_no_look_alikes_and_spells_no_word():
    assert len(set(ALPHABET)) == len(ALPHABET) == 23
    assert not set(ALPHABET) & set("0o1il5s2zuvaeiou")
    assert ALPHABET.lower() == ALPHABET


def test_drawn_code_has_the_length_and_the_alphabet():
    for _ in range(500):
        assert re.fullmatch(f"[{ALPHABET}]{{{LENGTH}}}", code := draw_code())
        assert is_code(code)


def test_nothing_else_is_a_code():
    assert not any(map(is_code, ("", "bcd23", "bcd2344", "BCD234", "bcd 23", "bcd23a")))


def test_every_character_can_stand_at_every_place():
    """A character is missing at a place with probability 23·6·(22/23)^1000 < 1e-17."""
    codes = [draw_code() for _ in range(1000)]
    for place in range(LENGTH):
        assert {code[place] for code in codes} == set(ALPHABET)


def test_codes_do_not_repeat():
    """Two of 20 codes are equal with probability below 190/23⁶ = 1.3e-6; so two fail, once."""
    first = {draw_code() for _ in range(20)}
    second = {draw_code() for _ in range(20)}
    assert len(first) == 20 or len(second) == 20


@given(st.lists(st.sampled_from(ALPHABET), min_size=LENGTH, max_size=LENGTH), st.data())
def test_a_code_survives_capitals_blanks_and_hyphens(letters, data):
    fill = st.text(" -–.\t\n\u00a0", max_size=3)
    typed = "".join(
        data.draw(fill) + data.draw(st.sampled_from([letter, letter.upper()])) for letter in letters
    )
    assert pasted_code(typed + data.draw(fill)) == "".join(letters)


@pytest.mark.parametrize(("typed", "letters"), CODES)
def test_letters_and_digits_count_and_nothing_else(typed, letters):
    assert code_letters(typed) == letters


@pytest.mark.parametrize("typed", [typed for typed, letters in CODES if letters == "bcd234"])
@pytest.mark.parametrize(
    "written", ["{}", "https://h.example/s/{}", "Hi: h.example/s/{}. See you!"]
)
def test_code_is_read_alike_in_the_field_and_in_a_link(typed, written):
    assert pasted_code(written.format(typed)) == "bcd234"
    assert linked_code(quote(typed)) == "bcd234"


@given(st.text())
def test_reading_twice_changes_nothing_more(typed):
    """Else the respondent's page would redirect to itself for ever."""
    once = linked_code(typed)
    assert linked_code(once) == code_letters(once) == once


def test_code_is_shown_in_two_groups():
    assert spaced_code("bcd346") == "bcd 346"
    assert pasted_code(spaced_code("bcd346")) == "bcd346"
    assert spaced_code("short") == "short"
