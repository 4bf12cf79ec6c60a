"""What those who answered leave open of the whole class, when some of it did not."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from survey.core.estimates.nonresponse import share_of_class
from survey.text.question_text import QuestionText
from survey.text.result import ResultText
from survey.text.translator import Translator

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
        """What the ranges are, of which a difference is still to be chosen."""
        say, others = self.shares[0].translator, self.size - self.respondents
        return say.gettext(
            "The figures speak of those who answered. Those who did not (%(others)s) may differ: "
            "these are ranges for the whole class.",
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
    """None where nobody answered, or all did; where each was asked one question; and of means."""
    result, shares = text.result, text.shown
    size = shares[0].quantity.setting.expected
    if result.drawn_from or not 0 < result.respondents < size:
        return None
    return WholeClass(shares, size) if shares[0].quantity.scale.share else None
