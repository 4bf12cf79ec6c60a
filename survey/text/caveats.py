"""Doubts about the results of a whole survey, in words.

They are about uneven draws, few people who could undo the figures, figures of options beside each
other, and people who did not answer.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from survey.core.estimates.nonresponse import share_of_class
from survey.core.estimates.quantity import Quantity
from survey.core.estimates.uneven import unevenness
from survey.core.instrument.instrument import Instrument
from survey.core.intervals.registry import ANNOUNCED
from survey.core.responses.tally import Tally, asked_each
from survey.core.results.results import QuestionResult
from survey.text.figures import rounded
from survey.text.question_text import QuestionText
from survey.text.result import ROUNDING, ResultText
from survey.text.translator import ENGLISH, Translator

# If this many false respondents or fewer can move estimates by a whole margin, the page warns.
FEW_FALSE_RESPONDENTS = 10


def easily_moved(results: Sequence[QuestionResult], translator: Translator = ENGLISH) -> str:
    """A warning if a few false respondents could move the figures by a whole margin; "" if not.

    They could if their bounds add up to more than Hoeffding's half-width. This takes about sqrt(n
    ln(2/α)/2) of n respondents, whatever γ is. If each was asked one question, the number is that
    of the question with the fewest respondents.
    """
    suffice = [few for each in results if (few := _few_that_suffice(each))]
    few = min(suffice, default=FEW_FALSE_RESPONDENTS + 1)
    if few > FEW_FALSE_RESPONDENTS:
        return ""
    return translator.ngettext(
        "%(few)s person answering falsely could move this by its whole margin.",
        "%(few)s people answering falsely could move this by its whole margin.",
        few,
        few=translator.whole(few),
    )


def _few_that_suffice(result: QuestionResult) -> int | None:
    """The least number of respondents whose bounds add up to more than Hoeffding's half-width."""
    first = result.quantities[0]
    ends = first.interval(ANNOUNCED)
    return None if ends is None else int((ends[1] - ends[0]) / 2 / first.leverage) + 1


ALARM = 0.001  # the probability of a false alarm


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


def notes_on_options(text: QuestionText) -> list[str]:
    """The sentences that readers of the options' figures need; none of a figure by itself."""
    if text.headline is not None and not text.headline.quantity.leads:
        return []
    return [each for each in (_picked(text), _beyond_the_whole(text)) if each]


def _picked(text: QuestionText) -> str:
    """A note if options have a wider range since they were picked for their lead; otherwise ""."""
    leading = (text.headline,) if text.headline else text.leading
    wider = sum(bool(each.figure) and _widened(each.quantity) for each in leading)
    if not wider:
        return ""
    return text.translator.ngettext(
        "The option in the lead has a wider range, because it was picked for its lead.",
        "The options in the lead have wider ranges, because they were picked for their lead.",
        wider,
    )


def _widened(quantity: Quantity) -> bool:
    """Whether the range is wider than the told interval of the option by itself."""
    alone, found = quantity.interval(quantity.told), quantity.range
    if found is None or alone is None:
        return found is not None
    return found[1] - found[0] > alone[1] - alone[0] + ROUNDING


def _beyond_the_whole(text: QuestionText) -> str:
    """A note if shares of options that exclude each other sum to more than 100%; otherwise "".

    The estimates sum to 100%; moved to the ends of their scale they sum to as much or more.
    Rounding adds half a point a share at most, and gets no note.
    """
    shown = [each for each in text.rows if each.quantity.projected is not None and each.figure]
    nearest = [each.quantity.scale.nearest(each.quantity.estimate or 0) for each in shown]
    percents = [rounded(100 * each, 0) for each in nearest]
    if sum(percents) <= 100 + len(shown) / 2:
        return ""
    say = text.translator
    return say.gettext(
        "These shares sum to %(sum)s: each is estimated by itself, and none is shown below "
        "%(none)s.",
        sum=say.percent(Fraction(sum(percents)) / 100),
        none=say.percent(0),
    )


# The differences to suppose between those who answered and the others, in points: 0 to 100.
STEPS = tuple(range(0, 101, 5))


def answered_of_class(answered: int, size: int, say: Translator) -> str:
    """ "12 of 40 answered"; more people may answer than the class was expected to have."""
    return say.gettext(
        "%(answered)s of %(size)s answered", answered=say.whole(answered), size=say.whole(size)
    )


@dataclass(frozen=True)
class WholeClass:
    """Bounds for a whole class of `size`, from the told intervals of those who answered."""

    shares: tuple[ResultText, ...]
    size: int

    @property
    def respondents(self) -> int:
        return self.shares[0].quantity.respondents

    @property
    def others(self) -> int:
        """The number of those who did not answer."""
        return self.size - self.respondents

    @property
    def answered(self) -> str:
        """ "12 of 40 answered"."""
        return answered_of_class(self.respondents, self.size, self.shares[0].translator)

    @property
    def explanation(self) -> str:
        """A sentence on the meaning of the ranges, without the difference that a reader chooses."""
        say = self.shares[0].translator
        return say.gettext(
            "The figures are about those who answered. Those who did not (%(others)s) may "
            "differ: these are ranges for the whole class.",
            others=say.whole(self.others),
        )

    @cached_property
    def ranges(self) -> list[list[str]]:
        """For each share and each difference of STEPS: "between 4 and 33 of the 40"."""
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
