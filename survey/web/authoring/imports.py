"""Importing: a file of this app or another tool fills in the form, and nothing is saved."""

from flask import request
from flask.typing import ResponseReturnValue

from survey.core.instrument.instrument import validate
from survey.core.instrument.validation import MOST_QUESTIONS
from survey.errors import InstrumentInvalid
from survey.formats.questionnaire_file import read_questionnaire
from survey.formats.taken_over import in_sentences, shown
from survey.web.authoring.compose_form import ComposeForm, InstrumentFileForm
from survey.web.authoring.compose_page import render_compose
from survey.web.authoring.compose_translations import Gap, with_translations
from survey.web.http.audiences import Audience, Pages

bp = Pages("imports", audience=Audience.INSTRUCTOR, url_prefix="/surveys")


@bp.post("/new/import")
def upload() -> ResponseReturnValue:
    """The form, filled in from the file, and the list of what was not taken over."""
    file_form = InstrumentFileForm()
    if not file_form.validate_on_submit():
        return render_compose(ComposeForm(formdata=None), file_form=file_form), 422
    file = request.files["file"]
    name = file.filename or ""
    left_out: list[str] = []
    try:
        taken = read_questionnaire(name, file.read(), file_form.gamma.data)
        left_out = in_sentences(taken.left_out)
        if not 0 < len(taken.document["questions"]) <= MOST_QUESTIONS:
            taken.instrument()  # raises InstrumentInvalid, whose sentence says so
    except InstrumentInvalid as error:
        empty = ComposeForm(formdata=None)
        page = render_compose(empty, file_form=file_form, faults=error.errors, left_out=left_out)
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
    page = render_compose(form, imported=shown(name), left_out=left_out, gaps=gaps)
    return page, status
