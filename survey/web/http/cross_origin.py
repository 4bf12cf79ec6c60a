"""The routes that scripts of any origin may ask, as the client does from a file or another host.

They read no cookie, and a browser hands a script no answer that came to its cookies by this
header (Fetch Standard, "CORS protocol and credentials"). So a foreign page learns and sends what
any program could, and nothing in the name of whoever looks at it.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Response, current_app, request

ANY_ORIGIN = ("Access-Control-Allow-Origin", "*")
PREFLIGHT_SECONDS = 7200  # more than that, browsers do not remember

View = TypeVar("View", bound=Callable[..., Any])

_open: set[Callable[..., Any]] = set()


def any_origin(view: View) -> View:
    """Marks a view as one that scripts of any origin may ask."""
    _open.add(view)
    return view


def register_cross_origin(app: Flask) -> None:
    """Tells browsers so with every answer of those views, refusals included."""
    app.after_request(_set_headers)


def _set_headers(response: Response) -> Response:
    rule = request.url_rule
    if rule and current_app.view_functions[rule.endpoint] in _open:
        name, value = ANY_ORIGIN
        response.headers[name] = value
        if request.method == "OPTIONS":
            response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"]
            response.headers["Access-Control-Allow-Headers"] = "Content-Type"
            response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
    return response
