"""The application factory: puts store, pages, security and settings together."""

from collections.abc import Iterator
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from flask import Flask
from flask.json.provider import DefaultJSONProvider
from flask_wtf import CSRFProtect

from survey import web
from survey.app.configuration import Config
from survey.app.folders import content_digest, folder
from survey.app.instance_folder import open_instance
from survey.app.instance_keys import instance_keys
from survey.app.template_words import register_template_words
from survey.store import Store
from survey.store.maintenance.open import open_rehearsals, open_replica
from survey.store.rehearsals import Rehearsals
from survey.store.replicas import Replica
from survey.web.accounts.access import register_access
from survey.web.accounts.refused_forms import register_refused_forms
from survey.web.accounts.refused_values import register_refused_values
from survey.web.http.audiences import Pages
from survey.web.http.compression import register_compression
from survey.web.http.errors import register_errors
from survey.web.http.extensions import App
from survey.web.http.networks import behind_proxies, register_local_network
from survey.web.http.security_headers import register_cross_origin, register_security
from survey.web.http.sessions import DayCount, Sessions, session_cookie
from survey.web.http.shared_pages import SharedPages
from survey.web.http.throttle import (
    code_throttle,
    reading_throttle,
    sign_in_throttle,
    token_throttle,
)
from survey.web.i18n.page_language import register_languages
from survey.web.operations.metrics import register_metrics
from survey.web.respondent import coin, respond
from survey.web.respondent.mended_addresses import register_mended_addresses
from survey.web.respondent.reachability import ReachedCodes
from survey.web.running.holder_comparisons import HolderComparisons
from survey.web.running.rehearsed_pages import register_rehearsed_pages
from survey.wire.submission import Submissions

# Bytes of any request. 50 questions of 300 characters, with 20 options of 50 each,
# are 65,000 characters of up to 12 bytes each in a form; a response may have only 6,144 bytes.
LARGEST_BODY = 1024 * 1024


def create_app(config: Config, store: Store | None = None) -> Flask:
    """The WSGI app, on this store or on the instance's own, which it opens and checks.

    Raises StoreUnavailable if the store cannot be opened, and ConfigError if it belongs to other
    keys than the instance folder's.
    """
    store = store or open_instance(config)
    keys = instance_keys(config.data, store)
    static = folder("static")
    app = App(
        "survey",
        template_folder=folder("templates"),
        static_folder=static,
        static_url_path=f"/static/{content_digest(static)}",
    )
    app.config.update(_settings(config, keys.secret))
    app.session_interface = Sessions()
    app.extensions["day_count"] = DayCount()
    assert isinstance(app.json, DefaultJSONProvider)
    app.json.sort_keys = False
    app.extensions["store"] = store
    app.extensions["holder_comparisons"] = HolderComparisons(config.data)
    app.extensions["signing_key"] = keys.signing_key
    app.extensions["rehearsals"] = Rehearsals(partial(open_rehearsals, config.place))
    if config.replica_url:
        app.extensions["replica"] = Replica(partial(open_replica, config.replica_url))
    app.extensions["submissions"] = Submissions(
        keys.secret, keys.signing_key, token_throttle().attempt
    )
    app.extensions["shared_pages"] = SharedPages()
    app.extensions["sign_in_throttle"] = sign_in_throttle()
    app.extensions["code_throttle"] = code_throttle()
    app.extensions["reading_throttle"] = reading_throttle()
    app.extensions["reached"] = ReachedCodes(config.public_url)
    # Flask's documentation wraps this method in the same way.
    app.wsgi_app = behind_proxies(  # type: ignore[method-assign, assignment]
        app.wsgi_app, config.proxies
    )
    register_local_network(app)  # first, so that nothing else looks at what it refuses
    csrf = CSRFProtect(app)
    # They read no cookie and use no sign-in, and a browser that blocks cookies would send
    # back no token of a session: coin mode is the way for those that block storage too.
    csrf.exempt(respond.responses)
    csrf.exempt(respond.token)
    csrf.exempt(coin.page)
    register_languages(app)
    register_errors(app)
    register_metrics(app)
    register_security(app)
    register_mended_addresses(app)
    register_cross_origin(app)
    register_compression(app)
    register_template_words(app)
    register_refused_forms(app)
    register_refused_values(app)
    register_access(app)
    for blueprint in found_pages():
        app.register_blueprint(blueprint)
    register_rehearsed_pages(app)
    return app


def found_pages() -> Iterator[Pages]:
    """The blueprint `bp` of every module of survey/web that has one."""
    for found in walk_packages(web.__path__, f"{web.__name__}."):
        if isinstance(bp := getattr(import_module(found.name), "bp", None), Pages):
            yield bp


def _settings(config: Config, secret: str) -> dict[str, Any]:
    """The settings that Flask, its extensions and our own modules read from the app's config."""
    return {
        "SECRET_KEY": secret,
        "SESSION_COOKIE_NAME": session_cookie(secret),
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": config.https,
        "MAX_CONTENT_LENGTH": LARGEST_BODY,
        "MAX_FORM_MEMORY_SIZE": LARGEST_BODY,
        "WTF_CSRF_TIME_LIMIT": None,  # a form left open over lunch is still good
        "PUBLIC_URL": config.public_url,
        "TRUSTED_HOST_NAMES": config.host_names,
        "PROXIES": config.proxies,
        "METRICS_TOKEN": config.metrics_token,
        "NETWORK": config.network,
        "LAN_COMMAND": config.lan_command,
        "CLIENT_AT": config.client_at,
    }
