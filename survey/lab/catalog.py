"""The lessons in the order of a lecture."""

from typing import Any

from survey.errors import LessonNotFound
from survey.lab import replay
from survey.lab.lesson import Lesson
from survey.lab.lessons import (
    attempts,
    averaging,
    bayesian,
    census,
    composition,
    definition,
    groups,
    intervals_by_tree,
    k_anonymity,
    laplace_noise,
    linkage,
    local_and_central,
    looking,
    membership,
    minimum_class,
    reconstruction,
    releases,
    sample_size,
)
from survey.translations.marked import N_

REPLAY = "replay"  # a class's own reports, with other coins: no lesson has this name

# A part of the lecture, and its lessons.
PARTS: tuple[tuple[str, tuple[Lesson, ...]], ...] = (
    (
        N_("What only seems to protect"),
        (
            linkage.LESSON,
            k_anonymity.LESSON,
            releases.LESSON,
            census.LESSON,
            minimum_class.LESSON,
            reconstruction.LESSON,
            membership.LESSON,
        ),
    ),
    (
        N_("What protects"),
        (
            attempts.LESSON,
            sample_size.LESSON,
            looking.LESSON,
            definition.LESSON,
            bayesian.LESSON,
            laplace_noise.LESSON,
            local_and_central.LESSON,
        ),
    ),
    (
        N_("What it costs, and how it adds up"),
        (averaging.LESSON, groups.LESSON, composition.LESSON, intervals_by_tree.LESSON),
    ),
)
LESSONS = tuple(lesson for _, lessons in PARTS for lesson in lessons)


def lesson_named(name: str) -> Lesson:
    """The lesson with this name; raises LessonNotFound."""
    for lesson in LESSONS:
        if lesson.name == name:
            return lesson
    raise LessonNotFound("There is no such lesson in the lab. Please look at its list.")


def worked_out(name: str, settings: dict[str, Any]) -> Any:
    """The outcome of the lesson with this name; for REPLAY, the wall of reports."""
    return (replay.wall if name == REPLAY else lesson_named(name).run)(**settings)
