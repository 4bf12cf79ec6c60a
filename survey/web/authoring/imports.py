"""Importing: a list, or a file of this app or another tool, fills in the form; nothing is saved."""

from collections.abc import Mapping

from flask.typing import ResponseReturnValue

from survey.core.instrument.limits import MOST_QUESTIONS
from survey.core.instrument.parsing import validate
from survey.errors import InstrumentInvalid
from survey.formats.plain_text import read_plain_text
from survey.formats.questionnaire_file import read_questionnaire
from survey.formats.taken_over import TakenOver, in_sentences, shown
from survey.web.authoring.compose_form import ComposeForm, ImportForm
from survey.web.authoring.compose_page import render_compose
from survey.web.authoring.compose_translations import Gap, with_translations
from survey.web.http.audiences import Audience, Pages

bp = Pages("imports", audience=Audience.INSTRUCTOR, url_prefix="/surveys")


@bp.post("/new/import")
def upload() -> ResponseReturnValue:
    """The form, filled in from the list or file, and what was not taken over."""
    import_form = ImportForm()
    if not import_form.validate_on_submit():
        return render_compose(ComposeForm(formdata=None), import_form=import_form), 422
    left_out: list[str] = []
    faults: Mapping[str, str] = {}
    try:
        name, taken = _read(import_form)
        left_out = in_sentences(taken.left_out)
        if not 0 < len(taken.document["questions"]) <= MOST_QUESTIONS:
            taken.instrument()  # raises InstrumentInvalid, whose sentence says so
    except InstrumentInvalid as error:
        if import_form.file.data:
            faults = error.errors
        else:
            import_form.pasted.errors = [
                f"{place[0].upper()}{place[1:]}: {each}" for place, each in error.errors.items()
            ]
        empty = ComposeForm(formdata=None)
        page = render_compose(empty, import_form=import_form, faults=faults, left_out=left_out)
        return page, 422
    form = ComposeForm.of(taken.document, taken.phrases)
    status = 200
    gaps: list[Gap] = []
    try:
        # The page asks for missing translations, so that nothing of the file is lost.
        document, gaps = with_translations(taken.document, taken.phrases, [])
        if document is not None:
            validate(document)
    except InstrumentInvalid as error:
        form.show_errors(error.errors)
        status = 422
    page = render_compose(form, imported=name, left_out=left_out, gaps=gaps)
    return page, status


def _read(form: ImportForm) -> tuple[str, TakenOver]:
    """What was pasted or uploaded, by its name; raises InstrumentInvalid."""
    if file := form.file.data:
        name = file.filename or ""
        return shown(name), read_questionnaire(name, file.read(), form.gamma.data)
    return "your list", read_plain_text(form.pasted.data, "", form.gamma.data)
