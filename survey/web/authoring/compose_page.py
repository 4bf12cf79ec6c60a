"""The page to compose on: the form, and under each question what its γ means for the class."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import render_template, request
from wtforms import FieldList, Form, FormField

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.question_validation import check_question
from survey.core.instrument.questions import Question
from survey.core.instrument.validation import Validation
from survey.core.ready_made.survey import proposed_notice
from survey.store import Survey
from survey.text.control_words import found_in_words
from survey.text.odds_limits import weak_odds
from survey.text.privacy_levels import (
    LEVELS,
    expectation,
    margin_in_words,
    protection,
    recommended,
)
from survey.text.question_meanings import meaning
from survey.text.support_line import SUPPORT_NEEDED
from survey.web.accounts.current_instructor import current_instructor
from survey.web.authoring.compose_form import ComposeForm, ImportForm
from survey.web.authoring.compose_translations import Gap
from survey.web.authoring.question_form import question_document

ADDED = 999  # the number of a question that a script adds, until it has its own
MOST_CARRIED = 20_000  # characters of `left_out` to post along: a form's size is limited


def render_compose(
    form: ComposeForm,
    survey: Survey | None = None,
    focus: int | None = None,
    import_form: ImportForm | None = None,
    faults: Mapping[str, str] | None = None,
    imported: str = "",
    left_out: Sequence[str] = (),
    gaps: Sequence[Gap] = (),
    changed: bool = False,
    look_at: Mapping[int, Sequence[str]] | None = None,
) -> str:
    """The page to compose on, with the texts in `gaps` to translate.

    It says if the draft was `changed` in another window, and lists what was `left_out` of an
    imported file. `look_at` has what looks odd about each question, by its number.
    """
    left_out = left_out or request.form.getlist("left_out")
    return render_template(
        "authoring/compose.html",
        form=form,
        import_form=import_form or ImportForm(formdata=None),
        faults=faults or {},
        survey=survey,
        focus=focus,
        wrong=first_wrong(form),
        imported=imported,
        left_out=left_out,
        gaps=gaps,
        changed=changed,
        look_at=look_at or {},
        proposed_notice=proposed_notice(),
        support_needed=SUPPORT_NEEDED,
        # The form posts the list along, so that it stays when a question is added.
        carried=left_out if sum(map(len, left_out)) <= MOST_CARRIED else (),
        levels=LEVELS,
        blank=_blank_question(),
        limit=current_instructor().largest_epsilon,
        meanings=meanings_of(form),
    )


def _blank_question() -> FormField:
    """The fields of a question that a script adds; its number stands for any."""
    blank = ComposeForm(formdata=None).questions
    blank.last_index = ADDED - 2
    return blank.append_entry()


def first_wrong(form: Form) -> str | None:
    """The id of the first field with an error, in the order of the page."""
    for field in form:
        if isinstance(field, FieldList):
            found = (first_wrong(entry.form) for entry in field)
            if wrong := next(filter(None, found), None):
                return wrong
        elif field.errors:
            identifier: str = field.id
            return identifier
    return None


def meanings_of(form: ComposeForm) -> dict[str, Any]:
    """What each question means for the class, {} for one that is not valid; and the protection.

    The protection is that of all questions together, "" if one of them is not valid.
    """
    check = Validation()
    size = check.class_size(form.class_size.data or "")
    sized = not check.errors
    asked = [_question(entry) for entry in form.questions.data]
    valid = [question for question in asked if question]
    each = bool(form.one_question_each.data)
    parts = len(asked) if each else 1
    size = max(1, size // parts)
    return {
        "questions": [
            _meaning(question, size, parts) if question and sized else {} for question in asked
        ],
        "protection": protection(Instrument("…", "", 1, tuple(valid), one_question_each=each))
        if len(valid) == len(asked)
        else {"level": "", "word": "", "sentence": ""},
    }


def _question(entry: Mapping[str, Any]) -> Question | None:
    """The question as typed, whose text does not matter here and may not be there yet."""
    check = Validation()
    question = check_question(check, {**question_document(entry), "text": "…"}, 1)
    return None if check.errors else question


def _meaning(question: Question, size: int, parts: int) -> dict[str, Any]:
    best = recommended(question, size, parts)
    said = f"{expectation(question, size, parts)} {found_in_words(question, size)}"
    return {
        "expectation": said.strip(),
        "meaning": meaning(question, size, parts),
        "warning": weak_odds(question) or "",
        "recommended": str(best.gamma) if best else "",
        "margins": {
            str(level.gamma): margin_in_words(question, level.gamma, size, parts)
            for level in LEVELS
        },
    }
