"""How wide a text can be at most, and its lines, in any font that a page or a program may take.

An SVG neither measures nor breaks text, and this project ships no fonts. The widths are those of
DejaVu Sans, the widest of the common system fonts, rounded up.
"""

import re
import unicodedata

_NARROW, _WIDE = frozenset("fijlrtI.,:;'’!|()[] \u00a0\u202f"), frozenset("mwMW@%٪…—")
# As wide as high: a line may break before each of them, but not before a closing mark.
_SQUARE = "\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef"
_CLOSING = "、。，．：；！？）」』】》〉”’"
_PIECES = re.compile(rf"[ \n\t]*(?:[{_SQUARE}][{_CLOSING}]*|[^ \n\t{_SQUARE}]+[{_CLOSING}]*)")


def text_width(text: str, size: float) -> float:
    """An upper bound of the text's width, in the units of `size`, its type size."""
    return size * sum(_ems(each) for each in text)


def wrapped(text: str, size: float, width: float) -> list[str]:
    """The text in lines that fit, broken at spaces, or anywhere where words have none."""
    lines, line = [], ""
    for piece in _PIECES.findall(text):
        if line and text_width(line + piece, size) > width:
            lines.append(line)
            line, piece = "", piece.lstrip()
        line += piece
        while text_width(line, size) > width:  # a single word that no line holds
            fitting = _fitting(line, size, width)
            lines.append(line[:fitting])
            line = line[fitting:]
    return [each.strip() for each in [*lines, line] if each.strip()]


def right_to_left(text: str) -> bool:
    """Whether the first letter that has a direction runs from right to left."""
    found = (unicodedata.bidirectional(each) for each in text)
    return next((each != "L" for each in found if each in ("L", "R", "AL")), False)


def _fitting(text: str, size: float, width: float) -> int:
    """How many characters of the text a line holds, at least one."""
    count = len(text)
    while count > 1 and text_width(text[:count], size) > width:
        count -= 1
    return count


def _ems(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0
    if unicodedata.east_asian_width(character) in "WF" or character in _WIDE:
        return 1.05
    if character in _NARROW:
        return 0.45
    return 0.8 if character.isupper() or character == "−" else 0.66
