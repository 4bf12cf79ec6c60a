"""Compresses pages that hold nobody's secret, for a crowded Wi-Fi.

A page may hold a CSRF token beside what was typed, and compressing both together would let the
sizes tell about the token (BREACH). A page that neither brings nor sets a cookie holds none.
"""

import gzip
from collections.abc import Mapping
from typing import Any

from werkzeug.http import parse_accept_header

from survey.app.wsgi import WholeAnswer


def compressed(asked: Mapping[str, Any], answer: WholeAnswer) -> WholeAnswer:
    """The answer to a WSGI environment, gzipped if it is such a page and the browser takes it."""
    status, headers, body = answer
    given = dict(headers)
    if (
        status == 200
        and asked["REQUEST_METHOD"] == "GET"
        and given.get("content-type", "").startswith("text/html")
        and "HTTP_COOKIE" not in asked
        and not given.keys() & {"set-cookie", "content-encoding"}
        and parse_accept_header(asked.get("HTTP_ACCEPT_ENCODING"))["gzip"]
    ):
        body = gzip.compress(body, mtime=0)
        given |= {"content-encoding": "gzip", "content-length": str(len(body))}
        given["vary"] = ", ".join(filter(None, (given.get("vary"), "Accept-Encoding")))
        headers = [*given.items()]
    return status, headers, body
