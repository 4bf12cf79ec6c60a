"""What the app hands to the views."""

from flask import current_app

from survey.store import Store
from survey.web.http.instrument_cache import PublishedInstruments
from survey.web.http.throttle import Throttle


def store() -> Store:
    """The store of the running app."""
    return current_app.extensions["store"]


def published_instruments() -> PublishedInstruments:
    """The published instruments that the running app has met."""
    return current_app.extensions["published_instruments"]


def sign_in_throttle() -> Throttle:
    """The throttle of wrong passwords of the running app."""
    return current_app.extensions["sign_in_throttle"]


def token_throttle() -> Throttle:
    """The throttle of wrong participation tokens of the running app."""
    return current_app.extensions["token_throttle"]


def code_throttle() -> Throttle:
    """The throttle of wrong codes, as they are typed, of the running app."""
    return current_app.extensions["code_throttle"]
