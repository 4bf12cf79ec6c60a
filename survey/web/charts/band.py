"""The figure of the app, the band: where an estimate lies on its scale, and how surely.

A soft band is the interval that a reader is told, with fading edges where it ends within the
scale; a dot is the estimate; beneath it a thin line, named, is Hoeffding's interval. Where the
band fills the scale there is no dot and no figure: `too_few` says how many responses it wants.

    band = band_of(share.estimate, "anytime", CARD, translator)  # or a mean, on its own scale
    {% from "charts/_band.html" import band_svg %}
    {{ band_svg(band, "q1") }}  {# the name: unique on its page #}

Sizes: CARD (a result's card), ROW (one option of several, whose ends stand in words beside it),
SLIDE and SLIDE_ROW (a projected page of 1024 × 768: drawn at least 900 pixels wide, the labels of
SLIDE are 24 pixels or larger), HANDOUT (print). static/styles/figures.css colours it, and lets it
narrow smoothly where static/pages/live.js brings new figures. Only here is anything clipped, at
the ends of the scale.
"""

from dataclasses import dataclass

from survey.core.estimation.results import Estimated
from survey.core.estimation.scale import fills_the_scale, possible
from survey.core.estimation.shares import Estimate
from survey.core.intervals.interval import Interval
from survey.core.intervals.registry import ANNOUNCED
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.summaries import estimate_in_words, possible_ends_in_words, too_few_in_words
from survey.text.translator import ENGLISH, Translator
from survey.web.charts.axis import Scale
from survey.web.charts.text_width import text_width


@dataclass(frozen=True)
class Size:
    """The measures of a band, in its picture's units; without `labelled` it has no words."""

    width: float
    label: float
    height: float
    labelled: bool = True

    @property
    def radius(self) -> float:
        """The radius of the estimate's dot."""
        return round(min(0.32 * self.height, 16), 1)


CARD = Size(400, 18, 28)
ROW = Size(400, 18, 18, labelled=False)
HANDOUT = Size(400, 15, 22)
SLIDE = Size(900, 28, 96)
SLIDE_ROW = Size(520, 24, 24, labelled=False)


@dataclass(frozen=True)
class Label:
    """Words around `x`, on the line `y`."""

    text: str
    x: float
    y: float


@dataclass(frozen=True)
class Part:
    """A part of the scale from `low` to `high`; cut at an end that is the scale's, or beyond it."""

    low: float
    high: float
    low_is_cut: bool
    high_is_cut: bool

    @property
    def width(self) -> float:
        return round(self.high - self.low, 1)


@dataclass(frozen=True)
class Band:
    """A band in its picture's units, as templates/charts/_band.html draws it.

    `told` and `mark` are None where nothing is known, and where no class could have sent the
    reports; `labels` are all of its words, which never overlap.
    """

    size: Size
    scale: Scale
    told: Part | None
    mark: float | None
    announced: Part | None
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
        return _announced_y(self.size)

    @property
    def height(self) -> float:
        below = 1.6 * self.size.label if self.size.labelled else 4
        return round(self.announced_y + below, 1)


def band_of(
    estimated: Estimated,
    told: str,
    size: Size = CARD,
    translator: Translator = ENGLISH,
    closed: bool = False,
) -> Band:
    """The band of a share or a mean; `told` names the interval that a reader is told.

    Once `closed`, no more responses can come, and `too_few` speaks of none.
    """
    scale = _scale(estimated, size, translator)
    nothing_known = fills_the_scale(estimated, told)
    ends = estimated.interval(told) if estimated.respondents else None
    announced = estimated.interval(ANNOUNCED) if estimated.respondents else None
    part = None if nothing_known or ends is None else _part(scale, ends)
    drawn = None if announced is None else _part(scale, announced)
    estimate = estimated.estimate
    too_few = too_few_in_words(estimated, told, translator, closed) if nothing_known else ""
    labels = _scale_labels(scale, size)
    if size.labelled and part is not None and ends is not None:
        labels += _end_labels(scale, estimated, ends, size, translator)
    if size.labelled and drawn is not None:
        labels += (_announced_label(estimated, drawn, size, translator),)
    return Band(
        size=size,
        scale=scale,
        told=part,
        mark=None if part is None or estimate is None else scale.place(estimate),
        announced=drawn,
        labels=labels if size.labelled else (),
        description=_description(estimated, told, part is not None, too_few, translator),
        too_few=too_few,
    )


