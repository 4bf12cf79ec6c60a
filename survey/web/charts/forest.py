"""A forest plot: a row for each group, one line through all of them, and all together beneath."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from survey.core.pooling.pooled import Pooled, PooledQuestion
from survey.text.pooled_words import like_these_in_words, pooled_text, together_in_words
from survey.text.result import ResultText
from survey.text.translator import Translator
from survey.web.charts.axis import CARD, GLANCE, HERO, AxisScale, Size
from survey.web.charts.band import Band, band_of, labels_of, words_of

NONE = "–"


@dataclass(frozen=True)
class ForestRow:
    """One group: its respondents, its figure and its band; "–" if nothing is known."""

    answered: int
    figure: str
    band: Band


@dataclass(frozen=True)
class Forest:
    """A mean or a share in each group, in their order, and of all together.

    `option` is "" of a mean, and `like_these` for fewer than three groups.
    """

    option: str
    rows: tuple[ForestRow, ...]
    respondents: int
    figure: str
    band: Band
    sentence: str
    like_these: str


def forests_of(question: PooledQuestion, say: Translator) -> list[Forest]:
    """A plot for a question's mean, if it has one, and for each share."""
    size = HERO if len(question.figures) == 1 else CARD
    return [_forest(figure, size, say) for figure in question.figures]


def _forest(pooled: Pooled, size: Size, say: Translator) -> Forest:
    text = pooled_text(pooled, say)
    guide = None if text.quantity.nothing_known else _place(text)
    return Forest(
        option=pooled.option,
        rows=tuple(_rows(pooled, guide, say)),
        respondents=pooled.respondents,
        figure=text.figure or NONE,
        band=replace(_together(pooled, text, size, say), guide=guide),
        sentence=together_in_words(pooled, say),
        like_these=like_these_in_words(pooled, say),
    )


def _rows(pooled: Pooled, guide: float | None, say: Translator) -> Sequence[ForestRow]:
    texts = [ResultText(each, say, closed=True) for each in pooled.groups]
    return [
        ForestRow(
            text.quantity.respondents,
            text.figure or NONE,
            replace(band_of(text, GLANCE), guide=guide),
        )
        for text in texts
    ]


def _together(pooled: Pooled, text: ResultText, size: Size, say: Translator) -> Band:
    """The band of all groups; Hoeffding's line alone, and a soft figure, if no range is known."""
    band = band_of(text, size)
    if pooled.known:
        return band
    labels = tuple(labels_of(words_of(text), None, size))
    said = together_in_words(pooled, say)
    return replace(band, told=None, mark=None, labels=labels, description=said, is_wide=True)


def _place(text: ResultText) -> float | None:
    """The estimate in per cent of its scale; at an end for an estimate beyond."""
    estimate = text.quantity.estimate
    return (
        None if estimate is None else AxisScale(*text.quantity.scale.ends, 0, 100).place(estimate)
    )
