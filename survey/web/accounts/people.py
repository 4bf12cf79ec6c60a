"""The people of a survey: the owner shares it with colleagues, and may hand it over."""

from typing import Any

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_babel import lazy_gettext as _
from flask_wtf import FlaskForm
from wtforms import RadioField, SelectChoice, SelectField

from survey.errors import InstructorNotFound, InstructorRefused
from survey.store import Survey
from survey.store.models import SHARED, Role
from survey.translations.marked import N_
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store

bp = Pages(
    "people",
    audience=Audience.INSTRUCTOR,
    url_prefix="/surveys/<code>/people",
    roles={Role.OWN: ("page", "share", "withdraw", "hand_over")},
)

MAY = {
    Role.PRESENT: N_("present: slides, results, the page to share"),
    Role.EDIT: N_("edit and close: everything but deleting it and choosing people"),
}
SHORT = {Role.PRESENT: N_("may present"), Role.EDIT: N_("may edit and close")}


class ShareForm(FlaskForm):
    """An instructor of this server, and the role to give them."""

    name = SelectField(N_("Colleague"))
    role = RadioField(
        N_("May"),
        choices=[SelectChoice(role.stored, _(said)) for role, said in MAY.items()],
        default=Role.PRESENT.stored,
    )


class HandOverForm(FlaskForm):
    """The instructor who is to own the survey."""

    heir = SelectField(N_("New owner"))


def _forms(survey: Survey) -> tuple[ShareForm, HandOverForm]:
    names = [each.name for each in store().instructors.all() if each.name != survey.owner]
    share, heir = ShareForm(), HandOverForm()
    share.name.choices = heir.heir.choices = [SelectChoice(name, name) for name in names]
    return share, heir


@bp.get("")
def page(survey: Survey) -> ResponseReturnValue:
    return _shown(survey)


@bp.post("")
def share(survey: Survey) -> ResponseReturnValue:
    """Gives a colleague a role, or changes it."""
    form, _ = _forms(survey)
    if not form.validate_on_submit():
        return _shown(survey, form), 422
    role = SHARED[form.role.data]
    try:
        store().surveys.set_colleague(survey.code, form.name.data, role)
    except (InstructorNotFound, InstructorRefused):
        return _shown(survey, form), 422  # removed, or made the owner, meanwhile
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
        return _shown(survey, heir=form), 422
    try:
        store().surveys.hand_over(survey.code, form.heir.data)
    except InstructorNotFound:
        return _shown(survey, heir=form), 422
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


def _shown(survey: Survey, share: Any = None, heir: Any = None) -> str:
    forms = _forms(survey)
    return render_template(
        "accounts/people.html",
        survey=survey,
        share=share or forms[0],
        heir=heir or forms[1],
        colleagues=[(name, SHORT[role]) for name, role in survey.colleagues],
    )
