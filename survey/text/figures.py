"""Figures as a language writes them, each from its number: percentages, means, points, ε, odds.

How many digits a figure has depends on what it is (survey.text.rounding), and on nothing else; how
its decimals, thousands and percent sign look, on the language (Babel's data, from Unicode's CLDR).
"""

import math
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from babel import Locale
from babel.numbers import NumberPattern, parse_pattern

from survey.core.mechanism.privacy import keep_and_other
from survey.text.rounding import (
    Number,
    chance,
    outwards,
    rounded,
    significant,
    suffices,
    without_zeros,
)

NOTHING = "–"

_LONGEST_GAMMA = 7  # decimals

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Figures:
    """The figures of one language, with a true minus sign.

    In a language that is read from right to left each is isolated (Unicode UAX 9): else the text
    before it would decide on which side its signs stand.
    """

    def __init__(self, locale: Locale):
        self.locale = locale

    def percent(self, share: Number | None, digits: int = 0) -> str:
        """A share as a percentage with so many decimals; "–" for None."""
        return NOTHING if share is None else _share_written(self.locale, share, digits)

    def trimmed_percent(self, share: Number, digits: int = 1) -> str:
        """A percentage with so many decimals, but without zeros at their end: "12.5%", "12%"."""
        return self._percent(without_zeros(rounded(100 * share, digits)))

    def brief_percent(self, share: Number, digits: int = 2) -> str:
        """A percentage in so many significant digits: "12%", "0.31%"."""
        return self._percent(significant(100 * share, digits))

    def exact_percent(self, probability: Number) -> str:
        """A chance or a confidence, never rounded to 0% or to 100%: "95%", "99.9958%"."""
        return self._percent(chance(probability))

    def whole_percent(self, share: Number) -> str:
        """A whole percentage, but never none: a smaller share is exact."""
        return self.percent(share) if share >= Fraction(1, 200) else self.exact_percent(share)

    def percent_at_most(self, share: Fraction) -> str:
        """Rounds up to a whole percentage, for upper ends."""
        return self.percent(Fraction(math.ceil(100 * share), 100))

    def percent_at_least(self, share: Fraction) -> str:
        """Rounds down to a whole percentage, for lower ends."""
        return self.percent(Fraction(math.floor(100 * share), 100))

    def percent_end(self, share: Number, upper: bool, digits: int = 0) -> str:
        """An end of an interval of a share, rounded outwards."""
        return _end_written(self.locale, share, digits, upper)

    def points_end(self, share: Number, upper: bool) -> str:
        """An end of an interval of a difference of shares, in points with one decimal."""
        return self._decimal(outwards(100 * share, 1, upper))

    def mean(self, value: float | None, length: float) -> str:
        """A mean on a scale of this length, to about a hundredth of it; "–" for None.

        So all figures of one scale have the same decimals: two below 10, none from 100 on.
        """
        return NOTHING if value is None else self.decimal(value, _decimals_on(length))

    def mean_end(self, value: float, upper: bool, length: float) -> str:
        """An end of an interval of a mean, in the digits of `mean`, rounded outwards."""
        return self._decimal(outwards(value, _decimals_on(length), upper))

    def points(self, share: Number) -> str:
        """A distance between shares, in percentage points: two significant digits."""
        return self.significant(100 * share, 2)

    def number(self, value: float | None) -> str:
        """A mean in three significant digits, but two decimals at most; "–" for None.

        Rounds no digit before the decimal point.
        """
        if value is None:
            return NOTHING
        return self.decimal(value, self._digits(value))

    def plain(self, value: float) -> str:
        """A value with no more digits than it needs, ten at most: "−2.5", "1,000"."""
        return self._decimal(without_zeros(Decimal(f"{value:.10g}")))

    def decimal(self, value: Number, digits: int) -> str:
        """The value with so many decimals: "−1,234.5"; never "−0"."""
        return self._decimal(rounded(value, digits))

    def significant(self, value: Number, digits: int) -> str:
        """The value in so many significant digits: "0.012", "1.2", "12", "1,200"."""
        return self._decimal(significant(value, digits))

    def brief(self, value: Number, digits: int) -> str:
        """The value in at most so many significant digits: "1.5" for 1.50."""
        return self._decimal(without_zeros(significant(value, digits)))

    def setting(self, value: Number) -> str:
        """A value that somebody set, with the digits that it has: "30", "0.25"."""
        return self.plain(float(value))

    def short(self, value: float) -> str:
        """Four digits at most, or powers of ten if huge or tiny: "1,234", "8.33 · 10⁻⁴"."""
        if value and (abs(value) >= 1e6 or abs(value) < 1e-3):
            digits, _, power = f"{value:.2e}".partition("e")
            return f"{self.plain(float(digits))} · {power_of_ten(int(power))}"
        return self.decimal(value, 0) if abs(value) >= 1000 else self.plain(float(f"{value:.4g}"))

    def epsilon(self, epsilon: float | None) -> str:
        """ε with two decimals, or two significant digits if it is below 0.1; "–" for None."""
        if epsilon is None:
            return NOTHING
        return self.significant(epsilon, 2) if 0 < epsilon < 0.1 else self.decimal(epsilon, 2)

    def whole(self, value: int) -> str:
        """A whole number: "−1,000"."""
        return self._decimal(Decimal(value))

    def about(self, respondents: int) -> str:
        """A number of respondents that suffices, in two significant digits: "720" for 713."""
        return self.whole(suffices(respondents))

    def truth_probability(self, gamma: Fraction, options: int = 2) -> str:
        """The chance that a report is the truth: "75%", "83.3%"."""
        return self.exact_percent(keep_and_other(gamma, options)[0])

    def other_probability(self, gamma: Fraction, options: int = 2) -> str:
        """The chance that a report is any one other option."""
        return self.exact_percent(keep_and_other(gamma, options)[1])

    def exact(self, value: Decimal) -> str:
        """A value with the decimals that it has."""
        return self._decimal(value)

    def _digits(self, value: float) -> int:
        """The decimals of a mean: those of three significant digits, two at most."""
        return min(2, _decimals(significant(value, 3))) if value else 2

    def _percent(self, value: Decimal) -> str:
        return _written(self.locale, value, _decimals(value), percent=True)

    def _decimal(self, value: Decimal) -> str:
        return _written(self.locale, value, _decimals(value))


