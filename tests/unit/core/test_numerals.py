"""Numbers as people type them: right or refused, never another number."""

import sys
from fractions import Fraction
from unicodedata import category, decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typed_numbers import EXACT, SHARES, WHOLE

from survey.core.numerals import (
    exact_number,
    exact_share,
    grouped_number,
    western_digits,
    whole_number,
)

DIGITS = [each for each in map(chr, range(sys.maxunicode + 1)) if category(each) == "Nd"]


@pytest.mark.parametrize(("typed", "number"), WHOLE)
def test_whole_number_is_read_right_or_refused(typed, number):
    assert whole_number(typed) == number


@pytest.mark.parametrize(("typed", "number"), EXACT)
def test_exact_number_is_read_right_or_refused(typed, number):
    assert exact_number(typed) == (number and Fraction(number))


@pytest.mark.parametrize(
    ("typed", "share"), SHARES + [case for case in EXACT if "%" not in case[0]]
)
def test_share_is_read_right_or_refused_also_as_a_percentage(typed, share):
    assert exact_share(typed) == (share and Fraction(share))


def test_digits_of_every_script_are_read():
    assert len(DIGITS) > 600
    assert western_digits("".join(DIGITS)) == "".join(str(decimal(each)) for each in DIGITS)


@given(st.text())
def test_no_text_is_read_as_a_number_that_its_digits_do_not_write(typed):
    number = whole_number(typed)
    digits = "".join(str(decimal(each)) for each in typed if category(each) == "Nd")
    assert number is None or abs(number) == int(digits)


@pytest.mark.parametrize(
    ("typed", "group", "number"),
    [("1,000,000", ",", 1_000_000), ("1.000", ".", 1000), ("1\u202f000", "\u202f", 1000),
     ("1 000", ",", 1000), ("١٬٠٠٠", "٬", 1000), ("-1.000", ".", -1000), ("1000", ".", 1000),
     ("12", ",", 12), ("1.000", ",", None), ("1,000", ".", None), ("1,00", ",", None),
     ("1,0000", ",", None), ("1000,000", ",", None), (",000", ",", None), ("1,000,", ",", None),
     ("1,,000", ",", None), ("1,000.000", ",", None), ("1,000.0", ",", None), ("", ",", None),
     ("2.5", ".", None), ("x", ".", None)],
)  # fmt: skip
def test_thousands_are_set_apart_by_blanks_or_by_the_languages_own_sign(typed, group, number):
    assert grouped_number(typed, group) == number
