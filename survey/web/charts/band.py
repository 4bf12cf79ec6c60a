"""The band, the figure of the app: an estimate on its scale, with its intervals.

The words on its picture never overlap: `labels_of` places them.

The soft band is the told interval, with fading edges if it ends within the scale. A ringed dot is
the estimate. A thin line beneath is Hoeffding's interval, with a tick at each end within the
scale. If nothing is known, the whole scale is flat, without a dot, and `too_few` says how many more
responses are needed.

    band = band_of(ResultText(quantity, translator), CARD)
    {% from "charts/_band.html" import band_svg %}
    {{ band_svg(band, "q1") }}  {# the name: unique on its page #}

Places are per cent of the scale, so that all bands of a page begin and end at one x; heights are
ems. static/styles/figures.css colours it, and lets it narrow smoothly where
static/pages/live/live.js brings new figures. Only here is anything clipped, at the scale's ends.
"""

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from survey.core.intervals.counts import Interval, misses
from survey.core.intervals.registry import ANNOUNCED
from survey.text.result import ResultText
from survey.text.translator import ENGLISH
from survey.web.charts.axis import CARD, AxisScale, Size

_NARROW, _WIDE = frozenset("fijlrtI.,:;'’!|()[] \u00a0\u202f"), frozenset("mwMW@%٪…—")
# Letters as wide as high: a line may break before each, but not before a closing mark.
_SQUARE = "\u2e80-\ud7ff\uf900-\ufaff\uff00-\uffef"
_CLOSING = "、。，．：；！？）」』】》〉”’"
# Matches a run of blanks only from its first, or those at an end would take quadratic time.
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
        while text_width(line, size) > width:  # a word that is too long for a line
            fitting = _fitting(line, size, width)
            lines.append(line[:fitting])
            line = line[fitting:]
    return [each.strip() for each in [*lines, line] if each.strip()]


def right_to_left(text: str) -> bool:
    """Whether the first letter that has a direction runs from right to left."""
    found = (unicodedata.bidirectional(each) for each in text)
    return next((each != "L" for each in found if each in ("L", "R", "AL")), False)


def _fitting(text: str, size: float, width: float) -> int:
    """The number of the text's characters that fit a line, at least one."""
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

    An end at or beyond the end of the scale is drawn cut.
    """

    low: float
    high: float
    low_is_cut: bool
    high_is_cut: bool
    width: float


@dataclass(frozen=True)
class Label:
    """Words beneath a band; they begin at, surround or end at `x`, in per cent of the scale.

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
    """The words beneath a band: the scale's ends, the interval's ends, and those in one label."""

    scale: tuple[str, str]
    ends: tuple[str, str]
    both: str


def labels_of(words: BandWords, told_part: BandSegment | None, size: Size) -> list[Label]:
    """The ends of the band strictly within the scale, and those of the scale that fit beside them.

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
    """Words around a place, or as near to it as the picture's edges allow."""
    width = 100 * text_width(words, BOLD if bold else SMALL) / size.narrowest
    if place < width / 2:
        return Label(words, 0, "start", bold, 0, width)
    if place > 100 - width / 2:
        return Label(words, 100, "end", bold, 100 - width, 100)
    return Label(words, round(place, 2), "middle", bold, place - width / 2, place + width / 2)


def _touch(one: Label, next_one: Label) -> bool:
    return next_one.low < one.high + GAP


WIDE = 60  # points; a figure with a wider band says little


@dataclass(frozen=True)
class Band:
    """A band as templates/charts/_band.html draws it.

    `told` and `mark` are None if nothing is known (then it is `whole`), or if no class could have
    sent the reports; `labels` are all of its words, which never overlap. If the band `is_wide`, the
    figure beside it is soft. At `guide` a thin line goes through it, to compare several bands.
    """

    size: Size
    told: BandSegment | None
    mark: float | None
    announced: BandSegment | None
    labels: tuple[Label, ...]
    description: str
    too_few: str = ""
    whole: bool = False
    is_wide: bool = False
    guide: float | None = None


def band_of(text: ResultText, size: Size = CARD) -> Band:
    """The band of a share or a mean, with its words."""
    quantity = text.quantity
    scale = AxisScale(*quantity.scale.ends, 0, 100)
    untold = quantity.nothing_known or quantity.contradicted
    part = None if untold else _part(scale, quantity.ends)
    mark = None if quantity.estimate is None else scale.place(quantity.estimate)
    band = _band(size, part, mark, words_of(text), quantity.nothing_known)
    announced = _part(scale, quantity.interval(ANNOUNCED)) if size.announced else None
    return replace(band, announced=announced, description=text.in_short, too_few=text.too_few)


def share_band(share: float | None, ends: Interval | None, description: str, size: Size) -> Band:
    """The band of a share with one interval, in English; flat if that holds every share."""
    whole = ends == (0, 1)
    scale = AxisScale(0, 1, 0, 100)
    part = None if whole else _part(scale, ends)
    mark = None if share is None else scale.place(share)
    said = ENGLISH.percent_ends(*(ends or (0, 1)))
    words = BandWords((ENGLISH.percent(0), ENGLISH.percent(1)), said, " to ".join(said))
    return replace(_band(size, part, mark, words, whole), description=description)


def _band(
    size: Size, told: BandSegment | None, mark: float | None, words: BandWords, whole: bool
) -> Band:
    """A band without description and line, and without a mark outside the told interval."""
    return Band(
        size=size,
        told=told,
        mark=None if told is None else mark,
        announced=None,
        labels=tuple(labels_of(words, told, size)) if size.labelled else (),
        description="",
        whole=whole,
        is_wide=whole or (told is not None and told.width > WIDE),
    )


def words_of(text: ResultText) -> BandWords:
    """The texts beneath a band: the ends of its scale and of the told interval."""
    ends, (low, high) = text.quantity.ends, text.quantity.scale.ends
    said = text.written_ends(ends) if ends else ("", "")
    return BandWords((text.scale_end(low), text.scale_end(high)), said, text.ends)


def _part(scale: AxisScale, ends: Interval | None) -> BandSegment | None:
    """The part of the scale within an interval; None if there is none, or it lies beyond."""
    if ends is None or misses(ends, (scale.low, scale.high)):
        return None
    low, high = scale.place(ends[0]), scale.place(ends[1])
    cut = ends[0] <= scale.low, ends[1] >= scale.high
    return BandSegment(low, high, *cut, width=round(high - low, 1))
