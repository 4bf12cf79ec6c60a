"""Every route of the app, from its own map, so that nobody can forget a new one."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from flask import Flask, current_app
from werkzeug.routing import Rule

from survey.app import found_pages
from survey.exports.catalog import EXPORTS
from survey.web.http.audiences import Audience, Pages, needs_sign_in
from survey.web.respondent.served_client_files import client_of

ARGUMENTS = {
    "code": "bcd234",
    "token": "x" * 43,
    "filename": "client/respond.js",
    "name": "q1",
    "prefix": "3f",
    "lesson": "attempts",
    "section": "tutorial",
    "page": "first-class",
    "tag": "de",
}

# The routes that anyone may ask for. Every other one is for instructors.
PUBLIC = {
    "static",
    "join.index",
    "join.join",
    "join.how",
    "openapi.description",
    "respond.page",
    "respond.slashed",
    "respond.instrument",
    "respond.state",
    "respond.responses",
    "respond.token",
    "client.file",
    "client.single_file",
    "coin.page",
    "results.page",
    "results.document",
    "results.card",
    "reports.page",
    "reports.statement",
    "reports.hashes",
    "replay.page",
    *(f"reports.{each.format}" for each in EXPORTS if each.public),
    "ledger.page",
    "lab.index",
    "teaching.plan",
    "teaching.slides",
    "teaching.notes",
    "lab.assignments",
    "lab.accusation",
    "lab.page",
    "documentation.index",
    "documentation.page",
    "documentation.picture",
    "documentation.search",
    "health.alive",
    "health.ready",
    "unasked_files.icon",
    "unasked_files.robots",
    "metrics.page",  # from this machine, as tests ask
    "account.sign_in",
    "account.use_link",
}


@dataclass(frozen=True)
class Route:
    """One method of one rule, with an address that matches it."""

    endpoint: str
    method: str
    path: str


def add_route(
    app: Flask, address: str, view: Callable[..., Any], audience: Audience = Audience.PUBLIC, **rule
) -> str:
    """Adds a route as any page does, by default open to all; returns its endpoint."""
    pages = Pages(view.__name__.strip("<>"), audience=audience)
    pages.add_url_rule(address, "page", view, **rule)
    app.register_blueprint(pages)
    return f"{pages.name}.page"


# Instructors' addresses that are no pages: what a script asks for, and a picture.
NO_PAGES = {"compose.previewed_state", "dashboard.card"}


def unlisted_pages(listed: Iterable[str], code: str) -> list[str]:
    """The addresses of instructors' pages, for the survey `code`, that no listed one matches."""
    app = Flask("survey")
    for blueprint in found_pages():
        app.register_blueprint(blueprint)
    addresses = app.url_map.bind("localhost")
    known = {addresses.match(path.partition("?")[0])[0] for path in listed} | NO_PAGES
    with app.app_context():
        return [
            addresses.build(
                rule.endpoint, {name: (ARGUMENTS | {"code": code})[name] for name in rule.arguments}
            )
            for rule in app.url_map.iter_rules()
            if "GET" in rule.methods and "." not in rule.rule and rule.endpoint not in known
            if needs_sign_in(rule.endpoint)
        ]


def routes(app: Flask) -> list[Route]:
    """Each method of each rule; raises KeyError for an argument that ARGUMENTS lacks."""
    found = []
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            path = app.url_for(rule.endpoint, **_arguments(rule))
            found += [Route(rule.endpoint, method, path) for method in sorted(rule.methods)]
    return found


def _arguments(rule: Rule) -> dict[str, str]:
    """The arguments in an address of this rule; a file of the client has its digest in its name."""
    if rule.endpoint == "client.file":
        return {"name": client_of(current_app).files["script"].address.rpartition("/")[2]}
    return {name: ARGUMENTS[name] for name in rule.arguments}
