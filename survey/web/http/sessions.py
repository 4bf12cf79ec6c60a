"""Sessions that no change of the server's clock ends, and the instructor of a session.

Flask dates its session cookie and refuses one that is too old, or of the
future: a clock that is corrected in the middle of a lecture would sign the
instructor out, and refuse the form that a respondent is filling in. Here signing
out, a new password or the instructor's removal ends a sign-in, and UNUSED_DAYS
without a page, counted on a clock that nobody sets. The day of the last use is in
the browser's signed cookie alone: the server keeps no time of any person.
"""

import hashlib
import hmac
import time
from typing import Any

from flask import Flask, Request, current_app, g, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import TimestampSigner, URLSafeTimedSerializer

from survey.errors import SignInRequired
from survey.store import Instructor
from survey.systems import stopwatch_seconds
from survey.web.http.extensions import store
from survey.web.http.security_headers import in_local_network

UNUSED_DAYS = 30  # after which a sign-in has ended
DAY_SECONDS = 24 * 3600


class DayCount:
    """Counts days (UTC, since 1970) by a stopwatch, so that setting the clock changes nothing."""

    def __init__(self) -> None:
        self._at_zero = time.time() - stopwatch_seconds()

    def today(self) -> int:
        return int((self._at_zero + stopwatch_seconds()) // DAY_SECONDS)


def session_cookie(secret: str) -> str:
    """The cookie's name, another one for each instance.

    Browsers send the cookies of a host to all its ports: by one name, two instances on a machine
    would sign each other's instructors out.
    """
    return f"deniable_{hmac.digest(secret.encode(), b'name of the cookie', 'sha256').hex()[:8]}"


class AgelessSigner(TimestampSigner):
    """Checks the signature and ignores the date, whatever age is allowed."""

    # The type that it returns depends on its last argument, as in the parent's method.
    def unsign(
        self, signed_value: str | bytes, max_age: int | None = None, return_timestamp: bool = False
    ) -> Any:
        # The parent takes any bool, though its overloads name only True and False.
        return super().unsign(signed_value, None, return_timestamp)  # type: ignore[call-overload]


class Sessions(SecureCookieSessionInterface):
    """Flask's own sessions, without an age.

    A request without the cookie gets an empty session without deriving keys: respondents'
    submissions bring none, and come by the hundred.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        if self.get_cookie_name(app) not in request.cookies:
            return self.session_class()
        session = super().open_session(app, request)
        # A sign-in that an earlier start left in the browser went through the network in the open.
        if session and in_local_network(request.environ, app.config["NETWORK"]):
            session.pop("sign_in", None)
        return session

    def get_signing_serializer(self, app: Flask) -> URLSafeTimedSerializer | None:
        serializer = super().get_signing_serializer(app)
        if serializer is not None:
            serializer.signer = AgelessSigner
        return serializer


def hash_token(token: str) -> str:
    """The SHA-256 of a token. A plain hash keeps it secret, since it is 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


def begin_sign_in(token: str) -> None:
    """Puts a sign-in, which is used today, into this session."""
    session["sign_in"] = token
    session["used"] = _today()


def signed_in() -> Instructor | None:
    """The instructor of this session, if the server still knows the sign-in.

    It is read once a request, so one instructor acts throughout.
    """
    if "instructor" not in g:
        token = session["sign_in"] if session_is_open() else None
        g.instructor = store().instructors.signed_in(hash_token(token)) if token else None
        if g.instructor and session["used"] != _today():
            session["used"] = _today()
    known: Instructor | None = g.instructor
    return known


def current_instructor() -> Instructor:
    """The instructor who is signed in; raises SignInRequired if nobody is."""
    known = signed_in()
    if known is None:
        raise SignInRequired
    return known


def owner_name() -> str:
    """The signed-in instructor's name, by which their browser keeps unsaved forms; or ""."""
    known = signed_in()
    return known.name if known else ""


def session_is_open() -> bool:
    """Whether this browser has a session; the page's head then links to the surveys."""
    return "sign_in" in session and abs(_today() - session.get("used", 0)) <= UNUSED_DAYS


def _today() -> int:
    days: DayCount = current_app.extensions["day_count"]
    return days.today()
