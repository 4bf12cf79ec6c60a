"""The three levels of protection that a question is offered, each with its γ and its price.

What a class of some size can learn at a level is what is told to one who watches; beside it stands
the class interval's half-width, which is told where figures wait until the survey has closed.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from survey.core.instrument.instrument import Question
from survey.core.intervals.registry import WHILE_OPEN
from survey.core.mechanism.privacy import LARGEST_UNCONFIRMED_ODDS, odds, odds_above
from survey.core.planning.planner import item_half_width
from survey.text.question_meanings import (
    CONFIDENCE,
    distance_in_words,
    first_that_tells,
    narrowest_half_width,
    respondents_for_ten_points,
)
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH


@dataclass(frozen=True)
class Level:
    """A level of a question: its name, and its γ."""

    name: str
    gamma: Fraction

    @property
    def price(self) -> str:
        """How far one report at this level raises a suspicion: "30 → 56%"."""
        return suspicion_in_words([odds(self.gamma)])


LEVELS = (
    Level("Strong", Fraction(1, 4)),  # odds 3
    Level("Fair", Fraction(2, 5)),  # odds 9
    Level("Weak", Fraction(9, 20)),  # odds 19
)


@lru_cache(maxsize=4096)
def _width(question: Question, class_size: int, parts: int) -> float:
    return narrowest_half_width(question, class_size, parts)


def _bare(question: Question) -> Question:
    """The question without its words, which have no part in its margin."""
    places = tuple(str(place) for place, _ in enumerate(question.listed))
    return replace(question, text="", listed=places)


def width_at(question: Question, gamma: Fraction, class_size: int, parts: int = 1) -> float:
    """The half-width to expect of this question, were it asked with this γ.

    `class_size` are asked; here and below they are one of `parts` of the class.
    """
    return _width(replace(_bare(question), gamma=gamma), class_size, parts)


def recommended(question: Question, class_size: int, parts: int = 1) -> Level | None:
    """The strongest level that tells few from many here, without a confirmation; or None.

    Where none does, the one that tells most, if it tells anything.
    """
    offered = [level for level in LEVELS if not odds_above(level.gamma, LARGEST_UNCONFIRMED_ODDS)]
    return first_that_tells(
        {each: width_at(question, each.gamma, class_size, parts) for each in offered}
    )


def margin_in_words(question: Question, gamma: Fraction, class_size: int, parts: int = 1) -> str:
    """ "give or take 14 points", or of a number "give or take 5.5"; "says hardly anything".

    What is told to one who watches, as every survey does unless somebody chooses otherwise.
    """
    asked = replace(_bare(question), gamma=gamma)
    return _give_or_take(distance_in_words(question, _watched(asked, class_size, parts)))


@lru_cache(maxsize=4096)
def _watched(question: Question, class_size: int, parts: int) -> float:
    return item_half_width(question.item, WHILE_OPEN, class_size, CONFIDENCE, parts)


def _give_or_take(distance: str) -> str:
    return f"give or take {distance}" if distance else "says hardly anything"


def expectation(question: Question, class_size: int, parts: int = 1) -> str:
    """What to expect of the question as it is, in one or two sentences."""
    students = "1 student" if class_size == 1 else f"{class_size:,} students"
    if parts > 1:
        students = f"{class_size:,} of {class_size * parts:,} students asked this"
    waiting = distance_in_words(question, width_at(question, question.gamma, class_size, parts))
    if waiting:
        watched = distance_in_words(question, _watched(_bare(question), class_size, parts))
        waits = waiting if watched else _give_or_take(waiting)
        return (
            f"With {students}: {_give_or_take(watched)}; {waits} if figures wait until it has "
            "closed."
        )
    said = f"With {students}: {_give_or_take(waiting)}."
    level = recommended(question, class_size, parts)
    if level and level.gamma > question.gamma:
        return f"{said} Choose {level.name.lower()}."
    return f"{said} Ask about {ENGLISH.about(respondents_for_ten_points(question))} for 10 points."
