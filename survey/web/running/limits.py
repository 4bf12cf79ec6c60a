"""What an instructor fixes before the first response: how many can answer, who sees figures when.

Each choice stands beside the margin that it will tell.
"""

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_wtf import FlaskForm
from wtforms import IntegerField, RadioField, SelectChoice
from wtforms.validators import NumberRange, Optional

from survey.core.intervals.counts import LARGEST_CAP
from survey.errors import SurveyFrozen, SurveyNotOpen
from survey.store import State, Survey
from survey.text.limits import limits_in_words, margins, proposed_cap
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store

bp = Pages("limits", audience=Audience.INSTRUCTOR, url_prefix="/surveys/<code>/limits")

RUNNING, CLOSED = "running", "closed"


def limits_of(survey: Survey) -> str:
    """What is chosen of a survey, in a sentence or two."""
    return limits_in_words(survey.cap, survey.hidden_until_closed)


class LimitsForm(FlaskForm):
    """When figures are seen, and how many can answer."""

    figures = RadioField(
        "When are figures seen?",
        choices=[
            SelectChoice(RUNNING, "While it runs"),
            SelectChoice(CLOSED, "Once it has closed"),
        ],
    )
    cap = IntegerField(
        "At most so many can answer",
        description="With the last of them it closes by itself. Leave it empty for no limit. "
        "Without slips one device can fill it.",
        validators=[
            Optional(),
            NumberRange(1, LARGEST_CAP, f"Please give a whole number from 1 to {LARGEST_CAP:,}."),
        ],
        render_kw={"inputmode": "numeric"},
    )


@bp.route("", methods=["GET", "POST"])
def page(survey: Survey) -> ResponseReturnValue:
    """Shows and saves the choice; what the first response has fixed is refused in the form."""
    if survey.state is State.CLOSED:
        raise SurveyNotOpen("This survey is closed: nothing about it can be chosen any more.")
    form = LimitsForm(
        figures=CLOSED if survey.hidden_until_closed else RUNNING,
        cap=survey.cap,
    )
    if form.validate_on_submit():
        try:
            store().surveys.set_limits(survey.code, form.cap.data, form.figures.data == CLOSED)
        except SurveyFrozen as refusal:
            form.figures.errors = [refusal.message]
        else:
            flash("Saved.")
            after = "survey_settings.page" if survey.published else "dashboard.page"
            return redirect(url_for(after, code=survey.code))
    instrument, cap = survey.instrument, survey.cap or proposed_cap(survey.instrument.class_size)
    choices = (None, False), (cap, False), (None, True)
    return render_template(
        "running/limits.html",
        survey=survey,
        form=form,
        cap=cap,
        margins=list(zip(*(margins(instrument, *each) for each in choices), strict=True)),
    ), 422 if form.errors else 200
