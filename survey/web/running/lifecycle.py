"""Publishes, closes and deletes a survey, and sets who sees its results."""

import time
from contextlib import suppress

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from wtforms import StringField

from survey.core.instrument.instrument import Instrument
from survey.core.responses.join_codes import pasted_code
from survey.errors import ParameterError, PrivacyTooWeak, StateChanged, StoreUnavailable
from survey.store import Survey
from survey.store.models import Publication, Role
from survey.store.stamps import CHANGED, check_stamp, survey_stamp
from survey.text.privacy_budget import check_budget
from survey.text.support_line import check_support, support_missing, with_support
from survey.text.suspicion import check_odds, odds_refused
from survey.translations.marked import N_
from survey.web.accounts.access import largest_epsilon
from survey.web.accounts.erasing import not_erased_yet
from survey.web.authoring.limits_form import typed_limits
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import rehearsals, signing_key, store
from survey.web.http.forms import NO_AUTOFILL, PageForm
from survey.web.http.refusal import shown_stamp
from survey.web.i18n.compared_translations import COMPARED, check_compared
from survey.web.i18n.page_language import page_translator
from survey.web.results.dashboard import changes_begin_with
from survey.web.running.closing_time import UNPLANNED, back_to_slide, planned
from survey.web.running.survey_settings import SharingForm
from survey.wire.stating import sign_missing_statements

bp = Pages(
    "lifecycle",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>",
    roles={Role.OWN: ("delete",)},
    form_on={
        "publish": "dashboard.page",
        "close": "survey_settings.page",
        "finish": "survey_settings.page",
        "sharing": "survey_settings.page",
        "delete": "lifecycle.delete",
    },
)


CONFIRMED = "weak-privacy"  # the box
CONFIRM_BY = N_("Tick the box above Publish to publish anyway")


@bp.post("/publish")
def publish(survey: Survey) -> ResponseReturnValue:
    """Opens a draft with the choices on its page: who sees figures, the limit, when it closes."""
    if survey.published:
        raise StateChanged(CHANGED)
    limits = survey.cap, survey.hidden_until_closed
    if "figures" in request.form:
        limits = typed_limits(survey)
    plan = planned(survey) if "closes" in request.form else UNPLANNED
    chosen = Publication(_checked(survey), *limits, *plan)
    check_stamp(shown_stamp(), survey_stamp(survey))  # before the rehearsal ends
    rehearsals().end(survey.code)  # first, in case of a crash after publishing
    store().surveys.publish(survey.code, chosen, shown_stamp())
    rehearsals().end(survey.code)  # a rehearsal that began meanwhile
    return redirect(url_for("presenter.page", code=survey.code, slide=0))


def _checked(survey: Survey) -> Instrument:
    """The draft's instrument within the instructor's limits and confirmations, with its support."""
    asked = survey.instrument
    if support_missing(asked):
        asked = with_support(asked, request.form.get("support", ""))
        check_support(asked)
    try:
        check_odds(asked, CONFIRMED in request.form, gettext(CONFIRM_BY), page_translator())
    except PrivacyTooWeak as refusal:
        box = None if odds_refused(asked) else CONFIRMED
        raise PrivacyTooWeak(refusal.message, box) from None
    if not survey.group_name:  # another group repeats compared texts
        check_compared(asked, request.form.getlist(COMPARED))
    check_budget(asked, largest_epsilon(survey), page_translator())
    return asked


@bp.post("/close")
def close(survey: Survey) -> ResponseReturnValue:
    """Begins the last minute; the housekeeper ends it."""
    store().surveys.begin_last_minute(survey.code, int(time.time()), shown_stamp())
    if slide := back_to_slide(survey):
        return slide
    closed = gettext("The survey is closed.")
    undo = gettext("You can undo it for a minute. Then it is final.")
    flash(f"{closed} {undo}")
    return redirect(url_for("survey_settings.page", code=survey.code))


@bp.post("/finish")
def finish(survey: Survey) -> ResponseReturnValue:
    """Closes at once, without waiting for the end of the last minute."""
    wiped = store().surveys.end_last_minute(survey.code, shown_stamp())
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
        raise ParameterError(form.fewest_responses.errors[0], "fewest_responses")
    if survey.cap and form.fewest_responses.data > max(survey.cap, survey.fewest_responses):
        raise ParameterError(
            gettext("At most %(cap)s can answer, so results would stay hidden.", cap=survey.cap),
            "fewest_responses",
        )
    store().surveys.set_sharing(survey.code, form.results_public.data, form.fewest_responses.data)
    flash(gettext("Saved."))
    return redirect(url_for("survey_settings.page", code=survey.code))


class DeleteForm(PageForm):
    """Deletes a survey once its join code is typed."""

    code = StringField(N_("Join code"), render_kw=NO_AUTOFILL)


@bp.route("/delete", methods=["GET", "POST"])
def delete(survey: Survey) -> ResponseReturnValue:
    """Asks for the code, beside the number of responses, and deletes the survey."""
    responses, form = store().responses.tally(survey.code).responses, DeleteForm()
    stamp = survey_stamp(survey, responses)
    if not form.is_submitted():
        return render_template(
            "running/delete.html",
            survey=survey,
            form=form,
            responses=responses,
            stamp=stamp,
            ends_changes=changes_begin_with(survey),
        )
    if pasted_code(form.code.data or "") != survey.code:
        not_this = gettext("This is not the survey's code. Nothing was deleted.")
        raise ParameterError(not_this, "code")
    check_stamp(shown_stamp(), stamp)  # before the rehearsal ends
    rehearsals().end(survey.code)
    erased = store().surveys.delete(survey.code, shown_stamp())
    rehearsals().end(survey.code)  # a rehearsal that began meanwhile
    flash(gettext("“%(title)s” is deleted, with all its responses.", title=survey.instrument.title))
    if not erased:
        flash(not_erased_yet())
    return redirect(url_for("surveys.index"))
