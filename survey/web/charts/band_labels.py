"""The words on a band's picture, which never overlap."""

from dataclasses import dataclass

from survey.core.estimation.results import Estimated
from survey.core.estimation.shares import Estimate
from survey.core.intervals.interval import Interval
from survey.core.intervals.registry import ANNOUNCED
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.summaries import possible_ends_in_words
from survey.text.translator import Translator
from survey.web.charts.axis import Scale
from survey.web.charts.band_size import Size
from survey.web.charts.text_width import text_width


@dataclass(frozen=True)
class Label:
    """Words around `x`, on the line `y`."""

    text: str
    x: float
    y: float


def scale_labels(scale: Scale, size: Size) -> tuple[Label, ...]:
    """The ends of the scale, before and behind it."""
    places = ((scale.start - size.radius) / 2, (scale.end + size.radius + size.width) / 2)
    y = round(size.height / 2 + 0.35 * size.label, 1)
    return tuple(
        Label(words, round(x, 1), y) for x, (_, words) in zip(places, scale.labels, strict=False)
    )


def end_labels(
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


def announced_label(
    estimated: Estimated, middle: float, size: Size, translator: Translator
) -> Label:
    """The name of Hoeffding's line with its ends, below its `middle`."""
    name = translator.gettext(INTERVAL_WORDS[ANNOUNCED].title)
    text = f"{name} {possible_ends_in_words(estimated, translator)}"
    half = text_width(text, size.label) / 2
    x = _within(middle, half, size.width)
    return Label(text, round(x, 1), round(size.announced_y + 1.2 * size.label, 1))


def _within(place: float, half: float, width: float) -> float:
    return min(max(place, half), max(half, width - half))
