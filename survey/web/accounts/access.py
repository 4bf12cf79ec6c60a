"""Access control: instructors' pages need a sign-in, and a role in the survey that they show."""

from dataclasses import replace

from flask import Flask, g, redirect, request, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext

from survey.errors import RoleMissing, SignInRequired, SurveyNotFound
from survey.store import State, Survey
from survey.store.models import Role
from survey.translations.marked import N_
from survey.web.accounts.refused_forms import sign_in_again
from survey.web.http.audiences import least_role, needs_sign_in
from survey.web.http.errors import wants_json
from survey.web.http.extensions import live_dashboard, live_store, rehearsals, rehearsing
from survey.web.http.sessions import current_instructor, signed_in

NOT_YOURS = N_(
    "There is no survey with this code among yours. Please check the code; if a colleague runs the "
    "survey, ask its owner to add you."
)
LACKING = {
    Role.EDIT: N_(
        "You may present this survey, but not change it or download its files. If you need "
        "more, ask its owner, %(owner)s."
    ),
    Role.OWN: N_("Only the owner of this survey, %(owner)s, may do this."),
}


def register_access(app: Flask) -> None:
    """Checks access before every view. This is the only place that does."""
    app.before_request(_check_access)
    app.jinja_env.globals.update(may_edit=may_edit, owns=owns)


def _check_access() -> ResponseReturnValue | None:
    """Returns None for a signed-in instructor, and otherwise the sign-in page.

    If they sent a form, that page holds it. A program gets SignInRequired instead of a page.

    Replaces a view's argument `code` by its `survey`. On a page of a rehearsal this is the
    rehearsal's survey; without a rehearsal, the page redirects to the survey itself.
    """
    if not needs_sign_in(request.endpoint):
        return None
    if signed_in() is None:
        if wants_json():
            raise SignInRequired
        if request.method == "POST" and (page := sign_in_again()):
            return page
        target = request.full_path.rstrip("?") if request.method == "GET" else None
        return redirect(url_for("account.sign_in", next=target))
    if request.view_args and "code" in request.view_args:
        survey = permitted_survey(request.view_args.pop("code"), least_role(request.endpoint))
        g.role = survey.role_of(current_instructor().name)
        if rehearsing():
            rehearsed = None if survey.published else rehearsals().find(survey.code)
            if rehearsed is None:
                return redirect(live_dashboard(survey.code))
            survey = replace(rehearsed, state=State.REHEARSAL)
        request.view_args["survey"] = survey
    return None


def permitted_survey(code: str, least: Role = Role.EDIT) -> Survey:
    """The survey with this code, in which the signed-in instructor has this role or a higher one.

    Raises SurveyNotFound for an instructor without a role, with the sentence for a missing survey,
    so that nobody learns which codes exist. Raises RoleMissing for a lower role, and for a draft to
    a colleague who may not edit it.
    """
    try:
        survey = live_store().surveys.get(code)
    except SurveyNotFound:
        raise SurveyNotFound(gettext(NOT_YOURS)) from None
    role = survey.role_of(current_instructor().name)
    if role is None:
        raise SurveyNotFound(gettext(NOT_YOURS))
    if not survey.published:
        least = max(least, Role.EDIT)
    if role < least:
        raise RoleMissing(gettext(LACKING[least], owner=survey.owner))
    return survey


def reachable_surveys() -> list[Survey]:
    """The signed-in instructor's surveys, then those that are shared with them, the newest first.

    Leaves out templates, and drafts that a colleague may only present: drafts have no results.
    """
    name, surveys = current_instructor().name, live_store().surveys
    own = [each for each in surveys.all(name) if not each.template]
    return own + [
        each
        for each in surveys.shared_with(name)
        if each.published or each.role_of(name) is not Role.PRESENT
    ]


def own_templates() -> list[Survey]:
    """The signed-in instructor's templates, the newest first."""
    return [each for each in live_store().surveys.all(current_instructor().name) if each.template]


def largest_epsilon(survey: Survey) -> float | None:
    """The limit on ε of the survey's owner, even if a colleague publishes it; None is no limit."""
    owner = live_store().instructors.get(survey.owner)
    return owner.largest_epsilon if owner else None


def may_edit() -> bool:
    """Whether the signed-in instructor may edit and close this page's survey."""
    return _role() >= Role.EDIT


def owns() -> bool:
    """Whether this page's survey is the signed-in instructor's own."""
    return _role() is Role.OWN


def _role() -> Role:
    role: Role = g.get("role", Role.OWN)
    return role