def gamma_in_words(gamma: Fraction) -> str:
    """γ exactly: a fraction with a denominator of at most 20, or else a decimal such as "0.481".

    Stays a fraction if seven decimals cannot hold it. It is the same in every language.
    """
    if gamma.denominator <= 20 or 10**_LONGEST_GAMMA % gamma.denominator:
        return str(gamma)
    return f"{float(gamma):.{_LONGEST_GAMMA}f}".rstrip("0")


def power_of_ten(power: int) -> str:
    """10 to a whole power, in every language: "10⁶", "10⁻³"."""
    return "10" + str(power).translate(_SUPERSCRIPTS)


def isolated(locale: Locale, text: str) -> str:
    """A text that is read from left to right, also within one that is not."""
    if locale.text_direction == "rtl":
        return f"\N{LEFT-TO-RIGHT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
    return text


# A page writes most shares several times over.
@lru_cache(maxsize=1 << 14)
def _share_written(locale: Locale, share: Number, digits: int) -> str:
    return _written(locale, rounded(100 * share, digits), digits, percent=True)


@lru_cache(maxsize=1 << 14)
def _end_written(locale: Locale, share: Number, digits: int, upper: bool) -> str:
    return _written(locale, outwards(100 * share, digits, upper), digits, percent=True)


# A page writes many figures several times over. 51 and 51.0 are equal, and differ in `digits`.
@lru_cache(maxsize=1 << 14)
def _written(locale: Locale, value: Decimal, digits: int, percent: bool = False) -> str:
    text: str = _pattern(locale, digits, percent).apply(value / 100 if percent else value, locale)
    return isolated(locale, text.replace("-", "−"))


@lru_cache(maxsize=256)
def _pattern(locale: Locale, digits: int, percent: bool) -> NumberPattern:
    known = locale.percent_formats[None] if percent else locale.decimal_formats[None]
    pattern = parse_pattern(known.pattern)
    pattern.frac_prec = (digits, digits)
    return pattern


def _decimals(value: Decimal) -> int:
    return max(0, -int(value.as_tuple().exponent))


def _decimals_on(length: float) -> int:
    """The decimals of a hundredth of a length, from 0 to 2."""
    return min(max(2 - math.floor(math.log10(length)), 0), 2)
