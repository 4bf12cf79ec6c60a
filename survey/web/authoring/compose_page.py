"""The page to compose on: the form, and under each question the meaning of its γ."""

from collections.abc import Mapping, Sequence

from flask import render_template, request
from wtforms import FieldList, Form, FormField

from survey.core.ready_made.survey import proposed_notice
from survey.store import Survey
from survey.text.privacy_levels import LEVELS
from survey.text.support_line import SUPPORT_NEEDED
from survey.web.authoring.compose_form import ComposeForm, ImportForm
from survey.web.authoring.compose_meanings import meanings_of
from survey.web.authoring.compose_translations import Gap
from survey.web.http.sessions import current_instructor
from survey.web.i18n.page_language import page_translator

ADDED = 999  # the number of a question that a script adds, until it has its own
MOST_CARRIED = 20_000  # characters of `left_out` that the form posts: its size is limited


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
    asked: Sequence[tuple[str, Sequence[str]]] = (),
) -> str:
    """The page to compose on, with the texts in `gaps` to translate.

    It says if the draft was `changed` in another window, and lists what was `left_out` of an
    imported file. `look_at` has the doubts about each question, by its number, and `asked` each
    question with its options.
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
        asked=asked,
        proposed_notice=proposed_notice(),
        support_needed=SUPPORT_NEEDED,
        # The form posts the list, so that it is still there after a question is added.
        carried=left_out if sum(map(len, left_out)) <= MOST_CARRIED else (),
        levels=LEVELS,
        say=page_translator(),
        blank=_blank_question(),
        blank_means=_blank_meaning(form),
        limit=current_instructor().largest_epsilon,
        meanings=meanings_of(form),
    )


def _blank_question() -> FormField:
    """The fields of a question that a script adds; the script replaces its number."""
    blank = ComposeForm(formdata=None).questions
    blank.last_index = ADDED - 2
    return blank.append_entry()


def _blank_meaning(form: ComposeForm) -> Mapping[str, object]:
    """The meaning of a new question for this class, so that its card does not grow later."""
    alone = ComposeForm(formdata=None)
    alone.class_size.data = form.class_size.data
    means: Mapping[str, object] = meanings_of(alone)["questions"][0]
    return means


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
