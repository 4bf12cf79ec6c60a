"""Doubts about the results of a whole survey, in words: uneven draws, few who undo them."""

from collections.abc import Sequence

from survey.core.estimates.uneven import unevenness
from survey.core.instrument.instrument import Instrument
from survey.core.intervals.registry import ANNOUNCED
from survey.core.responses.statement import asked_each
from survey.core.responses.tally import Tally
from survey.core.results.results import QuestionResult
from survey.text.translator import ENGLISH, Translator

# If this many false respondents or fewer can move estimates by a whole margin, the page warns.
FEW_FALSE_RESPONDENTS = 10


def easily_moved(results: Sequence[QuestionResult], translator: Translator = ENGLISH) -> str:
    """Says so where a few false respondents could move the figures of a survey by a whole margin.

    They could where their bounds add up to more than Hoeffding's half-width. How many that takes
    depends on the number of respondents, whatever γ is: about sqrt(n ln(2/α)/2). Where each was
    asked one question, those suffice who move the one that was answered by the fewest.
    """
    suffice = [few for each in results if (few := _few_that_suffice(each))]
    few = min(suffice, default=FEW_FALSE_RESPONDENTS + 1)
    if few > FEW_FALSE_RESPONDENTS:
        return ""
    return translator.ngettext(
        "%(few)s person who answers falsely could undo these results.",
        "%(few)s people who answer falsely could together undo these results.",
        few,
        few=translator.whole(few),
    )


def _few_that_suffice(result: QuestionResult) -> int | None:
    """The least number whose bounds add up to more than Hoeffding's half-width."""
    first = result.quantities[0]
    ends = first.interval(ANNOUNCED)
    return None if ends is None else int((ends[1] - ends[0]) / 2 / first.leverage) + 1


ALARM = 0.001  # chance alone raises it so rarely


def uneven(instrument: Instrument, tally: Tally, translator: Translator = ENGLISH) -> str:
    """A warning that the questions were not drawn evenly; "" unless chance makes it unlikely."""
    asked = asked_each(instrument, tally)
    if asked is None or unevenness(asked) >= ALARM:
        return ""
    return translator.gettext(
        "The questions were answered by unequal numbers, from %(least)s to %(most)s: chance does "
        "that less than once in 1,000 surveys. Some may have drawn again until a question suited "
        "them, so trust the figures little.",
        least=translator.whole(min(asked)),
        most=translator.whole(max(asked)),
    )
