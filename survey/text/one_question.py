"""What is said of results where each respondent was asked one question, drawn by chance."""

from survey.core.estimation.results import QuestionResult
from survey.core.estimation.uneven import unevenness
from survey.core.instrument.instrument import Instrument
from survey.core.responses.statement import asked_each
from survey.core.responses.tally import Tally
from survey.text.translator import ENGLISH, Translator

ALARM = 0.001  # chance alone raises it so rarely


def of_whom(result: QuestionResult, translator: Translator = ENGLISH) -> str:
    """Of whom each interval speaks; "" where everybody was asked, or nobody."""
    asked, everyone = result.estimate.respondents, result.estimate.drawn_from
    if not everyone or not asked:
        return ""
    return translator.gettext(
        "%(asked)s of the %(all)s respondents were asked this, drawn by chance: the anytime "
        "interval speaks of those, every other one of all %(all)s.",
        asked=translator.whole(asked),
        all=translator.whole(everyone),
    )


def asked_in_words(result: QuestionResult) -> str:
    """The same for a slide, in few words."""
    asked, everyone = result.estimate.respondents, result.estimate.drawn_from
    return f"{asked:,} of {everyone:,} were asked this, drawn by chance." if everyone else ""


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
