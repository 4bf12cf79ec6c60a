"""The words on a band's picture, which never overlap."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from survey.core.intervals.interval import Interval
from survey.core.intervals.registry import ANNOUNCED
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.result import ResultText
from survey.web.charts.axis import AxisScale, Size

_NARROW, _WIDE = frozenset("fijlrtI.,:;'’!|()[] \u00a0\u202f"), frozenset("mwMW@%٪…—")
# As wide as high: a line may break before each of them, but not before a closing mark.
_SQUARE = "\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef"
_CLOSING = "、。，．：；！？）」』】》〉”’"
# Blanks count from the first of a run only, else those at an end would be read again from each.
_PIECES = re.compile(
    rf"(?:(?<![ \n\t])[ \n\t]++)?(?:[{_SQUARE}][{_CLOSING}]*|[^ \n\t{_SQUARE}]+[{_CLOSING}]*)"
)


def text_width(text: str, size: float) -> float:
    """An upper bound of the text's width, in the units of `size`, its type size."""
    return size * sum(map(_ems, text))


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


@lru_cache(maxsize=4096)
def _ems(character: str) -> float:
    if unicodedata.combining(character) or unicodedata.category(character) == "Cf":
        return 0
    if unicodedata.east_asian_width(character) in "WF" or character in _WIDE:
        return 1.05
    if character in _NARROW:
        return 0.45
    return 0.8 if character.isupper() or character == "−" else 0.66


@dataclass(frozen=True)
class Label:
    """Words around `x`, on the line `y`."""

    text: str
    x: float
    y: float


def scale_labels(scale: AxisScale, size: Size) -> tuple[Label, ...]:
    """The ends of the scale, before and behind it."""
    places = ((scale.start - size.radius) / 2, (scale.end + size.radius + size.width) / 2)
    y = round(size.height / 2 + 0.35 * size.label, 1)
    return tuple(
        Label(words, round(x, 1), y) for x, (_, words) in zip(places, scale.labels, strict=False)
    )


def end_labels(scale: AxisScale, text: ResultText, ends: Interval, size: Size) -> tuple[Label, ...]:
    """The ends of the band strictly within the scale, moved apart where they would touch.

    An end of the scale has its words already.
    """
    within = [(end, upper) for end, upper in zip(ends, (False, True), strict=True)
              if scale.low < end < scale.high]  # fmt: skip
    words = [text.end(end, upper) for end, upper in within]
    places = [scale.place(end) for end, _ in within]
    halves = [text_width(each, size.label) / 2 for each in words]
    y = round(size.height + 1.1 * size.label, 1)
    if len(within) == 2:
        apart = halves[0] + halves[1] + size.label / 2
        missing = max(0, apart - (places[1] - places[0])) / 2
        places = [places[0] - missing, places[1] + missing]
        shift = max(0, halves[0] - places[0]) - max(0, places[1] + halves[1] - size.width)
        places = [place + shift for place in places]
    return tuple(
        Label(each, round(_within(place, half, size.width), 1), y)
        for each, place, half in zip(words, places, halves, strict=True)
    )


def announced_label(text: ResultText, middle: float, size: Size) -> Label:
    """The name of Hoeffding's line with its ends, below its `middle`."""
    name = text.translator.gettext(INTERVAL_WORDS[ANNOUNCED].title)
    words = f"{name} {text.announced}"
    half = text_width(words, size.label) / 2
    x = _within(middle, half, size.width)
    return Label(words, round(x, 1), round(size.announced_y + 1.2 * size.label, 1))


def _within(place: float, half: float, width: float) -> float:
    return min(max(place, half), max(half, width - half))
