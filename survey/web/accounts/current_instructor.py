"""The instructor of the session that a request belongs to."""

import hashlib

from flask import g, session

from survey.errors import SignInRequired
from survey.store import Instructor
from survey.web.http.extensions import store


def hash_token(token: str) -> str:
    """The SHA-256 of a token. A plain hash keeps it secret, since it is 256 random bits."""
    return hashlib.sha256(token.encode()).hexdigest()


def signed_in() -> Instructor | None:
    """The instructor of this session, if the server still knows the sign-in.

    It is read once a request, so that the whole request acts as the same instructor.
    """
    if "instructor" not in g:
        token = session.get("sign_in")
        g.instructor = store().instructors.signed_in(hash_token(token)) if token else None
    known: Instructor | None = g.instructor
    return known


def current_instructor() -> Instructor:
    """The instructor who is signed in; raises SignInRequired if nobody is."""
    known = signed_in()
    if known is None:
        raise SignInRequired
    return known


def owner_name() -> str:
    """The name of who is signed in, under which their browser keeps what is not saved, or ""."""
    known = signed_in()
    return known.name if known else ""


def session_is_open() -> bool:
    """Whether this browser holds a session, which decides what the page's head offers."""
    return "sign_in" in session
