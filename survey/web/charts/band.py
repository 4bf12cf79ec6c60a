"""The figure of the app, the band: where an estimate lies on its scale, and how surely.

A soft band is the interval that a reader is told, with fading edges where it ends within the
scale; a dot is the estimate; beneath it a thin line, named, is Hoeffding's interval. Where the
band fills the scale there is no dot and no figure: `too_few` says how many responses it wants.

    band = band_of(ResultText(quantity, translator), CARD)
    {% from "charts/_band.html" import band_svg %}
    {{ band_svg(band, "q1") }}  {# the name: unique on its page #}

static/styles/figures.css colours it, and lets it narrow smoothly where static/pages/live/live.js
brings new figures. Only here is anything clipped, at the ends of the scale.
"""

from dataclasses import dataclass

from survey.core.intervals.interval import Interval, misses
from survey.core.intervals.registry import ANNOUNCED
from survey.text.result import ResultText
from survey.web.charts.axis import CARD, AxisScale, Size
from survey.web.charts.band_labels import (
    Label,
    announced_label,
    end_labels,
    scale_labels,
    text_width,
)


@dataclass(frozen=True)
class BandSegment:
    """A part of the scale from `low` to `high`; cut at an end that is the scale's, or beyond it."""

    low: float
    high: float
    low_is_cut: bool
    high_is_cut: bool

    @property
    def width(self) -> float:
        return round(self.high - self.low, 1)

    @property
    def middle(self) -> float:
        return (self.low + self.high) / 2


@dataclass(frozen=True)
class Band:
    """A band in its picture's units, as templates/charts/_band.html draws it.

    `told` and `mark` are None where nothing is known, and where no class could have sent the
    reports; `labels` are all of its words, which never overlap.
    """

    size: Size
    scale: AxisScale
    told: BandSegment | None
    mark: float | None
    announced: BandSegment | None
    labels: tuple[Label, ...]
    description: str
    too_few: str = ""

    @property
    def width(self) -> float:
        return self.size.width

    @property
    def length(self) -> float:
        """The length of the scale."""
        return round(self.scale.end - self.scale.start, 1)

    @property
    def middle(self) -> float:
        return self.size.height / 2

    @property
    def radius(self) -> float:
        return self.size.radius

    @property
    def announced_y(self) -> float:
        """The height of Hoeffding's line, below the words of the band's ends."""
        return self.size.announced_y

    @property
    def height(self) -> float:
        below = 1.6 * self.size.label if self.size.labelled else 4
        return round(self.announced_y + below, 1)


def band_of(text: ResultText, size: Size = CARD) -> Band:
    """The band of a share or a mean, with the words that are said of it."""
    quantity, scale = text.quantity, _scale(text, size)
    untold = quantity.nothing_known or quantity.contradicted
    part = None if untold else _part(scale, quantity.ends)
    announced = _part(scale, quantity.interval(ANNOUNCED))
    labels = scale_labels(scale, size)
    if size.labelled and part is not None and quantity.ends is not None:
        labels += end_labels(scale, text, quantity.ends, size)
    if size.labelled and announced is not None:
        labels += (announced_label(text, announced.middle, size),)
    estimate = quantity.estimate
    return Band(
        size=size,
        scale=scale,
        told=part,
        mark=None if part is None or estimate is None else scale.place(estimate),
        announced=announced,
        labels=labels if size.labelled else (),
        description=text.in_short,
        too_few=text.too_few,
    )


def _scale(text: ResultText, size: Size) -> AxisScale:
    """The scale with its two ends, which stand beside it where there are words."""
    low, high = text.quantity.scale.ends
    words = [text.scale_end(end) for end in (low, high)]
    if not size.labelled:
        return AxisScale(low, high, size.radius + 2, size.width - size.radius - 2)
    # The dot may stand at an end, and must not touch the words there.
    room = size.radius + size.label / 2
    before, after = (text_width(each, size.label) + room for each in words)
    labels = tuple(zip((low, high), words, strict=True))
    return AxisScale(low, high, round(before, 1), round(size.width - after, 1), labels)


def _part(scale: AxisScale, ends: Interval | None) -> BandSegment | None:
    """The part of the scale within an interval; None if there is none, or it lies beyond."""
    if ends is None or misses(ends, (scale.low, scale.high)):
        return None
    low, high = ends
    return BandSegment(scale.place(low), scale.place(high), low <= scale.low, high >= scale.high)
