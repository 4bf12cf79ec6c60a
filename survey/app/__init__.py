"""The application factory: puts store, pages, security and settings together."""

from functools import partial

from flask import Flask
from flask_babel import gettext
from flask_wtf import CSRFProtect
from werkzeug.middleware.proxy_fix import ProxyFix

from survey.app.config import Config
from survey.app.folders import content_digest
from survey.app.folders import folder
from survey.core import codes
from survey.core import demo as core_demo
from survey.core import reading
from survey.core.question_sentences import meaning
from survey.core.question_sentences import says_nothing_before
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
from survey.web import language_names
from survey.web import ledger
from survey.web import lifecycle
from survey.web import metrics
from survey.web import openapi
from survey.web import picture_files
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
from survey.web import wording
from survey.web.compression import register_compression
from survey.web.errors import register_errors
from survey.web.instruments import PublishedInstruments
from survey.web.interval_words import interval_name
from survey.web.languages import register_languages
from survey.web.metrics import register_metrics
from survey.web.refusals import untranslated
from survey.web.script_messages import messages
from survey.web.security import register_security
from survey.web.sessions import Sessions
from survey.web.throttle import sign_in_throttle
from survey.web.throttle import token_throttle
from survey.web.voice import VOICE

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
    app.config.update(
        SECRET_KEY=config.secret_key,
        SESSION_COOKIE_NAME="deniable",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_COOKIE_SECURE=config.https,
        MAX_CONTENT_LENGTH=LARGEST_BODY,
        MAX_FORM_MEMORY_SIZE=LARGEST_BODY,
        WTF_CSRF_TIME_LIMIT=None,  # a form left open over lunch is still good
        PUBLIC_URL=config.public_url,
        TRUSTED_HOST_NAMES=config.host_names,
        METRICS_TOKEN=config.metrics_token,
    )
    app.session_interface = Sessions()
    app.json.sort_keys = False
    app.extensions["store"] = store = store or open_store(config.place)
    app.extensions["published_instruments"] = PublishedInstruments(store)
    app.extensions["throttle"] = sign_in_throttle()
    app.extensions["token_throttle"] = token_throttle()
    if config.proxies:
        app.wsgi_app = ProxyFix(
            app.wsgi_app, x_for=0, x_proto=config.proxies, x_host=config.proxies
        )
    csrf = CSRFProtect(app)
    csrf.exempt(respond.responses)
    register_languages(app)
    register_errors(app)
    register_metrics(app)
    register_security(app)
    register_compression(app)
    for module in PAGES:
        app.register_blueprint(module.bp)
    app.jinja_env.filters.update(
        percent=wording.percent,
        exact_percent=wording.exact_percent,
        points=wording.points,
        truth_probability=wording.truth_probability,
        other_probability=wording.other_probability,
        odds_in_words=wording.odds_in_words,
        whole=wording.whole,
        decimal=wording.decimal,
        as_epsilon=wording.as_epsilon,
        labels=wording.labels,
        spaced_code=codes.spaced_code,
        mean=wording.mean,
        ends=partial(reading.ends_in_words, voice=VOICE),
        possible_ends=partial(reading.possible_ends_in_words, voice=VOICE),
        meaning=meaning,
        says_nothing=says_nothing_before,
        with_paint=picture_files.with_paint,
        seconds_left=closing.seconds_left,
        on_a_clock=closing.on_a_clock,
        language_name=language_names.language_name,
    )
    app.jinja_env.globals.update(
        interval_name=interval_name,
        language_choices=language_names.language_choices,
        messages=messages,
        # For what a variable holds: `_` takes a sentence of the template itself, as safe HTML.
        translated=gettext,
        untranslated=untranslated,
    )
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals.update(
        closing_minutes=closing.MINUTES, demo_truth=core_demo.truth_in_words()
    )
    app.jinja_env.tests["demo"] = core_demo.is_demo
    app.jinja_env.tests["inside_its_range"] = reading.is_inside_its_range
    app.context_processor(lambda: {"signed_in": account.session_is_open})
    return app
