"""The question that a lesson opens with as a survey of the whole class, randomized as any other."""

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
    """A choice between the three answers, which does not say which of them is right.

    It is in English, and in each language of `spoken`, which maps a tag to a translator.
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
    """The lesson whose first question this instrument asks, in the words of this release."""
    original = instrument.original or instrument
    asked = [(question.text, question.listed) for question in original.questions]
    for lesson in LESSONS:
        if asked == [(lesson.guess.question, lesson.guess.choices)]:
            return lesson
    return None