def _scale(estimated: Estimated, size: Size, translator: Translator) -> Scale:
    """The scale with its two ends, which stand beside it where there are words."""
    low, high = possible(estimated)
    of_share = isinstance(estimated, Estimate)
    words = [translator.percent(end) if of_share else translator.plain(end) for end in (low, high)]
    if not size.labelled:
        return Scale(low, high, size.radius + 2, size.width - size.radius - 2)
    # The dot may stand at an end, and must not touch the words there.
    room = size.radius + size.label / 2
    before, after = (text_width(each, size.label) + room for each in words)
    labels = tuple(zip((low, high), words, strict=True))
    return Scale(low, high, round(before, 1), round(size.width - after, 1), labels)


def _part(scale: Scale, ends: Interval) -> Part | None:
    """The part of the scale within an interval; None if it lies beyond the scale."""
    low, high = ends
    if high < scale.low or low > scale.high:
        return None
    return Part(scale.place(low), scale.place(high), low <= scale.low, high >= scale.high)


def _scale_labels(scale: Scale, size: Size) -> tuple[Label, ...]:
    """The ends of the scale, before and behind it."""
    places = ((scale.start - size.radius) / 2, (scale.end + size.radius + size.width) / 2)
    y = round(size.height / 2 + 0.35 * size.label, 1)
    return tuple(
        Label(words, round(x, 1), y) for x, (_, words) in zip(places, scale.labels, strict=False)
    )


def _end_labels(
    scale: Scale, estimated: Estimated, ends: Interval, size: Size, translator: Translator
) -> tuple[Label, ...]:
    """The ends of the band strictly within the scale, moved apart where they would touch.

    An end of the scale has its words already.
    """
    written = translator.percent if isinstance(estimated, Estimate) else translator.number
    shown = [end for end in ends if scale.low < end < scale.high]
    words = [written(end) for end in shown]
    places = [scale.place(end) for end in shown]
    halves = [text_width(each, size.label) / 2 for each in words]
    y = round(size.height + 1.1 * size.label, 1)
    if len(shown) == 2:
        apart = halves[0] + halves[1] + size.label / 2
        missing = max(0, apart - (places[1] - places[0])) / 2
        places = [places[0] - missing, places[1] + missing]
        shift = max(0, halves[0] - places[0]) - max(0, places[1] + halves[1] - size.width)
        places = [place + shift for place in places]
    return tuple(
        Label(text, round(_within(place, half, size.width), 1), y)
        for text, place, half in zip(words, places, halves, strict=True)
    )


def _announced_label(
    estimated: Estimated, drawn: Part, size: Size, translator: Translator
) -> Label:
    """The name of Hoeffding's line with its ends, below it."""
    name = translator.gettext(INTERVAL_WORDS[ANNOUNCED].title)
    text = f"{name} {possible_ends_in_words(estimated, translator)}"
    half = text_width(text, size.label) / 2
    x = _within((drawn.low + drawn.high) / 2, half, size.width)
    return Label(text, round(x, 1), round(_announced_y(size) + 1.2 * size.label, 1))


def _announced_y(size: Size) -> float:
    below = 1.6 * size.label if size.labelled else 5
    return round(size.height + below, 1)


def _within(place: float, half: float, width: float) -> float:
    return min(max(place, half), max(half, width - half))


def _description(
    estimated: Estimated, told: str, known: bool, too_few: str, translator: Translator
) -> str:
    """The band in words, for those who do not see it."""
    if too_few:
        return too_few
    if not known or estimated.estimate is None:
        return translator.gettext("No class could plausibly have sent these reports")
    return translator.gettext(
        "Estimate %(estimate)s, %(range)s; Hoeffding %(announced)s",
        estimate=estimate_in_words(estimated, translator),
        range=possible_ends_in_words(estimated, translator, name=told),
        announced=possible_ends_in_words(estimated, translator),
    )
