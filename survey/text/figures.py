"""Figures as a language writes them, each from its number: percentages, means, points, ε, odds.

How decimals, thousands and the percent sign look depends on the language (Babel's data, from
Unicode's CLDR). Exports keep full precision; for people a half is rounded away from zero: 32.5 is
33, −32.5 is −33. How many digits a figure has depends on what it is, and on nothing else:

- a share: a whole percentage in sentences and on slides, one decimal in tables;
- a distance between shares, in points: two significant digits;
- a mean: three significant digits, but at most two decimals and every whole digit;
- a factor that is not exact: three significant digits;
- ε: two decimals, or two significant digits where it is below 0.1;
- a chance or a confidence: one decimal, or two significant digits of its distance
  from 0% or 100% where that is below 1%;
- an approximate number of respondents: two significant digits,
  rounded up, so that they suffice;
- an end of an interval: as many digits as its estimate, but rounded outwards.

static/client/messages.js mirrors the parts that the scripts need.
"""

import math
import unicodedata
from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from babel import Locale
from babel.lists import format_list
from babel.numbers import NumberPattern, parse_pattern

from survey.core.mechanism.privacy import keep_and_other, odds

# Further digits are errors of floating point: 0.1 + 0.2 is 0.3.
_SIGNIFICANT = 12

MOST_FACTOR = 1_000_000_000  # beyond it a factor is written as "more than" it

Number = float | Fraction


def rounded(value: Number, digits: int) -> Decimal:
    """The value rounded to `digits` decimals; for `digits` below 0, to tens, hundreds and so on.

    Zero has no sign.
    """
    found = _decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return found or abs(found)


def outwards(low: Number, high: Number, digits: int) -> tuple[Decimal, Decimal]:
    """The ends of an interval, each rounded away from it: never to the nearest."""
    place = Decimal(1).scaleb(-digits)
    ends = (low, ROUND_FLOOR), (high, ROUND_CEILING)
    least, most = (_decimal(each).quantize(place, way) for each, way in ends)
    return least or abs(least), most or abs(most)


def significant(value: Number, digits: int) -> Decimal:
    """The value in `digits` significant digits: 0.012, 1.2, 12, 1.2E+3."""
    return rounded(value, decimals_of(value, digits))


def decimals_of(value: Number, digits: int) -> int:
    """The decimals that give a value `digits` significant digits; below 0 for tens and more."""
    if not value:
        return 0
    decimals = digits - 1 - _decimal(value).adjusted()
    # 9.96 with two digits is 10, which has three with one decimal.
    return decimals - (rounded(value, decimals).adjusted() > _decimal(value).adjusted())


def suffices(count: int) -> int:
    """A number of respondents rounded up to two significant digits: 720 for 713."""
    digits = decimals_of(count, 2)
    return int(_decimal(count).quantize(Decimal(1).scaleb(-min(0, digits)), ROUND_CEILING))


def chance(probability: Number) -> Decimal:
    """A chance in per cent: 75, 83.3, 99.29, 99.9958."""
    distance = 100 * min(probability, 1 - probability)
    digits = 1 if distance <= 0 or distance >= 1 else decimals_of(distance, 2)
    near = rounded(distance, digits)
    # A large chance is 100 less its distance: 1 − 10⁻¹⁵ has more digits than a figure keeps.
    return without_zeros(near if probability <= 1 - probability else 100 - near)


def odds_factor(gamma: Fraction, reports: int = 1) -> tuple[Decimal | None, bool]:
    """(A/B)^reports as pages write it, and whether that is exact; None beyond a billion."""
    a, b = odds(gamma)
    factor = Fraction(a, b) ** reports
    if factor.denominator == 1 and factor < 100_000:
        return Decimal(factor.numerator), True
    if factor > MOST_FACTOR:
        return None, False
    value = without_zeros(significant(factor, 3))
    return value, Fraction(value) == factor


def without_zeros(value: Decimal) -> Decimal:
    """The value without the zeros that end its decimals: 1.5 for 1.50, 100 for 100.0."""
    whole = value.to_integral_value()
    return whole if value == whole else value.normalize()


def _decimal(value: Number) -> Decimal:
    return Decimal(f"{float(value):.{_SIGNIFICANT}g}")


NOTHING = "–"

_LONGEST_GAMMA = 7  # decimals

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


