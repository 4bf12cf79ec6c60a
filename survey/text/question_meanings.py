"""What a question's kind and γ mean for a class of some size, in words for whoever composes it.

The margins are those of Hoeffding's interval, which is always shown, and of the class
interval, which is the narrowest, both at 95% confidence.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TypeVar

from survey.core.instrument.questions import Question
from survey.core.intervals.class_sets import CLASS
from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.mechanism.privacy import epsilon
from survey.core.planning.planner import half_width as expected_half_width
from survey.core.planning.sample_size import respondents_for_margin
from survey.text.number_format import (
    SAYS_NOTHING,
    USEFUL_MARGIN,
    about,
    counts_in_words,
    epsilon_in_words,
    number,
    odds_in_words,
    other_probability,
    points,
    truth_probability,
    whole,
)

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
    of_size = class_size, question.gamma, CONFIDENCE, question.options
    return expected_half_width(CLASS.name, *of_size, bool(question.item.ends), parts)


def says_nothing(question: Question, class_size: int, parts: int = 1) -> bool:
    """Whether Hoeffding's interval rules out nothing, and the class interval hardly anything."""
    return (
        half_width(question, class_size) >= SAYS_NOTHING
        and narrowest_half_width(question, class_size, parts) >= HARDLY_ANYTHING
    )


def meaning(question: Question, class_size: int, parts: int = 1) -> str:
    """What a question's kind and γ mean for a class of this size, in a few sentences."""
    gamma, options = question.gamma, question.options
    width = half_width(question, class_size)
    narrowest = narrowest_half_width(question, class_size, parts)
    sentence = f"{_channel_in_words(question)} {_privacy_in_words(question)} "
    if options == 2 and not question.item.ends:
        sentence += f"{counts_in_words(gamma)} "
    sentence += (
        f"With {asked_in_words(class_size, parts)} expect {_margin_in_words(question, width)}, by "
        f"Hoeffding's interval; {_margin_in_words(question, narrowest)}, by the class interval."
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
        proposal = f"γ = {gamma} brings ±{points(margin)} by the class interval; or ask {more}."
    width = half_width(question, class_size)
    narrowest = narrowest_half_width(question, class_size, parts)
    return (
        f"With {asked_in_words(class_size, parts)} expect ±{points(width)} points by Hoeffding's "
        "interval, at least as wide as from nobody to everyone, and "
        f"±{points(narrowest)} by the class interval. {proposal}"
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


def _channel_in_words(question: Question) -> str:
    item = question.item
    truth = truth_probability(item.gamma, item.options)
    if item.ends:
        low, high = map(whole, item.ends)
        return (
            f"The number is rounded at random to {low} or to {high}, and "
            f"that end is sent with probability {truth}, otherwise the other;"
        )
    if item.exclusive:
        other = other_probability(item.gamma, item.options)
        return f"The true option is sent with probability {truth}, each other with {other};"
    if item.option:
        return f"For each option truth is sent with probability {truth};"
    return f"Truth is sent with probability {truth};"


def _privacy_in_words(question: Question) -> str:
    each = f"ε = {epsilon_in_words(epsilon(question.gamma))}"
    factor = odds_in_words(question.gamma)
    if question.item_count > 1:
        return (
            f"{each} an option and {epsilon_in_words(question.epsilon)} for all "
            f"{question.item_count}. "
            f"One report multiplies the odds on its option by at most {factor}."
        )
    return f"{each}. One report multiplies the odds on an answer by at most {factor}."


def _margin_in_words(question: Question, width: float) -> str:
    if ends := question.item.ends:
        distance = number(width * (ends[1] - ends[0]))
        return f"±{points(width)} points of the range: a mean within ±{distance}"
    return f"±{points(width)} points" + ("" if question.yes_no else " for each option")


def respondents_for_ten_points(question: Question) -> int:
    """How many bring Hoeffding's half-width down to ±10 points."""
    return respondents_for_margin(question.gamma, USEFUL_MARGIN, CONFIDENCE, question.options)


def _respondents_for_useful_margin(question: Question) -> str:
    needed = about(respondents_for_ten_points(question))
    return f"about {needed} respondents for ±10 points by Hoeffding's interval"
