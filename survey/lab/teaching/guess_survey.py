"""A survey that asks the whole class a lesson's opening question, randomized like any other."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.ready_made.survey import in_languages
from survey.lab.catalog import LESSONS
from survey.lab.lesson import Lesson
from survey.translations.marked import N_

# The largest that is published without a confirmation: a guess needs little protection.
GAMMA = Fraction(2, 5)

INTRODUCTION = N_(
    "A guess, and no test: your phone changes some guesses by chance before it sends them."
)


def guess_instrument(lesson: Lesson, spoken: Mapping[str, Callable[[str], str]]) -> Instrument:
    """A choice between the three answers, without a sign of which is right.

    It is in English and in the languages of `spoken`: a function that translates a text, by tag.
    """

    def words(say: Callable[[str], str]) -> dict[str, Any]:
        options = [say(choice) for choice in lesson.guess.choices]
        question = {"text": say(lesson.guess.question), "options": options}
        return {
            "title": say(lesson.title),
            "introduction": say(INTRODUCTION),
            "questions": [question],
        }

    return in_languages(words, [{"kind": "choice", "gamma": str(GAMMA)}], spoken)


def lesson_asked(instrument: Instrument) -> Lesson | None:
    """The lesson that opens with this instrument's question, as this release words it; or None."""
    original = instrument.original or instrument
    asked = [(question.text, question.listed) for question in original.questions]
    for lesson in LESSONS:
        if asked == [(lesson.guess.question, lesson.guess.choices)]:
            return lesson
    return None
