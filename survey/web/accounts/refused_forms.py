"""Refuses a form of another session so that nothing typed is lost.

The refusal gives back the typed values, through a sign-in, too, and a press of the button sends
them again. A form from another site is not given back, since the press would send that site's
values. A form that is refused for its values: survey/web/accounts/refused_values.py.
"""

from flask import Flask, request
from flask.typing import ResponseReturnValue
from flask_wtf.csrf import CSRFError

from survey.translations.marked import N_
from survey.web.accounts.forms import SignInForm
from survey.web.accounts.refused_form import CARRIED, SIGN_IN, refused_form
from survey.web.accounts.sign_in import render_sign_in
from survey.web.http.audiences import needs_sign_in
from survey.web.http.errors import rendered, wants_json
from survey.web.http.sessions import signed_in
from survey.wire.problems import Problem

_OLD = Problem(
    400,
    N_("The form is too old"),
    N_(
        "This form was opened in another session, or cookies are blocked. Nothing of it is "
        "saved yet."
    ),
)
# Only over https: Flask-WTF then checks which page a form comes from.
_ELSEWHERE = Problem(
    400,
    N_("The form is from another address"),
    N_(
        "This form was not sent from a page at the address of the request. A proxy in front of "
        "the app must pass on the Host header with its port. The browser must name the page "
        "that it sends from (Referer). Nothing of the form is saved yet."
    ),
)


def register_refused_forms(app: Flask) -> None:
    """Gives back the typed values of every instructor's form that is refused."""
    app.register_error_handler(CSRFError, _other_session)
    app.jinja_env.globals.update(refused_form=refused_form, carried=CARRIED)


def sign_in_again() -> ResponseReturnValue | None:
    """The sign-in page that gives the form back; None if there is none, or nothing in it."""
    form = refused_form()
    if form is None or not form.fields:
        return None
    return render_sign_in(SignInForm(formdata=None)), 403


def _other_session(error: CSRFError) -> ResponseReturnValue:
    """Refuses a form without this session's token; the form's session may have ended.

    Also refuses a form with this session's token that seems to come from another address.
    """
    problem = _ELSEWHERE if "referrer" in str(error.description) else _OLD
    if wants_json():
        return rendered(problem)
    if request.endpoint == SIGN_IN:
        form = SignInForm(formdata=None, instructor=request.form.get("instructor", ""))
        return render_sign_in(form, problem.detail), 400
    if needs_sign_in(request.endpoint) and signed_in() is None and refused_form():
        return render_sign_in(SignInForm(formdata=None), problem.detail), 400
    return rendered(problem, send_again=True)
