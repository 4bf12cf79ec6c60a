"""/openapi.json: describes every route that programs use, as OpenAPI 3.1.

tests/unit/web/operations/test_openapi.py fails if a JSON route is not described here.
"""

from http import HTTPStatus
from typing import Any

from flask import current_app
from flask.typing import ResponseReturnValue

import survey
from survey.core.responses.response import LARGEST_RESPONSE
from survey.core.results.results import CONFIDENCES
from survey.exports.catalog import EXPORTS
from survey.web.http.audiences import Audience, Pages
from survey.web.operations.openapi_schemas import PARAMETERS, SCHEMAS
from survey.web.results.published import percent_of
from survey.wire.problems import PROBLEM_TYPE

bp = Pages("openapi", audience=Audience.MACHINE)

SESSION = "session"  # how an instructor signs in
READING = (403, 404, 422)

# By endpoint: its purpose, its response's schema, its query, and its refusals. An endpoint that
# needs a sign-in refuses without one: 401, or for browsers a redirect to sign in.
OPERATIONS: dict[str, dict[str, Any]] = {
    "openapi.description": {"summary": "This description", "answer": "Anything"},
    "health.alive": {"summary": "Whether the process answers", "answer": "Health"},
    "health.ready": {
        "summary": "Whether a response could be stored; else 503",
        "answer": "Health",
    },
    "respond.instrument": {
        "summary": "The questionnaire as canonical JSON: its SHA-256 is the digest",
        "answer": "Instrument",
        "refusals": (404,),
    },
    "respond.state": {
        "summary": "Whether it is open, takes a token and has public results, and when it closes",
        "answer": "State",
        "refusals": (404,),
    },
    "respond.responses": {
        "summary": f"Takes one response, of at most {LARGEST_RESPONSE} bytes; "
        "200 if this very one is stored already",
        "answer": "Stored",
        "statuses": (200, 201),
        "body": "Response",
        "refusals": (403, 404, 408, 409, 410, 413, 415, 422, 429),
    },
    "respond.token": {
        "summary": "Whether a token is one of this open survey's, and spent; nothing is stored",
        "answer": "TokenState",
        "body": "Token",
        "refusals": (404, 408, 410, 413, 415, 422, 429),
    },
    "results.document": {
        "summary": "The public estimates; while it is open, of the last step shown",
        "answer": "Results",
        "query": ("confidence", "together"),
        "refusals": READING,
    },
    "compose.previewed_instrument": {
        "summary": "The questionnaire of a draft, too, for the signed-in instructor's preview",
        "answer": "Instrument",
        "refusals": (401, 403, 404),
    },
    "compose.previewed_state": {
        "summary": "The state of a preview: open to whoever looks at it",
        "answer": "State",
        "refusals": (401, 403, 404),
    },
    "preregistration.file": {
        "summary": "What will be asked and told, signed, until somebody has answered",
        "answer": "PreRegistration",
        "refusals": (401, 403, 404, 409),
    },
    "relations.document": {
        "summary": "Two items beside each other, for the signed-in instructor",
        "answer": "Relation",
        "query": ("first", "second", "confidence"),
        "refusals": (401, *READING),
    },
    "pooled.document": {
        "summary": "Closed surveys of the same questions, together, for the signed-in instructor",
        "answer": "Pooled",
        "query": ("chosen", "group", "confidence"),
        "refusals": (401, *READING),
    },
}


for _each in EXPORTS:
    if _each.schema:
        _common: dict[str, Any] = {
            "summary": f"{_each.title}: {_each.sentence}",
            "answer": _each.schema,
            "query": ("confidence", "together") if _each.estimates else (),
        }
        _refusals = READING if _each.results else (404,)
        if _each.public:
            _when = {"summary": f"{_common['summary']}; once it is closed"} if _each.results else {}
            OPERATIONS[f"reports.{_each.format}"] = _common | _when | {"refusals": _refusals}
        if _each.own:
            OPERATIONS[f"dashboard.{_each.format}"] = _common | {"refusals": (401, *READING)}


@bp.get("/openapi.json")
def description() -> ResponseReturnValue:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Deniable",
            "version": survey.__version__,
            "license": {"name": "MIT", "identifier": "MIT"},
            "description": "Answers are randomized before they are sent: "
            "the wire carries reports, and nothing that says whether one is the answer. "
            "Errors are application/problem+json if the request accepts JSON.",
        },
        "paths": _paths(),
        "components": {
            "schemas": SCHEMAS,
            "securitySchemes": {
                SESSION: {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": current_app.config["SESSION_COOKIE_NAME"],
                    "description": "The cookie that a browser gets by signing in at /sign-in.",
                }
            },
            "parameters": PARAMETERS
            | {
                "confidence": {
                    "name": "confidence",
                    "in": "query",
                    "schema": {"enum": [percent_of(each) for each in CONFIDENCES]},
                }
            },
        },
    }


def _paths() -> dict[str, Any]:
    """All operations by their addresses, as the app routes them."""
    paths: dict[str, Any] = {}
    for rule in current_app.url_map.iter_rules():
        if rule.endpoint in OPERATIONS:
            method = "post" if "POST" in (rule.methods or ()) else "get"
            path = rule.rule.replace("<", "{").replace(">", "}")
            names = sorted(rule.arguments) + list(OPERATIONS[rule.endpoint].get("query", ()))
            paths[path] = {method: _operation(rule.endpoint, names)}
    return paths


def _operation(endpoint: str, parameters: list[str]) -> dict[str, Any]:
    told = OPERATIONS[endpoint]
    answers = {
        str(status): _content(HTTPStatus(status).phrase, "application/json", told["answer"])
        for status in told.get("statuses", (200,))
    }
    for status in (400, *told.get("refusals", ()), 503):
        answers[str(status)] = _content(HTTPStatus(status).phrase, PROBLEM_TYPE, "Problem")
    answers["503"]["headers"] = {"Retry-After": {"schema": {"type": "string", "pattern": "^\\d+$"}}}
    operation: dict[str, Any] = {
        # A function's name, which generators of programs make of it.
        "operationId": endpoint.replace(".", "_").replace("-", "_"),
        "summary": told["summary"],
        "responses": answers,
    }
    if 401 in told.get("refusals", ()):
        operation["security"] = [{SESSION: []}]
    if parameters:
        operation["parameters"] = [{"$ref": f"#/components/parameters/{n}"} for n in parameters]
    if "body" in told:
        body = _content("", "application/json", told["body"])
        operation["requestBody"] = {"required": True, "content": body["content"]}
    return operation


def _content(phrase: str, media_type: str, schema: str) -> dict[str, Any]:
    reference = {"$ref": f"#/components/schemas/{schema}"}
    return {"description": phrase, "content": {media_type: {"schema": reference}}}
