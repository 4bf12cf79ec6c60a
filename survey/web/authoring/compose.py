"""Composing: new surveys, editing, previewing, duplicating."""

from collections.abc import Callable
from typing import Any

from flask import Response, flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.limits import MOST_QUESTIONS
from survey.core.instrument.parsing import validate
from survey.core.instrument.translation_memory import Phrases
from survey.errors import DraftChanged, InstrumentInvalid, ParameterError, SurveyFrozen
from survey.store import Survey
from survey.store.rules import SAME_QUESTIONS
from survey.store.stamps import survey_stamp
from survey.web.accounts.access import permitted_survey
from survey.web.authoring.compose_form import ComposeForm
from survey.web.authoring.compose_meanings import meanings_of
from survey.web.authoring.compose_page import render_compose
from survey.web.authoring.compose_translations import (
    Gap,
    carried_phrases,
    renew_carried,
    typed_gaps,
    with_translations,
)
from survey.web.authoring.declining import with_known_words
from survey.web.authoring.limits_form import typed_limits
from survey.web.authoring.new_drafts import add_once, add_own_survey
from survey.web.authoring.question_order import SWITCH, pressed, rearranged
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.refusal import refusal
from survey.web.respondent.coin import preview_of_coins
from survey.web.respondent.served_client_files import previewed_shell
from survey.wire.submission import JSON_TYPE

bp = Pages(
    "compose",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys",
    form_on={"new": "compose.new", "edit": "compose.edit"},
)


@bp.route("/new", methods=["GET", "POST"])
def new() -> ResponseReturnValue:
    form = ComposeForm()
    return _compose(form, lambda instrument: add_once(instrument, form.code.data or ""))


@bp.route("/<code>/edit", methods=["GET", "POST"])
def edit(survey: Survey) -> ResponseReturnValue:
    if not refusal():
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
        raise SurveyFrozen(
            gettext("A published survey never changes. Duplicate it and edit the copy.")
        )
    if survey.group_name:
        raise SurveyFrozen(SAME_QUESTIONS)


@bp.get("/<code>/preview")
def preview(survey: Survey) -> ResponseReturnValue:
    """The respondents' client, which sends and stores nothing at this address.

    Without JavaScript it leads to real coins ("?coin"), as on respondents' pages.
    """
    return preview_of_coins(survey) if "coin" in request.args else previewed_shell()


@bp.get("/<code>/preview/instrument.json")
def previewed_instrument(survey: Survey) -> ResponseReturnValue:
    return Response(survey.instrument.canonical_json, content_type=JSON_TYPE)


@bp.get("/<code>/preview/state")
def previewed_state(survey: Survey) -> ResponseReturnValue:
    """The state that a preview gets: open and without tokens, also for a draft."""
    return {"open": True, "token": False, "results": False, "closes": None}


@bp.post("/<code>/duplicate")
def duplicate(survey: Survey) -> ResponseReturnValue:
    copy = _copied(survey)
    flash(
        gettext("This is a copy, with a code of its own. Nobody can see it before you publish it.")
    )
    return redirect(url_for("compose.edit", code=copy))


@bp.post("/<code>/template")
def template(survey: Survey) -> ResponseReturnValue:
    """Stores a copy as a template, which the page of ready-made surveys lists."""
    _copied(survey, template=True)
    flash(gettext("“%(title)s” is a template of yours now.", title=survey.instrument.title))
    return redirect(url_for("ready_made.index"))


def _copied(survey: Survey, **decided: Any) -> str:
    """A draft of the same questions, limits, labels and page; its code."""
    return add_own_survey(
        survey.instrument,
        cap=None if survey.tokens_required else survey.cap,  # slips are not copied
        hidden_until_closed=survey.hidden_until_closed,
        labels=survey.labels,
        client_at=survey.client_at,
        **decided,
    )


@bp.post("/meanings")
def meanings() -> ResponseReturnValue:
    """The meanings of the typed questions for their class, and their protection, as JSON."""
    return meanings_of(ComposeForm())


