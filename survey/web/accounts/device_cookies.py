"""Remembers browsers that have signed in, so that others' guesses do not lock their owners out."""

import hmac
import secrets

from flask import current_app, request, url_for
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.wrappers import Response

from survey.web.http.extensions import secret_key

COOKIE_SECONDS = 365 * 24 * 3600
STRANGERS = 4096  # counters that all unknown browsers share, to limit memory


def device_cookie() -> str:
    """The name of this instance's cookie."""
    return f"{current_app.config['SESSION_COOKIE_NAME']}_device"


def guesser(name: str) -> str:
    """The key under which an attempt to sign in as `name` from this browser is counted.

    A browser that has signed in as `name` counts by itself; all others count
    together, whether or not there is such an instructor. Names share a few
    thousand counters, by a keyed hash, so that trying many names neither fills
    the memory nor pushes another name's count out of it.
    """
    owner, device = _device()
    if device and owner == name:
        return f"device {device}"
    digest = hmac.digest(secret_key().encode(), name.encode(), "sha256")
    return f"stranger {int.from_bytes(digest) % STRANGERS}"


def remember_device(response: Response, name: str) -> None:
    """Marks this browser as one that has signed in as `name`, unless it is marked already."""
    if _device()[0] != name:
        response.set_cookie(
            device_cookie(),
            _signed().dumps([name, secrets.token_urlsafe(16)]),
            max_age=COOKIE_SECONDS,
            path=url_for("account.sign_in"),
            httponly=True,
            samesite="Lax",
            secure=current_app.config["SESSION_COOKIE_SECURE"],
        )


def _device() -> tuple[str | None, str | None]:
    """The name as which this browser has signed in, and its device id, from the signed cookie."""
    try:
        name, device = _signed().loads(request.cookies.get(device_cookie(), ""))
    except BadSignature:
        return None, None
    return name, device


def _signed() -> URLSafeSerializer:
    return URLSafeSerializer(secret_key(), salt="device of an account")
