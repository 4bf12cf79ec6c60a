"""What a question's kind and γ mean for a class of some size, in words for whoever composes it.

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
from survey.core.mechanism.privacy import epsilon
from survey.core.planning.planner import item_half_width
from survey.core.planning.sample_size import respondents_for_margin
from survey.text.kinds.item_words import words_of
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH

USEFUL_MARGIN = 0.1  # ±10 points: the margin that "how many more" refers to
SAYS_NOTHING = 0.5  # the half-width of an interval as wide as from nobody to everyone

# None that an instructor would have to confirm.
LARGER_GAMMAS = tuple(Fraction(gamma) for gamma in ("1/4", "1/3", "2/5"))
TELLING_MARGIN = 0.3  # ±30 points still tell few from many
HARDLY_ANYTHING = 0.4  # ±40 points; ±50 leaves everything possible
CONFIDENCE = 0.95

Choice = TypeVar("Choice")


def half_width(question: Question, class_size: int) -> float:
    """Hoeffding's half-width of one share, or of the mean of a number as a part of its range."""
    return hoeffding_half_width(class_size, question.gamma, CONFIDENCE, question.options)


def narrowest_half_width(question: Question, class_size: int, parts: int = 1) -> float:
    """The same by the class interval; one of `parts` of a class is asked, here and below."""
    return item_half_width(question.item, CLASS.name, class_size, CONFIDENCE, parts)


def distance_in_words(question: Question, width: float) -> str:
    """ "14 points", of a number "5.5"; "" if an interval so wide says hardly anything."""
    item = question.item
    return "" if width >= HARDLY_ANYTHING else words_of(item).distance(item, width)


def says_nothing(question: Question, class_size: int, parts: int = 1) -> bool:
    """Whether Hoeffding's interval rules out nothing, and the class interval hardly anything."""
    return (
        half_width(question, class_size) >= SAYS_NOTHING
        and narrowest_half_width(question, class_size, parts) >= HARDLY_ANYTHING
    )


def meaning(question: Question, class_size: int, parts: int = 1) -> str:
    """What a question's kind and γ mean for a class of this size, in a few sentences."""
    width = half_width(question, class_size)
    narrowest = narrowest_half_width(question, class_size, parts)
    item, words = question.item, words_of(question.item)
    sentence = (
        f"{words.channel(item)} {_privacy_in_words(question)} {words.counted(item)}"
        f"With {asked_in_words(class_size, parts)} expect {words.margin(item, width)}, by "
        f"Hoeffding's interval; {words.margin(item, narrowest)}, by the class interval."
    )
    if says_nothing(question, class_size, parts):
        sentence += (
            " That is hardly anything: choose a larger γ, or ask "
            f"{_respondents_for_useful_margin(question)}."
        )
    return sentence


def asked_in_words(class_size: int, parts: int = 1) -> str:
    """ "100 respondents", or "20 of 100 respondents asked this"."""
    of_all = f" of {class_size * parts:,}" if parts > 1 else ""
    asked = " asked this" if parts > 1 else ""
    return f"{class_size:,}{of_all} respondents{asked}"


def says_nothing_before(question: Question, class_size: int, parts: int = 1) -> str | None:
    """Why a question cannot tell anything about a class of this size, and what would; or None."""
    if not says_nothing(question, class_size, parts):
        return None
    more = _respondents_for_useful_margin(question)
    proposal = f"Ask {more}."
    if gamma := gamma_that_tells(question, class_size, parts):
        margin = narrowest_half_width(replace(question, gamma=gamma), class_size, parts)
        proposal = (
            f"γ = {gamma} brings ±{ENGLISH.points(margin)} by the class interval; or ask {more}."
        )
    width = half_width(question, class_size)
    narrowest = narrowest_half_width(question, class_size, parts)
    return (
        f"With {asked_in_words(class_size, parts)} expect ±{ENGLISH.points(width)} points by "
        "Hoeffding's interval, at least as wide as from nobody to everyone, and "
        f"±{ENGLISH.points(narrowest)} by the class interval. {proposal}"
    )


def gamma_that_tells(question: Question, class_size: int, parts: int = 1) -> Fraction | None:
    """The smallest γ whose margin by the class interval is below ±30 points.

    Considers LARGER_GAMMAS from the question's own γ on. If none of them does, the largest
    whose margin is below ±40 points; None if this class is too small for any.
    """
    few = [replace(question, gamma=gamma) for gamma in LARGER_GAMMAS if gamma >= question.gamma]
    widths = {each.gamma: narrowest_half_width(each, class_size, parts) for each in few}
    return first_that_tells(widths)


def first_that_tells(widths: Mapping[Choice, float]) -> Choice | None:
    """The first whose half-width is below ±30 points, else the last below ±40; or None."""
    telling = [choice for choice, width in widths.items() if width < TELLING_MARGIN]
    saying = [choice for choice, width in widths.items() if width < HARDLY_ANYTHING]
    return telling[0] if telling else saying[-1] if saying else None


def _privacy_in_words(question: Question) -> str:
    each = f"ε = {ENGLISH.epsilon(epsilon(question.gamma))}"
    change = suspicion_in_words([question.odds])
    if question.item_count > 1:
        return (
            f"{each} an option and {ENGLISH.epsilon(question.epsilon)} for all "
            f"{question.item_count}. "
            f"One report on an option, at worst: suspicion {change}."
        )
    return f"{each}. One report, at worst: suspicion {change}."


def respondents_for_ten_points(question: Question) -> int:
    """How many bring Hoeffding's half-width down to ±10 points."""
    return respondents_for_margin(question.gamma, USEFUL_MARGIN, CONFIDENCE, question.options)


def _respondents_for_useful_margin(question: Question) -> str:
    needed = ENGLISH.about(respondents_for_ten_points(question))
    return f"about {needed} respondents for ±10 points by Hoeffding's interval"
