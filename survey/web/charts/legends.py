"""The words of a picture that is a file without its page: figures and legend."""

from typing import NamedTuple

from survey.core.estimation.results import Mean
from survey.core.estimation.shares import Estimate
from survey.core.intervals.registry import ANNOUNCED
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.summaries import ends_in_words, tells
from survey.text.translator import Voice


class Key(NamedTuple):
    """The meaning of a mark of the picture; with the mark "" a remark."""

    mark: str
    words: str


CUT = Key("", "The picture is cut at the ends of its scale; the figures are not.")


def figures_in_words(statement: Estimate | Mean, second: str, voice: Voice) -> str:
    """An estimate and its two intervals, not clipped; no estimate if nothing is known."""
    if isinstance(statement, Estimate):
        estimate = voice.percent(statement.estimate, 1)
    else:
        estimate = voice.number(statement.estimate)
    intervals = [
        f"{voice.gettext(INTERVAL_WORDS[name].title)} {ends_in_words(statement, name, voice)}"
        for name in (ANNOUNCED, second)
        if statement.interval(name)
    ]
    return " · ".join([estimate] * tells(statement) + intervals)


def legend_of(second: str, projected: bool, clipped: bool, voice: Voice) -> tuple[Key, ...]:
    """The legend, as its page shows it beside the picture."""
    keys = [
        Key("dot", voice.gettext("debiased estimate with its Hoeffding interval")),
        Key("second", voice.gettext(INTERVAL_WORDS[second].legend)),
        Key("raw", voice.gettext("reports as received")),
    ]
    if projected:
        keys.append(Key("projected", voice.gettext("projected: the nearest distribution")))
    if clipped:
        keys.append(Key(CUT.mark, voice.gettext(CUT.words)))
    return tuple(keys)