class Figures:
    """The figures of one language, with a true minus sign.

    In a language that is read from right to left each figure is isolated (Unicode UAX 9). Otherwise
    the text before it would decide on which side its signs are drawn.
    """

    def __init__(self, locale: Locale):
        self.locale = locale

    def percent(self, share: Number | None, digits: int = 0) -> str:
        """A share as a percentage with `digits` decimals; "–" for None."""
        return NOTHING if share is None else _share_written(self.locale, share, digits)

    def trimmed_percent(self, share: Number) -> str:
        """A percentage with one decimal, unless that is zero: "12.5%", "12%"."""
        return self._percent(without_zeros(rounded(100 * share, 1)))

    def brief_percent(self, share: Number) -> str:
        """A percentage in two significant digits: "12%", "0.31%"."""
        return self._percent(significant(100 * share, 2))

    def exact_percent(self, probability: Number) -> str:
        """A chance or a confidence, never rounded to 0% or to 100%: "95%", "99.9958%"."""
        return self._percent(chance(probability))

    def whole_percent(self, share: Number) -> str:
        """A whole percentage; a share that would round to 0% is written exactly."""
        return self.percent(share) if share >= Fraction(1, 200) else self.exact_percent(share)

    def percent_at_least(self, share: Fraction) -> str:
        """Rounds down to a whole percentage, for lower ends."""
        return self.percent(Fraction(math.floor(100 * share), 100))

    def percent_ends(self, low: Number, high: Number, digits: int = 0) -> tuple[str, str]:
        """The ends of an interval of a share, rounded outwards."""
        return _ends_written(self.locale, low, high, digits)

    def points_ends(self, low: Number, high: Number) -> tuple[str, str]:
        """The ends of an interval of a difference of shares, in points with one decimal."""
        least, most = outwards(100 * low, 100 * high, 1)
        return self._decimal(least), self._decimal(most)

    def mean(self, value: float | None, length: float) -> str:
        """A mean on a scale of this length, to about a hundredth of it; "–" for None.

        All figures of one scale have the same decimals: two below 10, none from 100 on.
        """
        return NOTHING if value is None else self.decimal(value, _decimals_on(length))

    def mean_ends(self, low: float, high: float, length: float) -> tuple[str, str]:
        """The ends of an interval of a mean, in the digits of `mean`, rounded outwards."""
        least, most = outwards(low, high, _decimals_on(length))
        return self._decimal(least), self._decimal(most)

    def mean_digits(self, length: float) -> int:
        """The decimals of all means on a scale of this length."""
        return _decimals_on(length)

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
        """The value with `digits` decimals: "−1,234.5"; never "−0"."""
        return self._decimal(rounded(value, digits))

    def significant(self, value: Number, digits: int) -> str:
        """The value in `digits` significant digits: "0.012", "1.2", "12", "1,200"."""
        return self._decimal(significant(value, digits))

    def brief(self, value: Number, digits: int) -> str:
        """The value in at most `digits` significant digits: "1.5" for 1.50."""
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
        """A value with all its decimals."""
        return self._decimal(value)

    def _digits(self, value: float) -> int:
        """The decimals of a mean: those of three significant digits, two at most."""
        return min(2, _decimals(significant(value, 3))) if value else 2

    def _percent(self, value: Decimal) -> str:
        return _written(self.locale, value, _decimals(value), percent=True)

    def _decimal(self, value: Decimal) -> str:
        return _written(self.locale, value, _decimals(value))

    def listed(self, words: list[str]) -> str:
        """A list in words: "A, B, and C"."""
        return format_list(words, locale=self.locale)

    def quoted(self, words: str) -> str:
        """Words of a questionnaire, quoted within a sentence of the app.

        Isolates words that run from right to left (Unicode UAX 9). Otherwise the figure after them
        would be drawn in the wrong place.
        """
        if any(unicodedata.bidirectional(character) in {"R", "AL"} for character in words):
            words = f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"
        return f"“{words}”"


def gamma_in_words(gamma: Fraction) -> str:
    """γ exactly: a fraction with a denominator of at most 20, or else a decimal such as "0.481".

    Stays a fraction if seven decimals cannot hold it. It is the same in every language.
    """
    if gamma.denominator <= 20 or 10**_LONGEST_GAMMA % gamma.denominator:
        return str(gamma)
    return f"{float(gamma):.{_LONGEST_GAMMA}f}".rstrip("0")


def design_in_words(design: Mapping[str, Fraction]) -> str:
    """ "γ = 1/4", or "P(yes | yes) = 4/5, P(yes | no) = 1/10" of a design without a γ."""
    if "gamma" in design:
        return f"γ = {gamma_in_words(design['gamma'])}"
    yes, no = (gamma_in_words(design[each]) for each in ("yes_if_yes", "yes_if_no"))
    return f"P(yes | yes) = {yes}, P(yes | no) = {no}"


def power_of_ten(power: int) -> str:
    """10 to a whole power, in every language: "10⁶", "10⁻³"."""
    return "10" + str(power).translate(_SUPERSCRIPTS)


def isolated(locale: Locale, text: str) -> str:
    """Marks a text to be read from left to right, also within a text from right to left."""
    if locale.text_direction == "rtl":
        return f"\N{LEFT-TO-RIGHT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
    return text


# Cached, since a page writes most shares several times.
@lru_cache(maxsize=1 << 14)
def _share_written(locale: Locale, share: Number, digits: int) -> str:
    return _written(locale, rounded(100 * share, digits), digits, percent=True)


@lru_cache(maxsize=1 << 14)
def _ends_written(locale: Locale, low: Number, high: Number, digits: int) -> tuple[str, str]:
    ends = outwards(100 * low, 100 * high, digits)
    least, most = (_written(locale, each, digits, percent=True) for each in ends)
    return least, most


# Cached, since a page writes many figures several times. 51 and 51.0 are equal, but differ in
# `digits`.
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
    """The decimals that show a hundredth of the length of a scale, from 0 to 2."""
    return min(max(2 - math.floor(math.log10(length)), 0), 2)
