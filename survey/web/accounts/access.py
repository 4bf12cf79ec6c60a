"""Access control: instructors' pages need a sign-in, and show only the instructor's own surveys."""

from flask import Flask, redirect, request, url_for
from werkzeug.wrappers import Response

from survey.errors import SignInRequired, SurveyNotFound
from survey.store import Survey
from survey.web.accounts.sign_in import current_instructor, signed_in
from survey.web.http.audiences import needs_sign_in
from survey.web.http.errors import wants_json
from survey.web.http.extensions import store


def register_access(app: Flask) -> None:
    """Checks access before every view; nothing else does."""
    app.before_request(_check_access)


def _check_access() -> Response | None:
    """Lets in or sends to the sign-in page; a program gets SignInRequired.

    Replaces a view's argument `code` by its `survey`.
    """
    if not needs_sign_in(request.endpoint):
        return None
    if signed_in() is None:
        if wants_json():
            raise SignInRequired
        target = request.full_path.rstrip("?") if request.method == "GET" else None
        return redirect(url_for("account.sign_in", next=target))
    if request.view_args and "code" in request.view_args:
        request.view_args["survey"] = own_survey(request.view_args["code"])
        del request.view_args["code"]
    return None


def own_survey(code: str) -> Survey:
    """The survey with this code; raises SurveyNotFound unless it is the signed-in instructor's.

    Another's survey raises the same error as none, so that nobody learns which codes exist.
    """
    survey = store().surveys.get(code)
    if survey.owner != current_instructor().name:
        raise SurveyNotFound
    return survey
