"""Access control: instructors' pages need a sign-in, and show only the instructor's own surveys."""

from dataclasses import replace

from flask import Flask, redirect, request, url_for
from flask.typing import ResponseReturnValue

from survey.errors import SignInRequired, SurveyNotFound
from survey.store import State, Survey
from survey.web.accounts.current_instructor import current_instructor, signed_in
from survey.web.accounts.refused_forms import sign_in_again
from survey.web.http.audiences import needs_sign_in
from survey.web.http.errors import wants_json
from survey.web.http.extensions import live_address, live_store, rehearsals, rehearsing


def register_access(app: Flask) -> None:
    """Checks access before every view; nothing else does."""
    app.before_request(_check_access)


def _check_access() -> ResponseReturnValue | None:
    """Lets in or sends to the sign-in page; a program gets SignInRequired.

    A form that somebody signed out has sent comes back beside the sign-in.

    Replaces a view's argument `code` by its `survey`: on a page of a rehearsal that of the
    rehearsal, and where there is none it leads to the survey itself.
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
        survey = own_survey(request.view_args.pop("code"))
        if rehearsing():
            rehearsed = None if survey.published else rehearsals().find(survey.code)
            if rehearsed is None:
                return redirect(live_address("dashboard.page", code=survey.code))
            survey = replace(rehearsed, state=State.REHEARSAL)
        request.view_args["survey"] = survey
    return None


def own_survey(code: str) -> Survey:
    """The survey with this code; raises SurveyNotFound unless it is the signed-in instructor's.

    Another's survey raises the same error as none, so that nobody learns which codes exist.
    """
    survey = live_store().surveys.get(code)
    if survey.owner != current_instructor().name:
        raise SurveyNotFound
    return survey
