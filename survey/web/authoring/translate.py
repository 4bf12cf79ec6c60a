"""Translating a draft: the original text beside a field for each of its texts."""

from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.language_tags import language_tag
from survey.core.instrument.parsing import validate
from survey.core.instrument.texts import wording_document
from survey.errors import DraftChanged, InstrumentInvalid, SurveyFrozen
from survey.store import Survey
from survey.store.rules import SAME_QUESTIONS
from survey.web.accounts.access import permitted_survey
from survey.web.authoring.translation_form import TranslationForm, translation_form, typed_phrases
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.refusal import refusal
from survey.web.i18n.language_names import language_name

bp = Pages(
    "translations",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/translations",
    form_on={"page": "translations.page", "remove": "translations.page"},
)


@bp.get("")
def choose(survey: Survey) -> ResponseReturnValue:
    """Shows the survey's languages, or with ?into= the page of one of them."""
    if "into" in request.args:
        return page(survey, request.args["into"])
    return render_template("authoring/languages.html", survey=survey)


@bp.route("/<tag>", methods=["GET", "POST"])
def page(survey: Survey, tag: str) -> ResponseReturnValue:
    tag = _tag(tag)
    if refusal():
        return _render(survey, tag, translation_form(survey.instrument, tag, typed_phrases(tag)))
    _check_draft(survey)
    if survey.instrument.language in {"", tag}:
        return _give_back(survey, tag) if request.method == "POST" else _lead_away(survey, tag)
    form = translation_form(survey.instrument, tag)
    if form.validate_on_submit():
        try:
            _save(survey, tag, form)
        except DraftChanged:
            survey = permitted_survey(survey.code)
            _check_draft(survey)
            form = translation_form(survey.instrument, tag, typed_phrases(tag))
            return _render(survey, tag, form, changed=True), 409
        except InstrumentInvalid as error:
            form.show_errors(error.errors, tag)
        else:
            flash(
                gettext(
                    "Saved: the questionnaire is in %(language)s too.", language=language_name(tag)
                )
            )
            return redirect(url_for("translations.choose", code=survey.code))
    status = 422 if form.errors else 200
    return _render(survey, tag, form), status


@bp.post("/<tag>/remove")
def remove(survey: Survey, tag: str) -> ResponseReturnValue:
    _check_draft(survey)
    if tag not in survey.instrument.languages[1:]:
        abort(404)
    left = _with_translation(survey.instrument, tag, None)
    store().surveys.replace_instrument(survey.code, left, request.form.get("draft", ""))
    flash(gettext("The translation into %(language)s is removed.", language=language_name(tag)))
    return redirect(url_for("translations.choose", code=survey.code))


def _lead_away(survey: Survey, tag: str) -> ResponseReturnValue:
    """Redirects to the page that chooses or shows the questionnaire's own language."""
    if not survey.instrument.language:
        flash(gettext("First choose the language of these questions."))
        return redirect(url_for("compose.edit", code=survey.code))
    flash(gettext("%(language)s is the questionnaire's own language.", language=language_name(tag)))
    return redirect(url_for("dashboard.page", code=survey.code))


def _give_back(survey: Survey, tag: str) -> ResponseReturnValue:
    """Gives back texts typed before another window changed the questionnaire's own language."""
    form = translation_form(survey.instrument, tag, typed_phrases(tag))
    sentence = (
        gettext(
            "Nothing is saved: %(language)s is now the questionnaire's own language. Below are "
            "your words wherever a text is the same. Copy what you need.",
            language=language_name(tag),
        )
        if survey.instrument.language
        else gettext(
            "Nothing is saved: this draft no longer names its own language. Below are your "
            "words wherever a text is the same. Choose the language in another window, where "
            "you edit the questions. Then save here."
        )
    )
    form.show_error(sentence)
    return _render(survey, tag, form), 409


def _render(survey: Survey, tag: str, form: TranslationForm, changed: bool = False) -> str:
    return render_template(
        "authoring/translation.html", survey=survey, tag=tag, form=form, changed=changed
    )


def _save(survey: Survey, tag: str, form: TranslationForm) -> None:
    """Saves the typed texts; raises InstrumentInvalid, or DraftChanged for texts of another draft.

    The fields' names are the places of the texts, and a place may hold another text by now.
    """
    typed = wording_document(survey.instrument, form.texts())
    try:
        translated = _with_translation(survey.instrument, tag, typed)
    except InstrumentInvalid:
        if form.draft.data != survey.instrument.digest:
            raise DraftChanged from None  # the form's errors are about other texts
        raise
    store().surveys.replace_instrument(survey.code, translated, form.draft.data or "")


def _check_draft(survey: Survey) -> None:
    if survey.published:
        raise SurveyFrozen(
            gettext(
                "A published survey never changes, nor do its translations. Duplicate it and "
                "translate the copy."
            )
        )
    if survey.group_name:
        raise SurveyFrozen(SAME_QUESTIONS)


def _tag(typed: str) -> str:
    return language_tag(typed) or abort(404)


def _with_translation(
    instrument: Instrument, tag: str, translation: dict[str, Any] | None
) -> Instrument:
    """The instrument with this translation instead of its former one; None removes that."""
    document = instrument.raw()
    translations = document.pop("translations", {})
    translations.pop(tag, None)
    if translation is not None:
        translations[tag] = translation
    return validate(document | {"translations": translations})
