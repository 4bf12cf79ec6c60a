"""The figure of the app, the band: where an estimate lies on its scale, and how surely.

A soft band is the interval that a reader is told, with fading edges where it ends within the
scale; a dot is the estimate; beneath it a thin line, named, is Hoeffding's interval. Where the
band fills the scale there is no dot and no figure: `too_few` says how many responses it wants.

    band = band_of(share.estimate, "anytime", CARD, translator)  # or a mean, on its own scale
    {% from "charts/_band.html" import band_svg %}
    {{ band_svg(band, "q1") }}  {# the name: unique on its page #}

Its sizes are those of band_size.py. static/styles/figures.css colours it, and lets it narrow
smoothly where static/pages/live.js brings new figures. Only here is anything clipped, at the ends
of the scale.
"""

from dataclasses import dataclass

from survey.core.estimation.results import Estimated
from survey.core.estimation.scale import fills_the_scale, possible
from survey.core.estimation.shares import Estimate
from survey.core.intervals.interval import Interval
from survey.core.intervals.registry import ANNOUNCED
from survey.text.summaries import estimate_in_words, possible_ends_in_words, too_few_in_words
from survey.text.translator import ENGLISH, Translator
from survey.web.charts.axis import Scale
from survey.web.charts.band_labels import Label, announced_label, end_labels, scale_labels
from survey.web.charts.band_size import CARD, Size
from survey.web.charts.text_width import text_width


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
        return self.size.announced_y

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
    labels = scale_labels(scale, size)
    if size.labelled and part is not None and ends is not None:
        labels += end_labels(scale, estimated, ends, size, translator)
    if size.labelled and drawn is not None:
        labels += (announced_label(estimated, drawn.middle, size, translator),)
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
