"""The words of a picture that is a file without its page: figures and legend."""

from typing import NamedTuple

from survey.core.estimation.results import Mean
from survey.core.estimation.shares import Estimate
from survey.core.intervals.registry import ANNOUNCED
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.summaries import ends_in_words, tells
from survey.text.translator import Translator


class Key(NamedTuple):
    """The meaning of a mark of the picture; with the mark "" a remark."""

    mark: str
    words: str


CUT = Key("", "The picture is cut at the ends of its scale; the figures are not.")


def figures_in_words(statement: Estimate | Mean, second: str, translator: Translator) -> str:
    """An estimate and its two intervals, not clipped; no estimate if nothing is known."""
    if isinstance(statement, Estimate):
        estimate = translator.percent(statement.estimate, 1)
    else:
        estimate = translator.number(statement.estimate)
    names = [name for name in (ANNOUNCED, second) if statement.interval(name)]
    titles = [translator.gettext(INTERVAL_WORDS[name].title) for name in names]
    ends = [ends_in_words(statement, name, translator) for name in names]
    intervals = map(" ".join, zip(titles, ends, strict=True))
    return " · ".join([estimate] * tells(statement) + [*intervals])


def legend_of(
    second: str, projected: bool, clipped: bool, translator: Translator
) -> tuple[Key, ...]:
    """The legend, as its page shows it beside the picture."""
    keys = [
        Key("dot", translator.gettext("debiased estimate with its Hoeffding interval")),
        Key("second", translator.gettext(INTERVAL_WORDS[second].legend)),
        Key("raw", translator.gettext("reports as received")),
    ]
    if projected:
        keys.append(Key("projected", translator.gettext("projected: the nearest distribution")))
    if clipped:
        keys.append(Key(CUT.mark, translator.gettext(CUT.words)))
    return tuple(keys)
