"""The routes that scripts of any origin may ask, as the client does from a file or another host.

They read no cookie, and with this header a browser gives a script no answer to a request with
cookies (Fetch Standard, "CORS protocol and credentials"). So a foreign page learns and sends only
what any program could, and nothing in its reader's name.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Response, current_app, request

ANY_ORIGIN = ("Access-Control-Allow-Origin", "*")
# Of others than a few, a script of another origin reads those only that are named.
WAIT_READ = ("Access-Control-Expose-Headers", "Retry-After")
PREFLIGHT_SECONDS = 7200  # the longest that Chromium remembers

View = TypeVar("View", bound=Callable[..., Any])

_open: set[Callable[..., Any]] = set()


def any_origin(view: View) -> View:
    """Marks a view as one that scripts of any origin may ask."""
    _open.add(view)
    return view


def for_any_origin(*, waits: bool) -> tuple[tuple[str, str], ...]:
    """What is added to an answer, which may say how long to wait."""
    return (ANY_ORIGIN, WAIT_READ) if waits else (ANY_ORIGIN,)


def register_cross_origin(app: Flask) -> None:
    """Adds the header to every answer of those views, refusals included."""
    app.after_request(_set_headers)


def _set_headers(response: Response) -> Response:
    rule = request.url_rule
    if rule and current_app.view_functions[rule.endpoint] in _open:
        response.headers.update(for_any_origin(waits="Retry-After" in response.headers))
        if request.method == "OPTIONS":
            if "Allow" in response.headers:  # a refusal of the Host has none
                response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"]
            response.headers["Access-Control-Allow-Headers"] = "Content-Type"
            response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
    return response
