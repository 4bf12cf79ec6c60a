"""The words on a band's picture, which never overlap."""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from survey.web.charts.axis import Size

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
class BandSegment:
    """A part of the scale from `low` to `high`, in per cent of it.

    It is cut at an end that is the scale's, or beyond it.
    """

    low: float
    high: float
    low_is_cut: bool
    high_is_cut: bool
    width: float


@dataclass(frozen=True)
class Label:
    """Words beneath a band, from, around or up to `x`, in per cent of the scale.

    Where the band is narrowest they reach at most from `low` to `high`. Those of the told interval
    are `bold`, in letters of one em; those of the scale are a little smaller.
    """

    text: str
    x: float
    anchor: str
    bold: bool
    low: float
    high: float


BOLD, SMALL = 1.1, 0.875  # ems: bold letters are wider
GAP = 2.0  # per cent between two of them


@dataclass(frozen=True)
class BandWords:
    """The words beneath a band: the scale's two ends, the interval's two, and both in one."""

    scale: tuple[str, str]
    ends: tuple[str, str]
    both: str


def labels_of(words: BandWords, told_part: BandSegment | None, size: Size) -> list[Label]:
    """The ends of the band strictly within the scale, and those of the scale where there is room.

    An end of the scale that the words of the band's end would touch is left out.
    """
    told = _ends(words, told_part, size) if told_part else []
    first = _label(words.scale[0], 0, size, bold=False)
    last = _label(words.scale[1], 100, size, bold=False)
    if told and _touch(first, told[0]):
        return told if _touch(told[-1], last) else [last, *told]
    return [first, *told] if told and _touch(told[-1], last) else [first, last, *told]


def _ends(words: BandWords, told: BandSegment, size: Size) -> list[Label]:
    """A label for each end within the scale, or one for both where two would touch."""
    labels = []
    if not told.low_is_cut:
        labels.append(_label(words.ends[0], told.low, size))
    if not told.high_is_cut:
        labels.append(_label(words.ends[1], told.high, size))
    if len(labels) == 2 and _touch(*labels):
        return [_label(words.both, (told.low + told.high) / 2, size)]
    return labels


@lru_cache(maxsize=4096)
def _label(words: str, place: float, size: Size, bold: bool = True) -> Label:
    """Words around a place, or as near as the picture's edges let them stand."""
    width = 100 * text_width(words, BOLD if bold else SMALL) / size.narrowest
    if place < width / 2:
        return Label(words, 0, "start", bold, 0, width)
    if place > 100 - width / 2:
        return Label(words, 100, "end", bold, 100 - width, 100)
    return Label(words, round(place, 2), "middle", bold, place - width / 2, place + width / 2)


def _touch(one: Label, next_one: Label) -> bool:
    return next_one.low < one.high + GAP
