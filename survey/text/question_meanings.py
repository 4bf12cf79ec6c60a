"""The meaning of a question's kind and γ for a class of some size, in words for its composer.

The margins are those of Hoeffding's interval, which is always shown, and of the class
interval, which is the narrowest, both at 95% confidence.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from survey.core.instrument.instrument import Question
from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.intervals.registry import CLASS
from survey.core.planning.planner import item_half_width
from survey.core.planning.sample_size import respondents_for_margin
from survey.text.kinds.item_words import words_of
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH, Translator

USEFUL_MARGIN = 0.1  # ±10 points: the margin that "how many more" refers to
SAYS_NOTHING = 0.5  # the half-width of an interval as wide as from nobody to everyone

# The γ to propose; none needs an instructor's confirmation.
LARGER_GAMMAS = tuple(Fraction(gamma) for gamma in ("1/4", "1/3", "2/5"))
TELLING_MARGIN = 0.3  # ±30 points still tell few from many
HARDLY_ANYTHING = 0.4  # ±40 points; ±50 leaves everything possible
CONFIDENCE = 0.95

Choice = TypeVar("Choice")


def half_width(question: Question, class_size: int) -> float:
    """Hoeffding's half-width of one share, or of the mean of a number as a part of its range."""
    return hoeffding_half_width(class_size, question.gamma, CONFIDENCE, question.options)


def narrowest_half_width(question: Question, class_size: int, parts: int = 1) -> float:
    """The class interval's half-width; here and below each answers one of `parts` questions."""
    return item_half_width(question.item, CLASS.name, class_size, CONFIDENCE, parts)


def distance_in_words(question: Question, width: float, say: Translator = ENGLISH) -> str:
    """ "14 points", or for a number "5.5"; "" if an interval so wide tells hardly anything."""
    item = question.item
    return "" if width >= HARDLY_ANYTHING else words_of(item).distance(item, width, say)


def says_nothing(question: Question, class_size: int, parts: int = 1) -> bool:
    """Whether Hoeffding's interval rules out nothing, and the class interval hardly anything."""
    return (
        half_width(question, class_size) >= SAYS_NOTHING
        and narrowest_half_width(question, class_size, parts) >= HARDLY_ANYTHING
    )


def meaning(question: Question, class_size: int, parts: int = 1, say: Translator = ENGLISH) -> str:
    """The meaning of a question's kind and γ for a class of this size, in a few sentences."""
    width = half_width(question, class_size)
    narrowest = narrowest_half_width(question, class_size, parts)
    item, words = question.item, words_of(question.item)
    sentence = (
        f"{words.channel(item, say)} {_privacy_in_words(question, say)} {words.counted(item, say)}"
    ) + say.gettext(
        "With %(respondents)s expect %(announced)s, by Hoeffding's interval; %(narrowest)s, by the "
        "class interval.",
        respondents=asked_in_words(class_size, parts, say),
        announced=words.margin(item, width, say),
        narrowest=words.margin(item, narrowest, say),
    )
    if says_nothing(question, class_size, parts):
        sentence += " " + say.gettext(
            "This tells you almost nothing. Choose a larger γ, or ask about %(number)s "
            "respondents for ±10 points by Hoeffding's interval.",
            number=say.about(respondents_for_ten_points(question)),
        )
    return sentence


def asked_in_words(class_size: int, parts: int, say: Translator) -> str:
    """ "100 respondents", or "20 of 100 respondents asked this"."""
    if parts > 1:
        return say.gettext(
            "%(asked)s of %(all)s respondents asked this",
            asked=say.whole(class_size),
            all=say.whole(class_size * parts),
        )
    return say.gettext("%(number)s respondents", number=say.whole(class_size))


def says_nothing_before(
    question: Question, class_size: int, parts: int = 1, say: Translator = ENGLISH
) -> str | None:
    """Why a question tells nothing about a class of this size, and which γ would; or None."""
    if not says_nothing(question, class_size, parts):
        return None
    number = say.about(respondents_for_ten_points(question))
    proposal = say.gettext(
        "Ask about %(number)s respondents for ±10 points by Hoeffding's interval.", number=number
    )
    if gamma := gamma_that_tells(question, class_size, parts):
        margin = narrowest_half_width(replace(question, gamma=gamma), class_size, parts)
        larger = say.gettext(
            "γ = %(gamma)s brings ±%(points)s by the class interval.",
            gamma=str(gamma),
            points=say.points(margin),
        )
        proposal = f"{larger} {proposal}"
    width = half_width(question, class_size)
    narrowest = narrowest_half_width(question, class_size, parts)
    expected = say.gettext(
        "With %(respondents)s expect ±%(announced)s points by Hoeffding's interval, at least as "
        "wide as from nobody to everyone, and ±%(narrowest)s by the class interval.",
        respondents=asked_in_words(class_size, parts, say),
        announced=say.points(width),
        narrowest=say.points(narrowest),
    )
    return f"{expected} {proposal}"


def gamma_that_tells(question: Question, class_size: int, parts: int = 1) -> Fraction | None:
    """The smallest γ whose margin by the class interval is below ±30 points.

    Considers LARGER_GAMMAS from the question's own γ on. If none of them does, the largest
    whose margin is below ±40 points; None if this class is too small for any.
    """
    few = [replace(question, gamma=gamma) for gamma in LARGER_GAMMAS if gamma >= question.gamma]
    widths = {each.gamma: narrowest_half_width(each, class_size, parts) for each in few}
    return first_that_tells(widths)


def first_that_tells(widths: Mapping[Choice, float]) -> Choice | None:
    """The first choice with a half-width below ±30 points, or else the last below ±40; or None."""
    telling = [choice for choice, width in widths.items() if width < TELLING_MARGIN]
    saying = [choice for choice, width in widths.items() if width < HARDLY_ANYTHING]
    return telling[0] if telling else saying[-1] if saying else None


def _privacy_in_words(question: Question, say: Translator) -> str:
    each, change = say.epsilon(question.item.epsilon), suspicion_in_words([question.odds], say)
    if question.item_count > 1:
        return say.gettext(
            "ε = %(each)s an option and %(together)s for all %(options)s. One report on an option, "
            "at worst: suspicion %(change)s.",
            each=each,
            together=say.epsilon(question.epsilon),
            options=str(question.item_count),
            change=change,
        )
    return say.gettext(
        "ε = %(each)s. One report, at worst: suspicion %(change)s.", each=each, change=change
    )


def respondents_for_ten_points(question: Question) -> int:
    """The number of respondents that brings Hoeffding's half-width down to ±10 points."""
    return respondents_for_margin(question.gamma, USEFUL_MARGIN, CONFIDENCE, question.options)
