"""The class of fifty minutes: a plan that fits its hour, and whose figures are computed."""

import re

import pytest

from survey.core.intervals.registry import ANNOUNCED, ONCE_CLOSED
from survey.lab.catalog import lesson_named
from survey.lab.teaching import plan_figures
from survey.lab.teaching.deck import ClassPart
from survey.lab.teaching.hour import MINUTES, before, hour
from survey.translations.marked import Sentence

SLIDES = [slide for step in hour() for slide in step.slides]


def minutes_of(*parts: ClassPart) -> int:
    return sum(step.end - step.begin for step in hour() if step.step.part in parts)


def test_the_minutes_follow_one_another_and_add_up():
    assert [slide.number for slide in SLIDES] == list(range(1, len(SLIDES) + 1))
    assert SLIDES[0].begin == 0
    assert [each.end for each in SLIDES[:-1]] == [each.begin for each in SLIDES[1:]]
    assert SLIDES[-1].end == MINUTES == 50
    assert all(slide.slide.minutes >= 1 for slide in SLIDES)


def test_phones_are_busy_from_minute_three():
    first = next(slide for slide in SLIDES if slide.slide.phones)
    assert first.begin == 3
    assert first.slide.choices


def test_there_are_three_lessons_and_each_opens_with_its_question_on_phones():
    steps = [step for step in hour() if step.step.part is ClassPart.LESSON]
    assert len(steps) == len({step.step.name for step in steps}) == 3
    for step in steps:
        lesson, opening = lesson_named(step.step.name), step.slides[0].slide
        assert step.step.title == lesson.title
        assert (opening.title, opening.lines) == (lesson.guess.question, lesson.guess.choices)
        assert opening.phones


def test_one_survey_of_the_class_and_ten_minutes_to_interpret_it():
    parts = [step.step.part for step in hour()]
    assert parts == [
        ClassPart.OPENING,
        *[ClassPart.LESSON] * 3,
        ClassPart.SURVEY,
        ClassPart.INTERPRETATION,
    ]
    assert minutes_of(ClassPart.INTERPRETATION) >= 10


def test_nothing_marks_the_right_answer_before_its_lesson_is_revealed():
    """Nor do the title, the lines and the notes of the slide that asks."""
    for step in (each for each in hour() if each.step.part is ClassPart.LESSON):
        guess, opening = lesson_named(step.step.name).guess, step.slides[0].slide
        said = " ".join((opening.title, opening.notes.say, opening.notes.ask))
        assert guess.choices[guess.right] not in said
        assert opening.figure is None


@pytest.mark.parametrize("placed", SLIDES, ids=lambda each: str(each.number))
def test_a_slide_is_read_from_the_last_row_and_its_notes_are_complete(placed):
    slide = placed.slide
    assert 1 <= len(slide.lines) <= 3
    assert all(len(line) <= 110 for line in slide.lines)
    if slide.figure:
        assert len(slide.figure.value) <= 10
    notes = slide.notes
    assert all(len(each) >= 20 for each in (notes.say, notes.ask, notes.expect, notes.wrong))


# Whole numbers that are no results: a key, a choice of the lesson, and what the text itself sets.
TYPED = {"F12", "0"}


def test_no_figure_is_typed():
    """What is not a value of a sentence has no digits, but for a lesson's own question."""
    texts = [*before()]
    for step in hour():
        texts += [step.step.does]
        for placed in step.slides:
            slide, notes = placed.slide, placed.slide.notes
            texts += [notes.say, notes.ask, notes.wrong]
            texts += [] if slide.choices else [slide.title, *slide.lines, notes.expect]
            texts += [slide.figure.value, slide.figure.of] if slide.figure else []
    messages = [getattr(text, "message", "" if _is_figure(text) else text) for text in texts]
    found = {each for text in messages for each in re.findall(r"\w*\d[\w.,]*", text)}
    assert found - TYPED == set()


def _is_figure(text: str) -> bool:
    """Whether it is one computed figure alone, as a slide's large one."""
    return not isinstance(text, Sentence) and re.fullmatch(r"[\d.,%]+", text) is not None


def test_the_figures_are_those_of_the_planner_and_of_the_lessons():
    assert plan_figures.margin(ANNOUNCED, 100) == "27"
    assert plan_figures.margin(ONCE_CLOSED, 100) == "17"
    assert plan_figures.typical_miss() == "9"
    assert plan_figures.believed() == "56%"
    assert plan_figures.by_hand() == "30%"
    assert (plan_figures.named_visits(), plan_figures.first_figures()) == (10, 15)
