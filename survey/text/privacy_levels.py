"""The three levels of protection that a question is offered, each with its γ and its price.

A level's price is the margin of the interval for an instructor who watches figures arrive. Beside
it stands that of the class interval, for figures that wait until the survey has closed.
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
from survey.text.translator import ENGLISH, Translator
from survey.translations.marked import N_


@dataclass(frozen=True)
class Level:
    """A level of a question: its name, and its γ."""

    name: str
    gamma: Fraction

    def price_in_words(self, say: Translator) -> str:
        """How far one report at this level raises a suspicion: "30 → 56%"."""
        return suspicion_in_words([odds(self.gamma)], say)


LEVELS = (
    Level(N_("Strong"), Fraction(1, 4)),  # odds 3
    Level(N_("Fair"), Fraction(2, 5)),  # odds 9
    Level(N_("Weak"), Fraction(9, 20)),  # odds 19
)


@lru_cache(maxsize=4096)
def _width(question: Question, class_size: int, parts: int) -> float:
    return narrowest_half_width(question, class_size, parts)


def _bare(question: Question) -> Question:
    """The question without its words, which do not change its margin."""
    places = tuple(str(place) for place, _ in enumerate(question.listed))
    return replace(question, text="", listed=places)


def width_at(question: Question, gamma: Fraction, class_size: int, parts: int) -> float:
    """The half-width to expect of this question with this γ.

    `class_size` are asked; here and below each of them answers one of `parts` questions.
    """
    return _width(replace(_bare(question), gamma=gamma), class_size, parts)


def recommended(question: Question, class_size: int, parts: int = 1) -> Level | None:
    """The strongest level without a confirmation whose half-width is below ±30 points.

    If there is none, the last below ±40; None if this class is too small for any.
    """
    offered = [level for level in LEVELS if not odds_above(level.gamma, LARGEST_UNCONFIRMED_ODDS)]
    return first_that_tells(
        {each: width_at(question, each.gamma, class_size, parts) for each in offered}
    )


def margin_in_words(
    question: Question,
    gamma: Fraction,
    class_size: int,
    parts: int = 1,
    say: Translator = ENGLISH,
) -> str:
    """ "give or take 14 points", or for a number "give or take 5.5"; "says hardly anything".

    It is for people who watch figures while the survey runs, which is the default.
    """
    asked = replace(_bare(question), gamma=gamma)
    return _give_or_take(distance_in_words(question, _watched(asked, class_size, parts), say), say)


@lru_cache(maxsize=4096)
def _watched(question: Question, class_size: int, parts: int) -> float:
    return item_half_width(question.item, WHILE_OPEN, class_size, CONFIDENCE, parts)


def _give_or_take(distance: str, say: Translator) -> str:
    if not distance:
        return say.gettext("says hardly anything")
    return say.gettext("give or take %(distance)s", distance=distance)


def students_in_words(class_size: int, parts: int, say: Translator) -> str:
    """ "40 students", or "20 of 100 students asked this"."""
    if parts > 1:
        return say.gettext(
            "%(asked)s of %(all)s students asked this",
            asked=say.whole(class_size),
            all=say.whole(class_size * parts),
        )
    return say.ngettext(
        "%(students)s student", "%(students)s students", class_size, students=say.whole(class_size)
    )


def expectation(
    question: Question, class_size: int, parts: int = 1, say: Translator = ENGLISH
) -> str:
    """The margin to expect of the question as it is, in one or two sentences."""
    students = students_in_words(class_size, parts, say)
    width = width_at(question, question.gamma, class_size, parts)
    waiting = distance_in_words(question, width, say)
    if waiting:
        watched = distance_in_words(question, _watched(_bare(question), class_size, parts), say)
        return say.gettext(
            "With %(students)s: %(watched)s; %(waiting)s if figures wait until it has closed.",
            students=students,
            watched=_give_or_take(watched, say),
            waiting=waiting if watched else _give_or_take(waiting, say),
        )
    said = say.gettext(
        "With %(students)s: %(margin)s.", students=students, margin=_give_or_take(waiting, say)
    )
    level = recommended(question, class_size, parts)
    if level and level.gamma > question.gamma:
        choose = say.gettext("Choose %(level)s.", level=say.gettext(level.name).lower())
        return f"{said} {choose}"
    number = say.about(respondents_for_ten_points(question))
    return f"{said} " + say.gettext("Ask about %(number)s for 10 points.", number=number)
