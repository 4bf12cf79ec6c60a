"""Composing: the list of surveys, new ones, editing, previewing, duplicating."""

from collections.abc import Callable
from dataclasses import replace

from flask import Response, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from survey.core.instrument.instructor_names import INSTRUCTOR
from survey.core.instrument.instrument import Instrument, validate
from survey.core.instrument.translation_memory import Phrases
from survey.core.instrument.validation import MOST_QUESTIONS
from survey.core.responses.join_codes import draw_code
from survey.errors import DraftChanged, InstrumentInvalid, SurveyFrozen
from survey.store import Store, Survey
from survey.web.accounts.access import own_survey
from survey.web.accounts.sign_in import current_instructor
from survey.web.authoring.compose_form import ComposeForm
from survey.web.authoring.compose_page import meaning_of, render_compose
from survey.web.authoring.compose_translations import (
    Gap,
    carried_phrases,
    renew_carried,
    typed_gaps,
    with_translations,
)
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.respondent.client import previewed_shell
from survey.web.respondent.coin import preview_of_coins
from survey.wire.submission import JSON_TYPE

bp = Pages("compose", audience=Audience.INSTRUCTOR, url_prefix="/surveys")


def add_survey(store: Store, instrument: Instrument, owner: str = INSTRUCTOR) -> str:
    """Stores a new draft and returns its join code; a copy of the demo is an ordinary survey."""
    instrument = replace(instrument, demo=False)
    while not store.surveys.add(Survey(code := draw_code(), instrument, owner=owner)):
        pass
    return code


def _add_own(instrument: Instrument) -> str:
    """Stores a draft of the signed-in instructor and returns its join code."""
    return add_survey(store(), instrument, current_instructor().name)


@bp.get("")
def index() -> ResponseReturnValue:
    own = store().surveys.all(current_instructor().name)
    surveys = [(survey, store().responses.tally(survey.code).responses) for survey in own]
    return render_template("running/surveys.html", surveys=surveys)


@bp.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    return _compose(ComposeForm(), _add_own)


@bp.route("/<code>/edit", methods=["GET", "POST"])
def edit(survey: Survey) -> ResponseReturnValue:
    _check_draft(survey)
    instrument = survey.instrument
    form = (
        ComposeForm()
        if request.method == "POST"
        else ComposeForm.of(instrument.document(), Phrases.of(instrument), instrument.digest)
    )

    def save(changed: Instrument) -> str:
        store().surveys.replace_instrument(survey.code, changed, form.draft.data or "")
        return survey.code

    return _compose(form, save, survey)


def _check_draft(survey: Survey) -> None:
    if survey.published:
        raise SurveyFrozen("A published survey never changes. Duplicate it and edit the copy.")


@bp.get("/<code>/preview")
def preview(survey: Survey) -> ResponseReturnValue:
    """The respondents' client, which by this address sends and remembers nothing.

    Without a script it leads on to "?coin", as everywhere.
    """
    return preview_of_coins(survey) if "coin" in request.args else previewed_shell()


@bp.get("/<code>/preview/instrument.json")
def previewed_instrument(survey: Survey) -> ResponseReturnValue:
    return Response(survey.instrument.canonical_json, content_type=JSON_TYPE)


@bp.get("/<code>/preview/state")
def previewed_state(survey: Survey) -> ResponseReturnValue:
    """As if it were open and took no tokens: a draft can be looked at, too."""
    return {"open": True, "token": False, "results": False, "closes": None}


@bp.post("/<code>/duplicate")
def duplicate(survey: Survey) -> ResponseReturnValue:
    copy = _add_own(survey.instrument)
    flash("This is a copy, with a code of its own. Nobody can see it before you publish it.")
    return redirect(url_for("compose.edit", code=copy))


@bp.get("/meaning")
def question_meaning() -> ResponseReturnValue:
    """What a question's kind and γ mean for a class of this size, for the page to compose on."""
    try:
        return meaning_of(request.args, request.args.get("class_size"))
    except InstrumentInvalid as error:
        return {"meaning": next(iter(error.errors.values())), "warning": ""}


def _compose(
    form: ComposeForm, save: Callable[[Instrument], str], survey: Survey | None = None
) -> ResponseReturnValue:
    """Shows the form, changes its number of questions, or saves the instrument."""
    if request.method == "GET":
        return render_compose(form, survey=survey)
    form.validate()  # only fills in the lists of errors: the CSRF token was checked before
    known = carried_phrases(form.phrases.data)
    form.phrases.data = known.to_json()
    gaps = typed_gaps(known)
    if "add" in request.form or "remove" in request.form:
        return _compose_more_or_fewer(form, gaps, survey)
    try:
        document, gaps = with_translations(form.document(), known, gaps)
        if document is None:
            return render_compose(form, survey=survey, gaps=gaps), 422
        instrument = validate(document)
    except InstrumentInvalid as error:
        form.show_errors(error.errors)
        return render_compose(form, survey=survey, gaps=gaps), 422
    try:
        code = save(instrument)
    except DraftChanged:
        assert survey is not None  # only a stored draft can have been changed meanwhile
        return _compose_anew(form, known, gaps, survey), 409
    return redirect(url_for("dashboard.page", code=code))


def _compose_more_or_fewer(
    form: ComposeForm, gaps: list[Gap], survey: Survey | None
) -> ResponseReturnValue:
    """The form with one question more, or without one."""
    if "add" not in request.form:
        _remove_question(form, request.form["remove"])
    elif len(form.questions) < form.questions.max_entries:
        form.questions.append_entry()
    else:
        form.show_errors({"questions": f"At most {MOST_QUESTIONS} questions fit in a survey."})
        return render_compose(form, survey=survey, gaps=gaps), 422
    return render_compose(form, survey=survey, focus=len(form.questions), gaps=gaps)


def _compose_anew(form: ComposeForm, known: Phrases, gaps: list[Gap], survey: Survey) -> str:
    """The form with what was typed, to be saved over the draft as it is stored by now."""
    survey = own_survey(survey.code)
    _check_draft(survey)
    renew_carried(known, survey.instrument)
    form.phrases.data = known.to_json()
    form.draft.data = survey.instrument.digest
    _, gaps = with_translations(form.document(), known, gaps)
    return render_compose(form, survey=survey, gaps=gaps, changed=True)


def _remove_question(form: ComposeForm, number: str) -> None:
    """Takes out question `number` (from 1), unless it is the only one."""
    entries = form.questions.data
    numbers = [str(each) for each in range(1, len(entries) + 1)]
    if number in numbers and len(entries) > 1:
        del entries[numbers.index(number)]
        while form.questions.entries:
            form.questions.pop_entry()
        for entry in entries:
            form.questions.append_entry(entry)
