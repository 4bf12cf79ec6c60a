"""How each lesson of the class begins: with its question, on the phones of all."""

from survey.lab.lesson import Lesson
from survey.lab.teaching.deck import Notes, Part, Slide, Step
from survey.translations.marked import N_


def lesson_step(lesson: Lesson, does: str, slides: tuple[Slide, ...]) -> Step:
    """A step that is a lesson, and bears its title."""
    return Step(Part.LESSON, lesson.title, does, slides, lesson.name)


def guess_slide(lesson: Lesson, minutes: int, expect: str, wrong: str) -> Slide:
    """The lesson's question with its three answers, of which none is marked."""
    notes = Notes(
        N_("Show the code of this lesson's survey. Guess alone first, then tell a neighbour why."),
        N_("What speaks for your guess?"),
        expect,
        wrong,
    )
    return Slide(
        minutes, lesson.guess.question, lesson.guess.choices, notes, phones=True, choices=True
    )
