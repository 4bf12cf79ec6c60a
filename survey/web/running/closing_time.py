"""Plans when a survey closes: in so many minutes, at a time, a minute later, or not at all.

At that time its last minute begins. *Undo* ends that minute, and then no time is planned.
survey/app/housekeeper.py closes it; pages only count down.
"""

import math
import time
from datetime import UTC, datetime

from flask import flash, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from werkzeug.wrappers import Response

from survey.errors import ParameterError
from survey.store import Survey
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.refusal import shown_stamp
from survey.web.running.closing_date import closing_at

bp = Pages(
    "closing",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>",
    form_on={"plan": "survey_settings.page"},
)

MINUTES = (5, 10)
MORE, CANCEL, AT = "more", "cancel", "at"

Plan = tuple[int | None, bool]  # the second to close, if any, and whether a date was given for it
UNPLANNED: Plan = None, False


@bp.post("/closing")
def plan(survey: Survey) -> ResponseReturnValue:
    """Plans the pressed button's time, and redirects to the page with the button."""
    closes_at, on_date = planned(survey)
    # A late Undo must work from any page, and what is to stay open may be said twice.
    any_page = closes_at is None and (survey.closing or survey.closes_at is None)
    shown = None if any_page else shown_stamp()
    store().surveys.plan_closing(survey.code, closes_at, on_date, shown)
    if slide := back_to_slide(survey):
        return slide
    flash(
        gettext("It stays open until you close it.")
        if closes_at is None
        else gettext("It will close by itself when the time is up.")
    )
    return redirect(url_for("survey_settings.page", code=survey.code))


def back_to_slide(survey: Survey) -> Response | None:
    """The slide whose button was pressed; it shows the time left, and no message."""
    slide = request.form.get("slide", "")
    return redirect(url_for("presenter.page", code=survey.code, slide=slide)) if slide else None


def planned(survey: Survey) -> Plan:
    """The closing in the form. Raises ParameterError for an invalid time, and for two of them."""
    now, button = int(time.time()), request.form.get("closes", "")
    given = request.form.get("at", "").strip()
    if button == AT:
        return closing_at(given, request.form.get("zone", ""), now), True
    if given:
        raise ParameterError(
            gettext(
                "You gave a date and a time, and chose something else. Choose “At a date and "
                "time”, or empty this field."
            ),
            "at",
        )
    if button == CANCEL:
        return UNPLANNED
    if button == MORE:
        if survey.closes_at is None:
            raise ParameterError(gettext("No closing time is set: choose 5 or 10 minutes."))
        return max(survey.closes_at, now) + 60, survey.closes_on_date
    if button in map(str, MINUTES):
        return now + 60 * int(button), False
    raise ParameterError(gettext("A survey can close in 5 or 10 minutes, or at a time."))


def seconds_left(survey: Survey) -> int:
    """The seconds until a survey closes; call it only if a time is planned."""
    assert survey.closes_at is not None
    return max(0, math.ceil(survey.closes_at - time.time()))


def soon(seconds: int) -> bool:
    """Whether so few seconds are left that they are counted down."""
    return seconds < 3600


def on_a_clock(seconds: int) -> str:
    """90 as "1:30"."""
    return f"{seconds // 60}:{seconds % 60:02}"


def in_utc(survey: Survey) -> datetime:
    """The time in UTC when a survey closes; call it only if a time is planned."""
    assert survey.closes_at is not None
    return datetime.fromtimestamp(survey.closes_at, UTC)
