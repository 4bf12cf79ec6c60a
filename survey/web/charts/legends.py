"""What a picture says by itself, as a file that has left its page: figures and legend."""

from typing import NamedTuple

from survey.core.estimation.results import Mean
from survey.core.estimation.shares import Estimate
from survey.core.intervals.registry import ANNOUNCED
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.summaries import ends_in_words, tells
from survey.text.translator import Voice


class Key(NamedTuple):
    """What a mark of the picture stands for; a mark of "" is a remark."""

    mark: str
    words: str


CUT = Key("", "The picture is cut at the ends of its scale; the figures are not.")


def figures_in_words(statement: Estimate | Mean, second: str, voice: Voice) -> str:
    """An estimate and its two intervals, not cut; no estimate where nothing is known."""
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
    """The legend, as beside the picture on its page."""
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
