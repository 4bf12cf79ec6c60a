"""The page to compose on: the form, and under each question the meaning of its γ."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import render_template, request
from wtforms import FormField

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


@dataclass(frozen=True)
class ImportNotes:
    """What the page shows of an import: its form, the file's `name`, `faults`, and what to look at.

    `left_out` lists what the file has and the form has not. `look_at` has the doubts about each
    question, by its number, and `asked` each question with its options.
    """

    form: ImportForm
    name: str = ""
    faults: Mapping[str, str] = field(default_factory=dict)
    left_out: Sequence[str] = ()
    look_at: Mapping[int, Sequence[str]] = field(default_factory=dict)
    asked: Sequence[tuple[str, Sequence[str]]] = ()

    @property
    def carried(self) -> Sequence[str]:
        """What the form posts of `left_out`, so that it still stands after a question is added."""
        return self.left_out if sum(map(len, self.left_out)) <= MOST_CARRIED else ()


def render_compose(
    form: ComposeForm,
    survey: Survey | None = None,
    gaps: Sequence[Gap] = (),
    focus: int | None = None,
    changed: bool = False,
    imported: ImportNotes | None = None,
) -> str:
    """The page to compose on, with the texts in `gaps` to translate.

    It says if the draft was `changed` in another window. `focus` is the number of the question in
    which one goes on.
    """
    return render_template(
        "authoring/compose.html",
        form=form,
        survey=survey,
        gaps=gaps,
        focus=focus,
        changed=changed,
        imported=imported or _imported_before(),
        proposed_notice=proposed_notice(),
        support_needed=SUPPORT_NEEDED,
        levels=LEVELS,
        say=page_translator(),
        blank=_blank_question(),
        blank_means=_blank_meaning(form),
        limit=current_instructor().largest_epsilon,
        meanings=meanings_of(form),
    )


def _imported_before() -> ImportNotes:
    """Nothing, but what this form carries on of an import before."""
    return ImportNotes(ImportForm(formdata=None), left_out=request.form.getlist("left_out"))


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
