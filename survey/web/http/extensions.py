"""The running app's objects, such as its store, for the views."""

from pathlib import Path
from typing import Any

from flask import Flask, current_app, g, has_request_context, request
from flask.typing import ResponseReturnValue

from survey.store import Store
from survey.store.rehearsals import Rehearsals
from survey.web.http.audiences import may_lag
from survey.web.http.shared_pages import SharedPages
from survey.web.http.throttle import Throttle
from survey.wire.keys import SigningKey
from survey.wire.submission import Submissions

# The key in a request's environment for an error that refuses it before any page sees it.
REFUSED = "deniable.refused"
REHEARSAL = "rehearsal."  # begins the endpoints of pages that show a rehearsal


def live_store() -> Store:
    """The store of the running app, also on the pages of a rehearsal."""
    found: Store = current_app.extensions["store"]
    return found


def rehearsals() -> Rehearsals:
    """The rehearsals of the running app."""
    found: Rehearsals = current_app.extensions["rehearsals"]
    return found


def rehearsing() -> bool:
    """Whether the requested page shows a rehearsal."""
    return has_request_context() and (request.endpoint or "").startswith(REHEARSAL)


class App(Flask):
    """Links pages of a rehearsal to each other, and answers a refused request without its view."""

    def url_for(self, endpoint: str, **values: Any) -> str:
        rehearsed = REHEARSAL + endpoint
        found = rehearsing() and rehearsed in self.view_functions
        return super().url_for(rehearsed if found else endpoint, **values)

    def preprocess_request(self) -> ResponseReturnValue | None:
        if error := request.environ.get(REFUSED):
            raise error
        return super().preprocess_request()


def live_dashboard(code: str) -> str:
    """The address of a survey's own page, also from a rehearsal's page."""
    return Flask.url_for(current_app, "dashboard.page", code=code)


def store() -> Store:
    """The store of the running app; on a page of a rehearsal, with its surveys and responses.

    On a page of public results it has the responses of a replica, if there is one.
    """
    live = live_store()
    if rehearsing() and (found := rehearsals().existing()):
        return Store(found.surveys, found.responses, live.instructors, found.maintenance)
    return _beside_replica(live)


def _beside_replica(live: Store) -> Store:
    """The store with the replica's responses, chosen once per request, so no page mixes both."""
    replica = current_app.extensions.get("replica")
    if replica is None or not has_request_context() or not may_lag(request.endpoint):
        return live
    if "store" not in g:
        g.store = replica.beside(live, (request.view_args or {}).get("code", ""))
    found: Store = g.store
    return found


def shared_pages() -> SharedPages:
    """The running app's pages for readers without a session."""
    found: SharedPages = current_app.extensions["shared_pages"]
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


def reading_throttle() -> Throttle:
    """The running app's throttle of pages that are rendered for readers who share them."""
    found: Throttle = current_app.extensions["reading_throttle"]
    return found


def secret_key() -> str:
    """This installation's key, with which the running app signs."""
    found: str = current_app.config["SECRET_KEY"]
    return found


def signing_key() -> SigningKey:
    """This installation's key, which signs acknowledgements and statements of results."""
    found: SigningKey = current_app.extensions["signing_key"]
    return found


def static_folder(app: Flask) -> Path:
    """The folder of the app's static files."""
    assert app.static_folder is not None
    return Path(app.static_folder)