def _compose(
    form: ComposeForm, save: Callable[[Instrument], str], survey: Survey | None = None
) -> ResponseReturnValue:
    """Shows the form, rearranges its questions, or saves the instrument and may publish it."""
    if request.method != "POST" or refusal():
        return render_compose(form, survey)
    form.validate()  # only fills the lists of errors; the CSRF token is already checked
    asked = form.document()["questions"]
    known = with_known_words(carried_phrases(form.phrases.data), asked, form.language.data or "")
    form.phrases.data = known.to_json()
    gaps = typed_gaps(known)
    if button := pressed(request.form):
        return _rearrange(form, button, gaps, survey)
    by_itself = "autosave" in request.form
    try:
        document, gaps = with_translations(form.document(), known, gaps)
        if document is None:
            return UNSAVED if by_itself else (render_compose(form, survey, gaps=gaps), 422)
        instrument = validate(document)
        limits = typed_limits(survey) if "figures" in request.form else None
    except InstrumentInvalid as error:
        form.show_errors(error.errors)
        return UNSAVED if by_itself else (render_compose(form, survey, gaps=gaps), 422)
    except ParameterError:
        if by_itself:
            return UNSAVED
        raise
    try:
        code = save(instrument)
    except DraftChanged:
        stored = survey.code if survey else form.code.data or ""
        return CHANGED if by_itself else (_compose_anew(form, known, gaps, stored), 409)
    stored = permitted_survey(code)
    if limits and limits != (stored.cap, stored.hidden_until_closed):
        store().surveys.set_limits(code, *limits)
    if by_itself:
        return saved_by_itself(code, instrument)
    # After a 307 the browser posts the form again, with its token.
    if "rehearse" in request.form:
        return redirect(url_for("rehearse.begin", code=code), 307)
    if "publish" in request.form:  # the draft's page asks for what is missing
        shown = survey_stamp(permitted_survey(code))
        return redirect(url_for("lifecycle.publish", code=code, shown=shown), 307)
    return redirect(url_for("dashboard.page", code=code))


def _rearrange(
    form: ComposeForm, button: str, gaps: list[Gap], survey: Survey | None
) -> ResponseReturnValue:
    """The form after a press of one of the buttons that order, add and remove questions.

    "switch" asks one question each instead of all, or all again.
    """
    if button == SWITCH:
        form.one_question_each.data = not form.one_question_each.data
        return render_compose(form, survey, gaps=gaps)
    entries = form.questions.data
    after = rearranged(entries, button, request.form[button], form.removed.data or "")
    if len(after.entries) > form.questions.max_entries:
        form.show_errors(
            {
                "questions": gettext(
                    "At most %(most)s questions fit in a survey.",
                    most=MOST_QUESTIONS,
                )
            }
        )
        return render_compose(form, survey, gaps=gaps), 422
    if after.entries != entries:
        form.show_questions(after.entries)
    form.removed.data = after.removed
    return render_compose(form, survey, focus=after.focus, gaps=gaps)


def _compose_anew(form: ComposeForm, known: Phrases, gaps: list[Gap], code: str) -> str:
    """Shows the form again with the typed values, after somebody else has changed the draft."""
    survey = permitted_survey(code)
    _check_draft(survey)
    renew_carried(known, survey.instrument)
    form.phrases.data = known.to_json()
    form.draft.data = survey.instrument.digest
    _, gaps = with_translations(form.document(), known, gaps)
    return render_compose(form, survey, gaps=gaps, changed=True)


# No error: who composes is not done yet. The page keeps the draft in the browser, and its Save
# says what is missing.
UNSAVED: dict[str, Any] = {"saved": False}
CHANGED: tuple[dict[str, Any], int] = {"saved": False}, 409


def saved_by_itself(code: str, instrument: Instrument) -> dict[str, Any]:
    """The form's new hidden values: its address, the draft's digest, its translations."""
    return {
        "saved": True,
        "address": url_for("compose.edit", code=code),
        "draft": instrument.digest,
        "phrases": Phrases.of(instrument).to_json(),
    }
