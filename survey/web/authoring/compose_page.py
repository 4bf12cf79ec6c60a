"""The page to compose on: the form, and under each question what its γ means for the class."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import render_template, request
from wtforms import FieldList, Form

from survey.core.instrument.validation import Validation
from survey.errors import InstrumentInvalid
from survey.store import Survey
from survey.text.odds_limits import weak_odds
from survey.text.question_meanings import meaning
from survey.web.authoring.compose_form import ComposeForm, ImportForm
from survey.web.authoring.compose_translations import Gap
from survey.web.authoring.question_form import question_document

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
) -> str:
    """The page to compose on, with the texts in `gaps` to translate.

    It says if the draft was `changed` in another window, and lists what was `left_out` of an
    imported file.
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
        # The form posts the list along, so that it stays when a question is added.
        carried=left_out if sum(map(len, left_out)) <= MOST_CARRIED else (),
        meanings=[_meaning_if_valid(entry.data, form.class_size.data) for entry in form.questions],
    )


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


def meaning_of(entry: Mapping[str, Any], class_size: str | None) -> dict[str, str]:
    """What stands under a question: its meaning, and a warning in red or "".

    Raises InstrumentInvalid if what it needs is not valid.
    """
    check = Validation()
    size = check.class_size(class_size or "")
    # The question's text does not matter here, and may not be typed yet.
    question = check.question({**question_document(entry), "text": "…"}, 1)
    if check.errors:
        raise InstrumentInvalid(check.errors)
    return {"meaning": meaning(question, size), "warning": weak_odds(question) or ""}


def _meaning_if_valid(entry: Mapping[str, Any], class_size: str | None) -> dict[str, str]:
    try:
        return meaning_of(entry, class_size)
    except InstrumentInvalid:
        return {}  # the field itself shows the error
