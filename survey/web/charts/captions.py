"""Places the words of a picture file: the question above, figures and legend below.

An SVG breaks no lines by itself. A line holds so few letters that it fits in any font.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from survey.web.charts.estimates import Picture
from survey.web.charts.trade_off import TradeOff

UNITS = 44  # the length of a line, in letters of ordinary width
LINE, GAP = 18, 8
INDENT = 22  # the width of a legend's marks

_WIDE = "\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef"  # as wide as high; a line may break anywhere
_PIECES = re.compile(rf"\s*(?:[{_WIDE}]|[^\s{_WIDE}]{{1,{UNITS // 2}}})")


@dataclass(frozen=True)
class Line:
    """One line of text at `y`; `mark` is the legend's mark beside the first line of a key."""

    text: str
    y: float
    bold: bool = False
    indent: int = 0
    mark: str = ""
    right_to_left: bool = False


@dataclass(frozen=True)
class Captioned:
    """A picture with its words; the drawing begins at `top`."""

    picture: Picture | TradeOff
    lines: tuple[Line, ...]
    top: float
    height: float


def captioned(picture: Picture | TradeOff) -> Captioned:
    lines = list(_lines(picture.title, 0, bold=True))
    top = _bottom(lines, 0) + GAP
    below = top + picture.height
    for text in (picture.description, *picture.figures):
        if text != picture.title:
            lines += _lines(text, below)
            below = _bottom(lines, below)
    below += GAP
    for key in picture.keys:
        lines += _lines(key.words, below, indent=INDENT if key.mark else 0, mark=key.mark)
        below = _bottom(lines, below)
    return Captioned(picture, tuple(lines), top, below + GAP)


def _bottom(lines: list[Line], otherwise: float) -> float:
    return lines[-1].y + 5 if lines else otherwise  # letters reach below their line


def _lines(
    text: str, top: float, indent: int = 0, mark: str = "", bold: bool = False
) -> Iterator[Line]:
    right_to_left = _right_to_left(text)
    units = UNITS - 8 if bold else UNITS - indent // 7
    for number, line in enumerate(broken(text, units), start=1):
        yield Line(line, top + number * LINE, bold, indent, mark, right_to_left)
        mark = ""


def broken(text: str, units: int) -> list[str]:
    """The text in lines of at most so many units, broken at spaces where there are some."""
    lines, room = [""], units
    for piece in _PIECES.findall(text):
        width = sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in piece)
        if width > room and lines[-1]:
            lines.append("")
            room, piece = units, piece.lstrip()
        lines[-1] += piece
        room -= width
    return [line.strip() for line in lines if line.strip()]


def _right_to_left(text: str) -> bool:
    """Whether the first letter that has a direction runs from right to left."""
    found = (unicodedata.bidirectional(each) for each in text)
    return next((each != "L" for each in found if each in ("L", "R", "AL")), False)
