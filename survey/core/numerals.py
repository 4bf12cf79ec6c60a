"""Numbers as people type them: read as they were meant, or not at all.

Digits of any script count, and the minus and the decimal sign of any keyboard.
static/client/numerals.js is the mirror of `western_digits` and `whole_number`.
"""

import re
from fractions import Fraction
from unicodedata import category, decimal

# Signs that keyboards write in place of those of ASCII.
_SIGNS = str.maketrans("−－．，٫／⁄∕％٪", "--.,.///%%")

_WHOLE = re.compile(r"-?[0-9]{1,12}")
_GROUPED = re.compile(r"-?[0-9]{1,3}(?:\s[0-9]{3}){1,3}")
_RATIO = re.compile(r"(-?[0-9]{1,12})\s*/\s*([0-9]{1,12})")
_DECIMAL = re.compile(r"(-?[0-9]{0,12})(?:[.,]([0-9]{1,20}))?")
_THOUSANDS = re.compile(r"-?[1-9][0-9]{0,2}[.,][0-9]{3}")


def western_digits(text: str) -> str:
    """The text with its digits, of whatever script, as 0 to 9; "²" and "½" are no digits."""
    return "".join(str(decimal(each)) if category(each) == "Nd" else each for each in text)


def whole_number(typed: str) -> int | None:
    """The whole number in a typed text: up to twelve digits with nothing between them.

    None for anything else: "2.000" is two thousand to some, and two to others.
    """
    text = _plain(typed)
    return int(text) if _WHOLE.fullmatch(text) else None


def grouped_number(typed: str, group: str) -> int | None:
    """`whole_number`, also with its thousands set apart by blanks, or by the sign `group`."""
    text = _plain(typed).replace(group, " ")
    return whole_number("".join(text.split()) if _GROUPED.fullmatch(text) else typed)


def exact_number(typed: str) -> Fraction | None:
    """The number in a typed text such as "0.25", "0,25" or "1/4"; None for any other text.

    A comma or a full stop is the decimal sign, and nothing may stand between thousands. "1.250" and
    "1,250" are none: they are 1250 to some readers, and 1.25 to others.
    """
    text = _plain(typed)
    if found := _RATIO.fullmatch(text):
        return Fraction(int(found[1]), int(found[2])) if int(found[2]) else None
    found = _DECIMAL.fullmatch(text)
    if not found or _THOUSANDS.fullmatch(text):
        return None
    before, after = found.groups(default="")
    if not before.removeprefix("-") + after:
        return None
    return Fraction(f"{before}.{after}" if after else before)


def exact_share(typed: str) -> Fraction | None:
    """`exact_number`, also as a percentage: "25%", "24.7 %"."""
    text = _plain(typed)
    number = exact_number(text.removesuffix("%"))
    return number if number is None or not text.endswith("%") else number / 100


def _plain(typed: str) -> str:
    """The text in ASCII's digits and signs, without blanks and invisible marks around it."""
    start, end = 0, len(typed)
    while start < end and _is_blank(typed[start]):
        start += 1
    while start < end and _is_blank(typed[end - 1]):
        end -= 1
    return western_digits(typed[start:end].translate(_SIGNS))


def _is_blank(character: str) -> bool:
    return character.isspace() or category(character) == "Cf"
