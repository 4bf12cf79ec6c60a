"""The figure of the app, the band: where an estimate lies on its scale, and how surely.

A soft band is the interval that a reader is told, with fading edges where it ends within the
scale; a ringed dot is the estimate; a thin line beneath is Hoeffding's interval. Where nothing is
known the whole scale is flat, without a dot, and `too_few` says how many responses it wants.

    band = band_of(ResultText(quantity, translator), CARD)
    {% from "charts/_band.html" import band_svg %}
    {{ band_svg(band, "q1") }}  {# the name: unique on its page #}

Places are per cent of the scale, so that all bands of a page begin and end at one x; heights are
ems. static/styles/figures.css colours it, and lets it narrow smoothly where
static/pages/live/live.js brings new figures. Only here is anything clipped, at the scale's ends.
"""

from dataclasses import dataclass, replace

from survey.core.intervals.interval import Interval, misses
from survey.core.intervals.registry import ANNOUNCED
from survey.text.result import ResultText
from survey.text.translator import ENGLISH
from survey.web.charts.axis import CARD, AxisScale, Size
from survey.web.charts.band_labels import BandSegment, BandWords, Label, labels_of

WIDE = 60  # points; a figure whose band is wider says little


@dataclass(frozen=True)
class Band:
    """A band as templates/charts/_band.html draws it.

    `told` and `mark` are None where nothing is known (then it is `whole`), and where no class could
    have sent the reports; `labels` are all of its words, which never overlap. Where the band
    `is_wide`, the figure beside it is said softly. At `guide` a thin line goes through it, the same
    for all bands that it is compared by.
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
    """The band of a share or a mean, with the words that are said of it."""
    quantity = text.quantity
    scale = AxisScale(*quantity.scale.ends, 0, 100)
    untold = quantity.nothing_known or quantity.contradicted
    part = None if untold else _part(scale, quantity.ends)
    mark = None if quantity.estimate is None else scale.place(quantity.estimate)
    band = _band(size, part, mark, words_of(text), quantity.nothing_known)
    announced = _part(scale, quantity.interval(ANNOUNCED)) if size.announced else None
    return replace(band, announced=announced, description=text.in_short, too_few=text.too_few)


def share_band(share: float | None, ends: Interval | None, description: str, size: Size) -> Band:
    """The band of a share with one interval, in English; flat where it holds every share."""
    whole = ends == (0, 1)
    scale = AxisScale(0, 1, 0, 100)
    part = None if whole else _part(scale, ends)
    mark = None if share is None else scale.place(share)
    low, high = ends or (0, 1)
    said = ENGLISH.percent_end(low, False), ENGLISH.percent_end(high, True)
    words = BandWords((ENGLISH.percent(0), ENGLISH.percent(1)), said, " to ".join(said))
    return replace(_band(size, part, mark, words, whole), description=description)


def _band(
    size: Size, told: BandSegment | None, mark: float | None, words: BandWords, whole: bool
) -> Band:
    """A band without description and line; a mark stands only within what is told."""
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
    """The ends of its scale and of the told interval, as they are written beneath a band."""
    ends, (low, high) = text.quantity.ends, text.quantity.scale.ends
    said = (text.end(ends[0], False), text.end(ends[1], True)) if ends else ("", "")
    return BandWords((text.scale_end(low), text.scale_end(high)), said, text.ends)


def _part(scale: AxisScale, ends: Interval | None) -> BandSegment | None:
    """The part of the scale within an interval; None if there is none, or it lies beyond."""
    if ends is None or misses(ends, (scale.low, scale.high)):
        return None
    low, high = scale.place(ends[0]), scale.place(ends[1])
    cut = ends[0] <= scale.low, ends[1] >= scale.high
    return BandSegment(low, high, *cut, width=round(high - low, 1))
