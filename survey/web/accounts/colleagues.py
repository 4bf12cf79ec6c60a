"""The instructors of this server: the first one invites and removes others; anyone may leave."""

from flask import abort, current_app, flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from flask_babel import lazy_gettext as _
from wtforms import RadioField, SelectChoice, StringField
from wtforms.validators import InputRequired, ValidationError

from survey.errors import InstructorNotFound, InstructorRefused, ParameterError, RoleMissing
from survey.store import Instructor
from survey.store.models import INSTRUCTOR, LONGEST_NAME, check_name
from survey.translations.marked import N_
from survey.web.accounts.erasing import not_erased_yet
from survey.web.accounts.sign_in import make_sign_in_link
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import store
from survey.web.http.forms import NO_AUTOFILL, PageForm
from survey.web.http.networks import only_here
from survey.web.http.refusal import shown_stamp
from survey.web.http.sessions import current_instructor

bp = Pages(
    "colleagues",
    audience=Audience.INSTRUCTOR,
    url_prefix="/settings/colleagues",
    form_on={
        "page": "colleagues.page",
        "link": "colleagues.page",
        "remove": "colleagues.remove",
    },
)

FIRST_ONLY = _(
    "Only %(instructor)s, the first account of this server, may do this.", instructor=INSTRUCTOR
)
TAKEN = N_("There is an account of this name already.")
DELETE = "delete"  # no name, but the choice to delete surveys
TO = "to-"


class InviteForm(PageForm):
    """The name of a new instructor."""

    name = StringField(
        N_("Name"),
        description=N_("Lower-case letters, digits, dots and hyphens, such as ada.lovelace."),
        validators=[InputRequired(N_("Please give a name."))],
        render_kw={"maxlength": LONGEST_NAME, "autocapitalize": "none", **NO_AUTOFILL},
    )

    def validate_name(self, field: StringField) -> None:
        try:
            check_name((field.data or "").strip())
        except ParameterError as error:
            raise ValidationError(error.message) from None


class RemoveForm(PageForm):
    """Asks who gets the surveys of a removed instructor, if there are some."""

    surveys = RadioField(
        N_("Their surveys"), validators=[InputRequired(N_("Please say where the surveys go."))]
    )


@bp.route("", methods=["GET", "POST"])
def page() -> ResponseReturnValue:
    """Lists the instructors; a POST invites one, and shows the link once."""
    _check_first()
    form = InviteForm()
    link = None
    if form.validate_on_submit():
        name = form.name.data.strip()
        if store().instructors.add(Instructor(name)):
            link, form = _link(name), InviteForm(formdata=None)
        else:
            form.name.errors = [TAKEN]
    return _shown(form, link), 422 if form.errors else 200


@bp.post("/<name>/link")
def link(name: str) -> ResponseReturnValue:
    """Makes a new link for an instructor who lost theirs, or the password."""
    _check_first()
    try:
        return _shown(InviteForm(formdata=None), _link(name))
    except InstructorNotFound:
        return redirect(url_for("colleagues.page"))


@bp.route("/<name>/remove", methods=["GET", "POST"])
def remove(name: str) -> ResponseReturnValue:
    """Asks where an account's surveys go, and removes it; each may remove their own."""
    me = current_instructor().name
    if name != me:
        _check_first()
    known = [each.name for each in store().instructors.all()]
    if name not in known or name == INSTRUCTOR:
        abort(404)
    surveys, form = store().surveys.all(name), RemoveForm()
    heirs = [each for each in known if each != name]
    form.surveys.choices = [
        *(SelectChoice(TO + heir, gettext("go to %(heir)s", heir=heir)) for heir in heirs),
        SelectChoice(DELETE, gettext("are deleted with all their responses")),
    ]
    if form.is_submitted() and (not surveys or form.validate()):
        return _removed(name, form.surveys.data if surveys else "")
    status = 422 if form.is_submitted() else 200
    return render_template(
        "accounts/remove.html",
        name=name,
        own=name == me,
        surveys=len(surveys),
        form=form,
        stamp=store().instructors.stamp(name),
    ), status


def _removed(name: str, chosen: str) -> ResponseReturnValue:
    heir = chosen.removeprefix(TO) if chosen.startswith(TO) else None
    own = name == current_instructor().name
    try:
        erased = store().instructors.remove(name, heir, chosen == DELETE, shown_stamp())
    except (InstructorNotFound, InstructorRefused) as refusal:
        flash(gettext("%(message)s Please look again.", message=refusal.message))
        return redirect(url_for("colleagues.remove", name=name))
    if own:
        session.clear()
    else:
        flash(gettext("%(name)s is removed, and signed out.", name=name))
    if not erased:
        flash(not_erased_yet())
    return redirect(url_for("account.sign_in" if own else "colleagues.page"))


def _check_first() -> None:
    if current_instructor().name != INSTRUCTOR:
        raise RoleMissing(str(FIRST_ONLY))


def _link(name: str) -> tuple[str, str]:
    """The name, and the address that sets a password once."""
    public = None if current_app.config["NETWORK"] else current_app.config["PUBLIC_URL"]
    begin = (public or request.host_url).rstrip("/")
    return name, begin + make_sign_in_link(store(), name, by_first=True)


def _shown(form: InviteForm, made: tuple[str, str] | None = None) -> str:
    return render_template(
        "accounts/colleagues.html", form=form, made=made, first=INSTRUCTOR,
        instructors=store().instructors.all(),
        # With --lan the address in the network has no page for instructors.
        only_here=only_here() or current_app.config["NETWORK"] is not None,
    )  # fmt: skip
