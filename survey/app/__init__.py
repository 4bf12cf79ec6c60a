"""The application factory: puts store, pages, security and settings together."""

from typing import Any

from flask import Flask
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from survey.app.config import Config
from survey.app.folders import content_digest
from survey.app.folders import folder
from survey.app.template_words import register_template_words
from survey.store import Store
from survey.store import open_store
from survey.web import account
from survey.web import closing
from survey.web import coin
from survey.web import compose
from survey.web import dashboard
from survey.web import demo
from survey.web import documentation
from survey.web import health
from survey.web import imports
from survey.web import join
from survey.web import lab
from survey.web import ledger
from survey.web import lifecycle
from survey.web import metrics
from survey.web import openapi
from survey.web import planner
from survey.web import presenter
from survey.web import relations
from survey.web import report
from survey.web import reports
from survey.web import respond
from survey.web import results
from survey.web import settings
from survey.web import shortcuts
from survey.web import tokens
from survey.web import translations
from survey.web import what_if
from survey.web.compression import register_compression
from survey.web.errors import register_errors
from survey.web.instruments import PublishedInstruments
from survey.web.languages import register_languages
from survey.web.metrics import register_metrics
from survey.web.security import register_security
from survey.web.sessions import Sessions
from survey.web.throttle import code_throttle
from survey.web.throttle import sign_in_throttle
from survey.web.throttle import token_throttle

PAGES = (
    join,
    lab,
    documentation,
    respond,
    coin,
    results,
    reports,
    ledger,
    account,
    settings,
    shortcuts,
    planner,
    compose,
    imports,
    translations,
    lifecycle,
    closing,
    tokens,
    dashboard,
    demo,
    presenter,
    relations,
    what_if,
    report,
    openapi,
    health,
    metrics,
)

# Bytes of any request. 50 questions of 300 characters, with 20 options of 50 each,
# are 65,000 characters of up to 12 bytes each in a form; a response is held to 4,096 bytes.
LARGEST_BODY = 1024 * 1024


def create_app(config: Config, store: Store | None = None) -> Flask:
    """The WSGI app; raises StoreUnavailable if the database cannot be opened."""
    static = folder("static")
    app = Flask(
        "survey",
        template_folder=folder("templates"),
        static_folder=static,
        static_url_path=f"/static/{content_digest(static)}",
    )
    app.config.update(_settings(config))
    app.session_interface = Sessions()
    app.json.sort_keys = False
    app.extensions["store"] = store = store or open_store(config.place)
    app.extensions["published_instruments"] = PublishedInstruments(store)
    app.extensions["sign_in_throttle"] = sign_in_throttle()
    app.extensions["token_throttle"] = token_throttle()
    app.extensions["code_throttle"] = code_throttle()
    if config.proxies:
        app.wsgi_app = ProxyFix(
            app.wsgi_app, x_for=config.proxies, x_proto=config.proxies, x_host=config.proxies
        )
    csrf = CSRFProtect(app)
    csrf.exempt(respond.responses)
    register_languages(app)
    register_errors(app)
    register_metrics(app)
    register_security(app)
    register_compression(app)
    register_template_words(app)
    for module in PAGES:
        app.register_blueprint(module.bp)
    return app


def _settings(config: Config) -> dict[str, Any]:
    """What Flask, its extensions and our own modules read from the app's config."""
    return {
        "SECRET_KEY": config.secret_key,
        "SESSION_COOKIE_NAME": "deniable",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_SECURE": config.https,
        "MAX_CONTENT_LENGTH": LARGEST_BODY,
        "MAX_FORM_MEMORY_SIZE": LARGEST_BODY,
        "WTF_CSRF_TIME_LIMIT": None,  # a form left open over lunch is still good
        "PUBLIC_URL": config.public_url,
        "TRUSTED_HOST_NAMES": config.host_names,
        "METRICS_TOKEN": config.metrics_token,
    }
