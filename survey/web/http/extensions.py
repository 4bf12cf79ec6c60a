"""What the app hands to the views."""

from pathlib import Path

from flask import Flask, current_app

from survey.store import Store
from survey.web.http.throttle import Throttle
from survey.wire.submission import Submissions


def store() -> Store:
    """The store of the running app."""
    found: Store = current_app.extensions["store"]
    return found


def submissions() -> Submissions:
    """What takes responses in the running app."""
    found: Submissions = current_app.extensions["submissions"]
    return found


def sign_in_throttle() -> Throttle:
    """The throttle of wrong passwords of the running app."""
    found: Throttle = current_app.extensions["sign_in_throttle"]
    return found


def code_throttle() -> Throttle:
    """The throttle of wrong codes, as they are typed, of the running app."""
    found: Throttle = current_app.extensions["code_throttle"]
    return found


def secret_key() -> str:
    """The key of this installation, with which the running app signs."""
    found: str = current_app.config["SECRET_KEY"]
    return found


def static_folder(app: Flask) -> Path:
    """Where the app's static files lie."""
    assert app.static_folder is not None
    return Path(app.static_folder)
