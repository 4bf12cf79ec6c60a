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
  rounded up, so that they suffice.

static/client/messages.js mirrors the parts that the scripts need.
"""

from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from fractions import Fraction

# Digits beyond these are errors of floating point: 0.1 + 0.2 is 0.3.
_SIGNIFICANT = 12

Figure = float | Fraction


def rounded(value: Figure, digits: int) -> Decimal:
    """The value rounded to so many decimals; for `digits` below 0, to tens, hundreds and so on."""
    return _decimal(value).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)


def fixed(value: Figure, digits: int) -> str:
    """The value with so many decimals, commas and a true minus sign: "−1,234.5"; never "−0"."""
    return _written(rounded(value, digits), digits)


def significant(value: Figure, digits: int) -> str:
    """The value in so many significant digits: "0.012", "1.2", "12", "1,200"."""
    return fixed(value, decimals_of(value, digits))


def decimals_of(value: Figure, digits: int) -> int:
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


def chance(probability: Figure) -> str:
    """A chance in percent, without the % sign: "75", "83.3", "99.29", "99.9958"."""
    distance = 100 * min(probability, 1 - probability)
    digits = 1 if distance <= 0 or distance >= 1 else decimals_of(distance, 2)
    near = rounded(distance, digits)
    # A large chance is 100 less its distance: 1 − 10⁻¹⁵ has more digits than a figure keeps.
    return without_zeros(_written(near if probability <= 1 - probability else 100 - near, digits))


def without_zeros(figure: str) -> str:
    """A figure without the zeros that end its decimals: "1.5" for "1.50"."""
    return figure.rstrip("0").rstrip(".") if "." in figure else figure


def _decimal(value: Figure) -> Decimal:
    return Decimal(f"{float(value):.{_SIGNIFICANT}g}")


def _written(value: Decimal, digits: int) -> str:
    text = f"{abs(value):,.{max(0, digits)}f}"
    return text if value >= 0 or not value else f"−{text}"
