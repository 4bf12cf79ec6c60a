"""Objects of the running app for its views."""

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
    """The running app's object that takes responses."""
    found: Submissions = current_app.extensions["submissions"]
    return found


def sign_in_throttle() -> Throttle:
    """The running app's throttle of wrong passwords."""
    found: Throttle = current_app.extensions["sign_in_throttle"]
    return found


def code_throttle() -> Throttle:
    """The running app's throttle of wrong survey codes that people type."""
    found: Throttle = current_app.extensions["code_throttle"]
    return found


def secret_key() -> str:
    """This installation's key, with which the running app signs."""
    found: str = current_app.config["SECRET_KEY"]
    return found


def static_folder(app: Flask) -> Path:
    """The folder of the app's static files."""
    assert app.static_folder is not None
    return Path(app.static_folder)
