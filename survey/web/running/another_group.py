"""Asks the same questions again: of another group now, or in a new term."""

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import HiddenField, RadioField, SelectChoice, StringField
from wtforms.validators import DataRequired, Length

from survey.core.instrument.limits import LARGEST_CLASS
from survey.core.instrument.same_questions import for_group
from survey.core.responses.join_codes import draw_code
from survey.errors import InstrumentInvalid, SurveyNotFound
from survey.store import Survey
from survey.text.limits import proposed_cap
from survey.translations.marked import N_
from survey.web.authoring.new_drafts import add_once
from survey.web.http.audiences import Audience, Pages
from survey.web.http.forms import NO_AUTOFILL, PageForm
from survey.web.i18n.number_fields import WholeNumberField

bp = Pages(
    "another_group",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/group",
    form_on={"page": "another_group.page"},
)

LONGEST_NAME = 60
NOW, NEW_TERM = "now", "term"


class GroupForm(PageForm):
    """Whom to ask the same questions, in which term, and how many are expected to respond."""

    code = HiddenField()
    when = RadioField(
        N_("Whom do you ask?"),
        choices=[
            SelectChoice(NOW, _("Another group now: its figures may be added to these")),
            SelectChoice(NEW_TERM, _("A new term: its figures stand beside these")),
        ],
        validators=[DataRequired(N_("Please choose one: it cannot be changed later."))],
    )
    group = StringField(
        N_("Name of the group or term"),
        filters=[lambda typed: (typed or "").strip()],
        validators=[
            DataRequired(N_("Please give a name, such as “Section B” or “Summer 27”.")),
            Length(
                max=LONGEST_NAME,
                message=_("Please give at most %(most)s characters.", most=LONGEST_NAME),
            ),
        ],
        render_kw=NO_AUTOFILL,
    )
    class_size = WholeNumberField(N_("Class size"), 1, LARGEST_CLASS)


@bp.route("", methods=["GET", "POST"])
def page(survey: Survey) -> ResponseReturnValue:
    """Makes a draft whose questions cannot be edited."""
    if not survey.published:
        raise SurveyNotFound  # the questions of a draft may still change
    form = GroupForm(code=draw_code(), class_size=survey.instrument.class_size)
    if form.validate_on_submit():
        group = form.group.data or ""
        try:
            instrument = for_group(
                survey.instrument, group, form.class_size.data, survey.group_name
            )
        except InstrumentInvalid as error:
            form.group.errors = list(error.errors.values())
        else:
            code = add_once(
                instrument,
                form.code.data or "",
                group_name=group,
                cap=survey.cap and proposed_cap(instrument.class_size),
                hidden_until_closed=survey.hidden_until_closed,
                labels=survey.labels,
                asked_first=survey.line,
                term=survey.term if form.when.data == NOW else form.code.data or draw_code(),
                client_at=survey.client_at,
            )
            flash(
                gettext(
                    "This draft asks the same questions. Nobody can see it before you publish it."
                )
            )
            return redirect(url_for("dashboard.page", code=code))
    status = 422 if form.errors else 200
    return render_template("running/another_group.html", survey=survey, form=form), status
