"""One rule of rounding, the same on every page and in every table."""

from fractions import Fraction

import pytest

from survey.text.figures import chance, gamma_in_words, suffices
from survey.text.translator import ENGLISH


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(32.5, 0, "33"), (-32.5, 0, "−33"), (0.5, 0, "1"), (2.675, 2, "2.68"), (1.005, 2, "1.01"),
     (100 * (0.1 + 0.2) / 0.8, 0, "38"), (-0.4, 0, "0"), (1234.5, 0, "1,235"),
     (Fraction(1, 8), 2, "0.13"), (1234, -2, "1,200")],
)  # fmt: skip
def test_a_half_is_rounded_away_from_zero(value, digits, text):
    """Though 2.675 and 1.005 lie below the half in floating point."""
    assert ENGLISH.decimal(value, digits) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [(0, 2, "0"), (9.96, 2, "10"), (9.94, 2, "9.9"), (0.0996, 2, "0.10"), (1.645, 3, "1.65"),
     (23064.2, 3, "23,100"), (0.012345, 2, "0.012"), (99.5, 2, "100")],
)  # fmt: skip
def test_significant_digits(value, digits, text):
    assert ENGLISH.significant(value, digits) == text


@pytest.mark.parametrize(
    ("probability", "text"),
    [(Fraction(3, 7), "42.9"), (Fraction(1, 3), "33.3"), (0.75, "75"), (1 - 0.05 / 7, "99.29"),
     (0.0098, "0.98"), (1 - 1e-15, "99.9999999999999"), (0, "0"), (1, "100")],
)  # fmt: skip
def test_chances_have_one_decimal_but_are_never_rounded_to_nothing_or_all(probability, text):
    assert str(chance(probability)) == text


@pytest.mark.parametrize(
    ("count", "enough"),
    [(0, 0), (1, 1), (99, 99), (713, 720), (720, 720), (991, 1000), (4612, 4700)],
)
def test_about_so_many_suffice(count, enough):
    assert suffices(count) == enough


@pytest.mark.parametrize(
    ("epsilon", "text"),
    [(1.0986, "1.10"), (0.405, "0.41"), (0.00401, "0.0040"), (0, "0.00"), (None, "–")],
)
def test_epsilon_in_words(epsilon, text):
    assert ENGLISH.epsilon(epsilon) == text


@pytest.mark.parametrize("gamma", ["1/4", "9/20", "1/3", "0.481", "0.3405375", "1/30", "0.4999"])
def test_gamma_is_said_exactly(gamma):
    assert gamma_in_words(Fraction(gamma)) == gamma


def test_decimals_are_kept_whatever_was_written_before():
    """51 and 51.0 are equal, and a cache must not take one for the other."""
    assert [ENGLISH.percent(0.51, digits) for digits in (0, 1, 0)] == ["51%", "51.0%", "51%"]
