"""A forest plot: a row for each group, one line through all of them, and all together beneath."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from survey.core.pooling.pooled import PooledQuestion, PooledShare
from survey.text.pooled_words import like_these_in_words, pooled_text, together_in_words
from survey.text.result import ResultText
from survey.web.charts.axis import CARD, GLANCE, HERO, AxisScale, Size
from survey.web.charts.band import Band, band_of, labels_of, words_of

NONE = "–"


@dataclass(frozen=True)
class ForestRow:
    """One group: how many of it answered, its figure and its band; "–" where nothing is known."""

    answered: int
    figure: str
    band: Band


@dataclass(frozen=True)
class Forest:
    """A share in each group, in their order, and of all together.

    `like_these` is "" for fewer than three groups.
    """

    option: str
    rows: tuple[ForestRow, ...]
    respondents: int
    figure: str
    band: Band
    sentence: str
    like_these: str


def forests_of(question: PooledQuestion) -> list[Forest]:
    """A plot for each share of a question; none for a number."""
    size = HERO if len(question.shares) == 1 else CARD
    return [_forest(share, size) for share in question.shares]


def _forest(share: PooledShare, size: Size) -> Forest:
    text = pooled_text(share)
    guide = None if text.quantity.nothing_known else _place(share.estimate)
    return Forest(
        option=share.groups[0].of,
        rows=tuple(_rows(share, guide)),
        respondents=share.respondents,
        figure=text.figure or NONE,
        band=replace(_together(share, text, size), guide=guide),
        sentence=together_in_words(share),
        like_these=like_these_in_words(share),
    )


def _rows(share: PooledShare, guide: float | None) -> Sequence[ForestRow]:
    texts = [ResultText(each, closed=True) for each in share.groups]
    return [
        ForestRow(
            text.quantity.respondents,
            text.figure or NONE,
            replace(band_of(text, GLANCE), guide=guide),
        )
        for text in texts
    ]


def _together(share: PooledShare, text: ResultText, size: Size) -> Band:
    """Their band; where no range is known, Hoeffding's line alone, and the figure is soft."""
    band = band_of(text, size)
    if share.persons is not None:
        return band
    labels = tuple(labels_of(words_of(text), None, size))
    said = together_in_words(share)
    return replace(band, told=None, mark=None, labels=labels, description=said, is_wide=True)


def _place(share: float | None) -> float | None:
    """In per cent of the scale; at its end for an estimate beyond."""
    return None if share is None else AxisScale(0, 1, 0, 100).place(share)
