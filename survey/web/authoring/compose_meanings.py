"""The meaning of each typed question for its class, and the protection of all together."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flask import get_template_attribute

from survey.core.instrument.instrument import Instrument, Question
from survey.core.instrument.question_validation import check_question
from survey.core.instrument.validation import Validation
from survey.text.control_words import found_in_words
from survey.text.privacy_levels import (
    LEVELS,
    Level,
    expectation,
    margin_in_words,
    recommended,
)
from survey.text.question_meanings import meaning
from survey.text.survey_protection import is_fair, protection
from survey.text.suspicion import weak_odds
from survey.web.authoring.compose_form import ComposeForm
from survey.web.authoring.question_form import question_document
from survey.web.i18n.page_language import page_translator


def meanings_of(form: ComposeForm) -> dict[str, Any]:
    """The meaning of each question for the class, {} for an invalid one; and the meter.

    The meter is that of all questions together, empty if one of them is not valid.
    """
    check = Validation()
    size = check.class_size(form.class_size.data or "")
    sized = not check.errors
    asked = [_question(entry) for entry in form.questions.data]
    valid = tuple(question for question in asked if question)
    each = bool(form.one_question_each.data)
    survey = Instrument("…", "", size if sized else 1, valid, one_question_each=each)
    parts = len(asked) if each else 1
    students = max(1, size // parts)
    return {
        "questions": [
            _meaning(question, students, parts, survey) if question and sized else {}
            for question in asked
        ],
        "protection": _meter(survey, sized)
        if len(valid) == len(asked)
        else {"level": "", "html": ""},
    }


def _question(entry: Mapping[str, Any]) -> Question | None:
    """The typed question, whose text may still be missing."""
    check = Validation()
    typed = question_document(entry)
    question = check_question(check, {**typed, "text": "…"}, 1)
    return None if check.errors else replace(question, text=str(typed["text"]))


def _meaning(question: Question, size: int, parts: int, survey: Instrument) -> dict[str, Any]:
    best, say = recommended(question, size, parts), page_translator()
    said = f"{expectation(question, size, parts, say)} {found_in_words(question, size, say)}"
    return {
        "expectation": said.strip(),
        "meaning": meaning(question, size, parts, say),
        "warning": weak_odds(question, say) or "",
        "recommended": str(best.gamma) if best and _fair_with(survey, question, best) else "",
        "margins": {
            str(level.gamma): margin_in_words(question, level.gamma, size, parts, say)
            for level in LEVELS
        },
    }


def _fair_with(survey: Instrument, question: Question, level: Level) -> bool:
    """Whether the survey's protection is at least fair with this question at that level.

    A level that makes the sum worse than fair is not recommended.
    """
    place = next(each for each, other in enumerate(survey.questions) if other is question)
    questions = list(survey.questions)
    questions[place] = replace(question, gamma=level.gamma)
    return is_fair(replace(survey, questions=tuple(questions)))


def _meter(survey: Instrument, sized: bool) -> dict[str, str]:
    """The level and the words of the meter; no remedy without the size of the class."""
    found = protection(survey, page_translator())
    shown = found if sized else replace(found, remedy=None)
    meter = get_template_attribute("authoring/_meter.html", "meter")
    return {"level": found.level, "html": meter(shown)}
