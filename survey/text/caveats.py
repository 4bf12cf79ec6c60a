"""Doubts about the results of a whole survey, in words.

They concern uneven draws, few false respondents who could move the figures, and missing answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from survey.core.estimates.nonresponse import share_of_class
from survey.core.estimates.uneven import unevenness
from survey.core.instrument.instrument import Instrument
from survey.core.intervals.registry import ANNOUNCED
from survey.core.responses.tally import Tally, asked_each
from survey.core.results.results import QuestionResult
from survey.text.question_text import QuestionText
from survey.text.result import ResultText
from survey.text.translator import ENGLISH, Translator

# If this many false respondents or fewer can move estimates by a whole margin, the page warns.
FEW_FALSE_RESPONDENTS = 10


def easily_moved(results: Sequence[QuestionResult], translator: Translator = ENGLISH) -> str:
    """A sentence if a few false respondents could move a survey's figures by a whole margin.

    They could if their bounds add up to more than Hoeffding's half-width. How many that takes
    depends on the number of respondents, whatever γ is: about sqrt(n ln(2/α)/2). If each
    respondent answers one question, only the question with the fewest answers counts.
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


# The differences between those who answered and the others that may be supposed: 0 to 100 points.
STEPS = tuple(range(0, 101, 5))


def answered_of_class(answered: int, size: int, say: Translator) -> str:
    """ "12 of 40 answered"; more may answer than the class was thought to have."""
    return say.gettext(
        "%(answered)s of %(size)s answered", answered=say.whole(answered), size=say.whole(size)
    )


@dataclass(frozen=True)
class WholeClass:
    """Bounds on a class of `size` from the told intervals of those who answered."""

    shares: tuple[ResultText, ...]
    size: int

    @property
    def respondents(self) -> int:
        return self.shares[0].quantity.respondents

    @property
    def answered(self) -> str:
        """ "12 of 40 answered"."""
        return answered_of_class(self.respondents, self.size, self.shares[0].translator)

    @property
    def explanation(self) -> str:
        """Explains the ranges, before the reader chooses a difference."""
        say, others = self.shares[0].translator, self.size - self.respondents
        return say.gettext(
            "The figures are about those who answered. Those who did not (%(others)s) may "
            "differ: these are ranges for the whole class.",
            others=say.whole(others),
        )

    @cached_property
    def ranges(self) -> list[list[str]]:
        """Of each share: "between 4 and 33 of the 40", for each difference of STEPS."""
        return [
            [self._range(share, Fraction(step, 100)) for step in STEPS] for share in self.shares
        ]

    def _range(self, share: ResultText, difference: Fraction) -> str:
        ends = share.quantity.ends
        assert ends is not None  # somebody responded
        bounds = share_of_class(ends, self.respondents, self.size, difference)
        say = share.translator
        return say.gettext(
            "%(range)s of the %(count)s",
            range=share.in_persons(bounds, self.size),
            count=say.whole(self.size),
        )


def whole_class(text: QuestionText) -> WholeClass | None:
    """The bounds; None if nobody or all answered, if each answered one question, or of a mean."""
    result, shares = text.result, text.shown
    size = shares[0].quantity.setting.expected
    if result.drawn_from or not 0 < result.respondents < size:
        return None
    return WholeClass(shares, size) if shares[0].quantity.scale.share else None
