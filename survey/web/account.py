"""Signing in and out, and passwords. One instructor runs an installation."""

import hashlib
import re
import secrets
from dataclasses import replace
from functools import cache
from functools import wraps

from flask import Blueprint
from flask import current_app
from flask import flash
from flask import redirect
from flask import render_template
from flask import request
from flask import session
from flask import url_for
from itsdangerous import BadSignature
from itsdangerous import URLSafeSerializer
from werkzeug.security import check_password_hash
from werkzeug.security import generate_password_hash

from survey.errors import SignInRefused
from survey.store import Instructor
from survey.store import Store
from survey.web.forms import PasswordForm
from survey.web.forms import SignInForm
from survey.web.services import store
from survey.web.services import throttle

bp = Blueprint("account", __name__)

INSTRUCTOR = "instructor"
DEVICE_COOKIE = "deniable_device"
DEVICE_COOKIE_SECONDS = 365 * 24 * 3600
STRANGER = "stranger"

_OWN_PATH = re.compile(r"/(?![/\\])[\x21-\x5b\x5d-\x7e]*")  # printable, no backslash


def hash_token(token: str) -> str:
    """Tokens are 256 random bits, so a plain SHA-256 keeps them secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def make_sign_in_link(store: Store) -> str:
    """The path of a new sign-in link that works once; earlier links stop working."""
    token = secrets.token_urlsafe(32)
    known = store.instructor(INSTRUCTOR) or Instructor(INSTRUCTOR)
    store.save_instructor(replace(known, link_hash=hash_token(token)))
    return f"/sign-in/{token}"


def sign_in_required(view):
    """Lets only a signed-in instructor pass; others are asked to sign in first."""

    @wraps(view)
    def guarded(*args, **kwargs):
        if signed_in() is None:
            target = request.full_path.rstrip("?") if request.method == "GET" else None
            return redirect(url_for("account.sign_in", next=target))
        return view(*args, **kwargs)

    return guarded


def signed_in() -> Instructor | None:
    """The instructor of this session, if the server still knows the sign-in."""
    token = session.get("sign_in")
    return store().sign_in(hash_token(token)) if token else None


def session_is_open() -> bool:
    """Whether this browser holds a session, to choose what the page's head offers."""
    return "sign_in" in session


@bp.route("/sign-in", methods=["GET", "POST"])
def sign_in():
    form = SignInForm()
    if form.validate_on_submit():
        key = _device() or STRANGER
        throttle().attempt(key)
        instructor = store().instructor(INSTRUCTOR)
        if _password_matches(instructor, form.password.data):
            throttle().succeeded(key)
            return _start_session(instructor, _safe_target(request.args.get("next")))
        form.password.errors = ["This password is wrong."]
    return render_template("sign_in.html", form=form), 403 if form.errors else 200


@bp.route("/sign-in/<token>", methods=["GET", "POST"])
def use_link(token: str):
    if store().link_owner(hash_token(token)) is None:
        raise SignInRefused(_SPENT_LINK)
    form = PasswordForm()
    if form.validate_on_submit():
        password_hash = generate_password_hash(form.password.data)
        instructor = store().spend_link(hash_token(token), password_hash)
        if instructor is None:
            raise SignInRefused(_SPENT_LINK)
        store().remove_sign_ins(instructor.name)
        return _start_session(instructor, url_for("compose.index"))
    return render_template("choose_password.html", form=form), 422 if form.errors else 200


@bp.post("/sign-out")
@sign_in_required
def sign_out():
    store().remove_sign_in(hash_token(session["sign_in"]))
    session.clear()
    flash("You are signed out.")
    return redirect(url_for("account.sign_in"))


@bp.route("/password", methods=["GET", "POST"])
@sign_in_required
def change_password():
    form = PasswordForm()
    if form.validate_on_submit():
        password_hash = generate_password_hash(form.password.data)
        instructor = replace(signed_in(), password_hash=password_hash, link_hash=None)
        store().save_instructor(instructor)
        store().remove_sign_ins(INSTRUCTOR)
        flash("Your password is changed; every other browser is signed out.")
        return _start_session(instructor, url_for("compose.index"))
    return render_template("choose_password.html", form=form), 422 if form.errors else 200


_SPENT_LINK = (
    "This sign-in link was used or replaced. Run `survey sign-in-link` on the server for a new one."
)


@cache
def _no_password() -> str:
    """A hash that no password has, so that having none set takes equally long to refuse."""
    return generate_password_hash(secrets.token_hex(16))


def _password_matches(instructor: Instructor | None, password: str) -> bool:
    stored = instructor.password_hash if instructor else None
    return check_password_hash(stored or _no_password(), password) and stored is not None


def _start_session(instructor: Instructor, target: str):
    """A new session under a new token, so that one planted before sign-in is worthless."""
    messages = session.get("_flashes", [])
    session.clear()
    session["_flashes"] = messages
    session["sign_in"] = token = secrets.token_urlsafe(32)
    store().add_sign_in(hash_token(token), instructor.name)
    response = redirect(target)
    if _device() is None:
        response.set_cookie(
            DEVICE_COOKIE,
            _devices().dumps(secrets.token_urlsafe(16)),
            max_age=DEVICE_COOKIE_SECONDS,
            path=url_for("account.sign_in"),
            httponly=True,
            samesite="Lax",
            secure=current_app.config["SESSION_COOKIE_SECURE"],
        )
    return response


def _devices() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.secret_key, salt="device")


def _device() -> str | None:
    """This browser's signed device id, if it has signed in before."""
    try:
        return _devices().loads(request.cookies.get(DEVICE_COOKIE, ""))
    except BadSignature:
        return None


def _safe_target(target: str | None) -> str:
    """Only a path of this site: anything that a browser could read as another host is not."""
    return target if target and _OWN_PATH.fullmatch(target) else url_for("compose.index")
