"""Every route of the app, read from its own map, so that a new one cannot be forgotten."""

from dataclasses import dataclass

from flask import Flask

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

# All that anyone may ask for. Every other route is the instructor's.
PUBLIC = {
    "static",
    "join.index",
    "join.join",
    "join.how",
    "openapi.description",
    "respond.page",
    "respond.slashed",
    "respond.instrument",
    "respond.responses",
    "coin.page",
    "results.page",
    "results.document",
    "results.picture",
    "reports.page",
    "reports.reports_table",
    "reports.everything",
    "reports.workbook_file",
    "reports.reports_parquet",
    "reports.codebook_table",
    "reports.codebook",
    "ledger.page",
    "lab.index",
    "lab.teaching",
    "lab.page",
    "documentation.index",
    "documentation.page",
    "health.alive",
    "health.ready",
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


def routes(app: Flask) -> list[Route]:
    """Each method of each rule. A rule with an unknown argument is a KeyError: add it above."""
    found = []
    with app.test_request_context():
        for rule in app.url_map.iter_rules():
            arguments = {name: ARGUMENTS[name] for name in rule.arguments}
            path = app.url_for(rule.endpoint, **arguments)
            found += [Route(rule.endpoint, method, path) for method in sorted(rule.methods)]
    return found
