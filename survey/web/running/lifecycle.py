"""Publishes, closes and deletes a survey, and sets who sees its results."""

import time
from contextlib import suppress
from dataclasses import replace

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_wtf import FlaskForm
from wtforms import StringField

from survey.core.responses.join_codes import pasted_code
from survey.errors import StoreUnavailable
from survey.store import State, Survey
from survey.store.models import Role
from survey.text.privacy_budget import check_budget
from survey.text.support_line import support_missing, with_support
from survey.text.suspicion import check_odds
from survey.translations.marked import N_
from survey.web.accounts.access import largest_epsilon
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import rehearsals, signing_key, store
from survey.web.http.forms import NO_AUTOFILL
from survey.web.i18n.compared_translations import COMPARED, check_compared
from survey.web.i18n.page_language import page_translator
from survey.web.running.closing_time import back_to_slide, planned
from survey.web.running.limits import form_of, limits_page, save_limits
from survey.web.running.survey_settings import SharingForm
from survey.wire.stating import sign_missing_statements

bp = Pages(
    "lifecycle",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>",
    roles={Role.OWN: ("delete",)},
)


def not_erased_yet(what: str) -> str:
    """The message that `what` is still in the stored bytes, because of a reader or a full disk."""
    return gettext(
        "%(what)s cannot be erased from the database’s files yet: a long backup reads them, or "
        "the disk is full. The database notes this, and the server tries again until it is "
        "done.",
        what=gettext(what),
    )


CONFIRM_BY = N_("Tick the box above Publish to publish anyway")


@bp.post("/publish")
def publish(survey: Survey) -> ResponseReturnValue:
    """Opens a draft with the choices on its page: who sees figures, the limit, when it closes."""
    closes_at = planned(survey) if "closes" in request.form else survey.closes_at
    if "figures" in request.form and not survey.published:
        form = form_of(survey)
        if not save_limits(survey, form):
            return limits_page(survey, form)
    _open(_with_typed_support(survey))
    if closes_at is not None:
        store().surveys.plan_closing(survey.code, closes_at)
    return redirect(url_for("presenter.page", code=survey.code, slide=0))


def _with_typed_support(survey: Survey) -> Survey:
    """The draft with the support line that the page asked for, if it lacked one."""
    if survey.published or not support_missing(survey.instrument):
        return survey
    changed = with_support(survey.instrument, request.form.get("support", ""))
    store().surveys.replace_instrument(survey.code, changed, survey.instrument.digest)
    return replace(survey, instrument=changed)


def _open(survey: Survey) -> None:
    """Opens the survey if it is a draft within the instructor's limits and confirmations."""
    if not survey.published:
        confirmed = "weak-privacy" in request.form
        check_odds(survey.instrument, confirmed, gettext(CONFIRM_BY), page_translator())
        if not survey.group_name:  # another group repeats compared texts
            check_compared(survey.instrument, request.form.getlist(COMPARED))
        check_budget(survey.instrument, largest_epsilon(survey), page_translator())
        rehearsals().end(survey.code)  # first, in case of a crash after publishing
    store().surveys.set_state(survey.code, State.OPEN)
    if not survey.published:
        rehearsals().end(survey.code)  # a rehearsal that began meanwhile


@bp.post("/close")
def close(survey: Survey) -> ResponseReturnValue:
    """Begins the last minute; the housekeeper ends it."""
    store().surveys.begin_last_minute(survey.code, int(time.time()))
    if slide := back_to_slide(survey):
        return slide
    closed = gettext("The survey is closed.")
    undo = gettext("You can undo it for a minute. Then it is final.")
    flash(f"{closed} {undo}")
    return redirect(url_for("survey_settings.page", code=survey.code))


@bp.post("/finish")
def finish(survey: Survey) -> ResponseReturnValue:
    """Closes at once, without waiting for the end of the last minute."""
    wiped = store().surveys.set_state(survey.code, State.CLOSED)
    with suppress(StoreUnavailable):  # the housekeeper tries again
        sign_missing_statements(store(), signing_key())
    if slide := back_to_slide(survey):
        return slide
    if wiped:
        flash(
            gettext(
                "The survey is closed. The order in which responses came is erased from the file."
            )
        )
    else:
        closed = gettext("The survey is closed.")
        not_erased = not_erased_yet(N_("The order in which responses came"))
        flash(f"{closed} {not_erased}")
    return redirect(url_for("survey_settings.page", code=survey.code))


@bp.post("/sharing")
def sharing(survey: Survey) -> ResponseReturnValue:
    form = SharingForm()
    if not form.validate_on_submit():
        return render_template("running/sharing.html", survey=survey, form=form), 422
    store().surveys.set_sharing(survey.code, form.results_public.data, form.fewest_responses.data)
    flash(gettext("Saved."))
    return redirect(url_for("survey_settings.page", code=survey.code))


class DeleteForm(FlaskForm):
    """Deletes a survey once its join code is typed."""

    code = StringField(N_("Join code"), render_kw=NO_AUTOFILL)


@bp.route("/delete", methods=["GET", "POST"])
def delete(survey: Survey) -> ResponseReturnValue:
    form = DeleteForm()
    if form.validate_on_submit():
        if pasted_code(form.code.data or "") == survey.code:
            rehearsals().end(survey.code)
            erased = store().surveys.delete(survey.code)
            rehearsals().end(survey.code)  # a rehearsal that began meanwhile
            flash(
                gettext(
                    "“%(title)s” is deleted, with all its responses.", title=survey.instrument.title
                )
            )
            if not erased:
                flash(not_erased_yet(N_("The former bytes")))
            return redirect(url_for("surveys.index"))
        form.code.errors = [gettext("This is not the survey's code. Nothing was deleted.")]
    responses = store().responses.tally(survey.code).responses
    status = 422 if form.errors else 200
    return render_template(
        "running/delete.html", survey=survey, form=form, responses=responses
    ), status
