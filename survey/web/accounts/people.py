"""The people of a survey: the owner shares it with colleagues, and may hand it over."""

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import RadioField, SelectChoice, SelectField

from survey.errors import InstructorNotFound, InstructorRefused, ParameterError
from survey.store import Survey
from survey.store.models import SHARED, Role
from survey.translations.marked import N_
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.forms import PageForm
from survey.web.http.refusal import shown_stamp

bp = Pages(
    "people",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/people",
    roles={Role.OWN: ("page", "share", "withdraw", "hand_over")},
    form_on={"share": "people.page", "hand_over": "people.page"},
)

MAY = {
    Role.PRESENT: N_("present: slides, results, the page to share"),
    Role.EDIT: N_(
        "edit and close: everything but deleting it, choosing people and who holds the page"
    ),
}
NOT_THERE = N_("Choose a colleague who has an account here.")
SHORT = {Role.PRESENT: N_("may present"), Role.EDIT: N_("may edit and close")}


class ShareForm(PageForm):
    """An instructor of this server, and the role to give them."""

    name = SelectField(N_("Colleague"))
    role = RadioField(
        N_("May"),
        choices=[SelectChoice(role.stored, _(said)) for role, said in MAY.items()],
        default=Role.PRESENT.stored,
    )


class HandOverForm(PageForm):
    """The instructor who is to own the survey."""

    heir = SelectField(N_("New owner"))


def _forms(survey: Survey) -> tuple[ShareForm, HandOverForm]:
    names = [each.name for each in store().instructors.all() if each.name != survey.owner]
    share, heir = ShareForm(), HandOverForm()
    share.name.choices = heir.heir.choices = [SelectChoice(name, name) for name in names]
    return share, heir


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    share, heir = _forms(survey)
    return render_template(
        "accounts/people.html",
        survey=survey,
        share=share,
        heir=heir,
        colleagues=[(name, SHORT[role]) for name, role in survey.colleagues],
    )


@bp.post("")
def share(survey: Survey) -> ResponseReturnValue:
    """Gives a colleague a role, or changes it."""
    form, _ = _forms(survey)
    if not form.validate_on_submit():
        raise ParameterError(gettext(NOT_THERE), "name")
    role = SHARED[form.role.data]
    try:
        store().surveys.set_colleague(survey.code, form.name.data, role)
    except (InstructorNotFound, InstructorRefused):  # removed, or made the owner, meanwhile
        raise ParameterError(gettext(NOT_THERE), "name") from None
    may = gettext(SHORT[role])
    flash(f"{form.name.data} {may}.")
    return _back(survey)


@bp.post("/<name>/withdraw")
def withdraw(survey: Survey, name: str) -> ResponseReturnValue:
    """Ends the sharing with this colleague, from their next request on."""
    if name != survey.owner:
        store().surveys.set_colleague(survey.code, name, None)
        flash(gettext("%(name)s cannot open this survey any more.", name=name))
    return _back(survey)


@bp.post("/hand-over")
def hand_over(survey: Survey) -> ResponseReturnValue:
    """Makes a colleague the owner; the former one may edit it."""
    _, form = _forms(survey)
    if not form.validate_on_submit():
        raise ParameterError(gettext(NOT_THERE), "heir")
    try:
        store().surveys.hand_over(survey.code, form.heir.data, shown_stamp())
    except InstructorNotFound:
        raise ParameterError(gettext(NOT_THERE), "heir") from None
    flash(
        gettext(
            "%(heir)s owns “%(title)s” now. You may edit and close it.",
            heir=form.heir.data,
            title=survey.instrument.title,
        )
    )
    return redirect(url_for("dashboard.page", code=survey.code))


def _back(survey: Survey) -> ResponseReturnValue:
    return redirect(url_for("people.page", code=survey.code))
