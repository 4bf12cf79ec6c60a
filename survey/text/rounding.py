"""The one rule by which figures are rounded for people; exports keep full precision.

A half is rounded away from zero, as people do: 32.5 is 33, −32.5 is −33. How many
digits a figure has depends on what it is, and on nothing else:

- a share: a whole percentage in sentences and on slides, one decimal in tables;
- a distance between shares, in points: two significant digits;
- a mean: three significant digits, but at most two decimals and every whole digit;
- a factor that is not exact: three significant digits;
- ε: two decimals, or two significant digits where it is below 0.1;
- a chance or a confidence: one decimal, or two significant digits of its distance
  from 0% or 100% where that is below 1%;
- a number of respondents that is said to be about so many: two significant digits,
  rounded up, so that they suffice;
- an end of an interval: as many digits as what it is of, but rounded outwards.

The decimals of a result are those to write. static/client/messages.js mirrors the parts that the
scripts need.
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from fractions import Fraction

from survey.core.mechanism.privacy import odds

# Digits beyond these are errors of floating point: 0.1 + 0.2 is 0.3.
_SIGNIFICANT = 12

MOST_FACTOR = 1_000_000_000  # beyond it a factor is only said to be more

Number = float | Fraction


def rounded(value: Number, digits: int) -> Decimal:
    """The value rounded to so many decimals; for `digits` below 0, to tens, hundreds and so on.

    Zero has no sign.
    """
    found = _decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return found or abs(found)


def outwards(value: Number, digits: int, upper: bool) -> Decimal:
    """An end of an interval rounded away from the interval: never to the nearest."""
    way = ROUND_CEILING if upper else ROUND_FLOOR
    found = _decimal(value).quantize(Decimal(1).scaleb(-digits), way)
    return found or abs(found)


def significant(value: Number, digits: int) -> Decimal:
    """The value in so many significant digits: 0.012, 1.2, 12, 1.2E+3."""
    return rounded(value, decimals_of(value, digits))


def decimals_of(value: Number, digits: int) -> int:
    """The decimals that give a value so many significant digits; below 0 for tens and more."""
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
    """(A/B)^reports as it is written, and whether that is exact; None beyond a billion."""
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
