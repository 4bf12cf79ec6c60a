"""Signing in and out, and passwords."""

import re
import secrets
from dataclasses import replace
from functools import cache
from typing import TypeGuard

from flask import flash, g, make_response, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue
from flask_babel import gettext
from werkzeug.security import check_password_hash, generate_password_hash
from werkzeug.wrappers import Response

from survey.errors import InstructorNotFound, SignInRefused
from survey.store import Instructor, Store
from survey.store.models import INSTRUCTOR
from survey.translations.marked import N_
from survey.web.accounts.device_cookies import guesser, remember_device
from survey.web.accounts.erasing import flash_if_kept
from survey.web.accounts.forms import ChangePasswordForm, PasswordForm, SignInForm
from survey.web.accounts.refused_form import is_own_path, refused_form
from survey.web.http.audiences import Audience, Pages
from survey.web.http.extensions import sign_in_throttle, store
from survey.web.http.sessions import begin_sign_in, current_instructor, hash_token, signed_in

bp = Pages("account", audience=Audience.INSTRUCTOR, before_sign_in={"sign_in", "use_link"})

_AROUND = re.compile(r"[^\w-]", re.ASCII)
_SPENT_LINK = N_(
    "This sign-in link was used or replaced. Ask the person who invited you for a new one. On the "
    "server `survey sign-in-link` makes one."
)
_BY_FIRST = f"{INSTRUCTOR}-"  # begins the tokens of links that the first account made


def make_sign_in_link(store: Store, name: str = INSTRUCTOR, by_first: bool = False) -> str:
    """The path of a new sign-in link that works once; earlier links stop working.

    `by_first` is whether the first account makes it, and not the person who runs the server.
    Raises InstructorNotFound if no instructor has this name.
    """
    token = (_BY_FIRST if by_first else "") + secrets.token_urlsafe(32)
    known = store.instructors.get(name)
    if known is None:
        raise InstructorNotFound(name)
    store.instructors.save(replace(known, link_hash=hash_token(token)))
    return f"/sign-in/{token}"


@bp.route("/sign-in", methods=["GET", "POST"])
def sign_in() -> ResponseReturnValue:
    form = SignInForm()
    only, *others = store().instructors.all()
    if not others:
        del form.instructor
    if form.validate_on_submit():
        name = form.instructor.data.strip().lower() if others else only.name
        key = guesser(name)
        sign_in_throttle().attempt(key)
        instructor = store().instructors.get(name)
        if _password_matches(instructor, form.password.data):
            sign_in_throttle().succeeded(key)
            return _start_session(instructor, _safe_target(request.args.get("next")))
        # The same sentence and computation for a wrong name and a wrong password: neither
        # tells which names exist.
        form.password.errors = [
            gettext("This name or this password is wrong.")
            if others
            else gettext("This password is wrong.")
        ]
    return render_sign_in(form), 403 if form.errors else 200


def render_sign_in(form: SignInForm, refusal: str = "") -> str:
    """The sign-in page, which carries a form that was refused."""
    if form.instructor and len(store().instructors.all()) == 1:
        del form.instructor
    return render_template("accounts/sign_in.html", form=form, refusal=refusal)


@bp.route("/sign-in/<token>", methods=["GET", "POST"])
def use_link(token: str) -> ResponseReturnValue:
    token = _AROUND.sub("", token)  # the copied link may end in a full stop or a bracket
    owner = store().instructors.link_owner(hash_token(token))
    if owner is None:
        raise SignInRefused(gettext(_SPENT_LINK))
    form = PasswordForm()
    if form.validate_on_submit():
        password_hash = generate_password_hash(form.password.data)
        instructor = store().instructors.spend_link(hash_token(token), password_hash)
        if instructor is None:
            raise SignInRefused(gettext(_SPENT_LINK))
        store().instructors.remove_sign_ins(instructor.name)
        flash_if_kept()
        return _start_session(instructor, url_for("surveys.index"))
    return _render_password(form, owner, _said_of_link(owner, token.startswith(_BY_FIRST)))


def _said_of_link(owner: Instructor, by_first: bool) -> tuple[str, ...]:
    """Who invites whom to which server; and who is signed in here already."""
    names = {"name": owner.name, "server": request.host, "first": INSTRUCTOR}
    if owner.password_hash or owner.name == INSTRUCTOR:
        said = gettext("You choose the password of %(name)s on %(server)s.", **names)
    elif by_first:
        said = gettext(
            "%(first)s, the first account of %(server)s, invites you. You will sign in as "
            "%(name)s.",
            **names,
        )
    else:
        said = gettext(
            "The person who runs %(server)s invites you. You will sign in as %(name)s.", **names
        )
    here = signed_in()
    if here is None or here.name == owner.name:
        return (said,)
    return said, gettext(
        "In this browser %(here)s is signed in. If the link is for somebody else, send it to them: "
        "a password that is saved here signs %(here)s out and %(name)s in.",
        here=here.name,
        **names,
    )


@bp.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    store().instructors.remove_sign_in(hash_token(session["sign_in"]))
    session.clear()
    flash(gettext("You are signed out."))
    flash_if_kept()
    return redirect(url_for("account.sign_in"))


@bp.route("/password", methods=["GET", "POST"])
def change_password() -> ResponseReturnValue:
    form = ChangePasswordForm()
    if form.validate_on_submit() and _current_password_fits(form):
        password_hash = generate_password_hash(form.password.data)
        instructor = replace(current_instructor(), password_hash=password_hash, link_hash=None)
        store().instructors.save(instructor)
        store().instructors.remove_sign_ins(instructor.name)
        flash(gettext("Your password is changed; every other browser is signed out."))
        flash_if_kept()
        return _start_session(instructor, url_for("surveys.index"))
    return _render_password(form, current_instructor())


def _current_password_fits(form: ChangePasswordForm) -> bool:
    """Whether the current password is right; guessing it here is limited too."""
    key = f"signed in {current_instructor().name}"
    sign_in_throttle().attempt(key)
    if not _password_matches(signed_in(), form.current.data):
        form.current.errors = [gettext("This password is wrong.")]
        return False
    sign_in_throttle().succeeded(key)
    return True


def _render_password(
    form: PasswordForm, instructor: Instructor, said: tuple[str, ...] = ()
) -> ResponseReturnValue:
    page = render_template(
        "accounts/choose_password.html", form=form, name=instructor.name, said=said
    )
    return page, 422 if form.errors else 200


@cache
def _no_password() -> str:
    """A hash of no known password, so that a refusal takes as long if no password is set."""
    return generate_password_hash(secrets.token_hex(16))


def _password_matches(instructor: Instructor | None, password: str) -> TypeGuard[Instructor]:
    stored = instructor.password_hash if instructor else None
    return check_password_hash(stored or _no_password(), password) and stored is not None


def _start_session(instructor: Instructor, target: str) -> Response:
    """Starts a session under a new token, so that one planted before sign-in is worthless.

    Redirects to the target, or shows the form that was refused before.
    """
    messages = session.get("_flashes", [])
    session.clear()
    session["_flashes"] = messages
    token = secrets.token_urlsafe(32)
    begin_sign_in(token)
    store().instructors.add_sign_in(hash_token(token), instructor.name)
    g.pop("csrf_token", None)  # from the session before
    again = render_template("accounts/signed_in_again.html") if refused_form() else None
    response = make_response(again or redirect(target))
    remember_device(response, instructor.name)
    return response


def _safe_target(target: str | None) -> str:
    """The target if it is a path of this site, else the list of surveys."""
    return target if target and is_own_path(target) else url_for("surveys.index")
