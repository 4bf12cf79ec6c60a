"""Imports a list, or a file of this app or another tool, into the form; saves nothing."""

from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.instrument.parsing import validate
from survey.errors import InstrumentInvalid
from survey.formats.import_result import shown
from survey.web.authoring.compose_form import ComposeForm, ImportForm
from survey.web.authoring.compose_page import ImportNotes, render_compose
from survey.web.authoring.compose_translations import Gap, with_translations
from survey.web.authoring.uploads import Upload, read_upload
from survey.web.http.audiences import Audience, Pages
from survey.web.i18n.page_language import labels, translated

bp = Pages("imports", audience=Audience.INSTRUCTOR, url_prefix="/surveys")


@bp.post("/new/import")
def upload() -> ResponseReturnValue:
    """The form, filled in from the list or file, and a list of everything left out."""
    import_form = ImportForm()
    if not import_form.validate_on_submit():
        return _not_imported(ImportNotes(import_form)), 422
    file, gamma = import_form.file.data, import_form.gamma.data
    if file:
        name = shown(file.filename or "")
        taken = read_upload(file.filename or "", file.read(), gamma)
    else:
        name = gettext("your list")
        taken = read_upload(None, import_form.pasted.data.encode(), gamma)
    if taken.faults:
        return _refused(import_form, taken), 503 if taken.busy else 422
    form = ComposeForm.of(taken.document, taken.phrases)
    status = 200
    gaps: list[Gap] = []
    try:
        # The page asks for missing translations, so that nothing of the file is lost.
        document, gaps = with_translations(taken.document, taken.phrases, [])
        if document is not None:
            validate(document)
    except InstrumentInvalid as error:
        # A list without a title leaves it to be written: nobody has forgotten it yet.
        untitled = not taken.document.get("title")
        wrong = {
            name: said for name, said in error.errors.items() if name != "title" or not untitled
        }
        form.show_errors(wrong)
        status = 422 if wrong else 200
    imported = ImportNotes(
        ImportForm(formdata=None),
        name,
        left_out=taken.left_out,
        look_at=taken.look_at,
        asked=_asked(taken),
    )
    return render_compose(form, gaps=gaps, imported=imported), status


def _asked(taken: Upload) -> list[tuple[str, list[str]]]:
    """Each question with its options; no question if one has a fault."""
    title = taken.document.get("title") or "…"
    try:
        instrument = validate(taken.document | {"title": title})
    except InstrumentInvalid:
        return []
    found = []
    for question, items in instrument.questions_with_items:
        (first, *others) = items
        said = labels(first)
        offered = [each.text for each in items] if others else [said[r] for r in first.offered]
        found.append((question.text, offered))
    return found


def _refused(form: ImportForm, taken: Upload) -> str:
    """The page with the pasted list or chosen file, and a sentence for every fault."""
    if not form.file.data:
        said = [(translated(place), translated(each)) for place, each in taken.faults.items()]
        form.pasted.errors = [f"{place[0].upper()}{place[1:]}: {each}" for place, each in said]
    faults = taken.faults if form.file.data else {}
    return _not_imported(ImportNotes(form, faults=faults, left_out=taken.left_out))


def _not_imported(imported: ImportNotes) -> str:
    return render_compose(ComposeForm(formdata=None), imported=imported)
