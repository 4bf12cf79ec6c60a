"""The network that a request comes from, as far as this app can know."""

from collections.abc import Mapping
from typing import Any
from wsgiref.types import WSGIApplication

from flask import request
from werkzeug.middleware.proxy_fix import ProxyFix


def network() -> str | None:
    """The asker's address, behind proxies as they state it; None if they state none.

    A proxy's own address, which all requests then have, would make one culprit of everybody.
    """
    return network_of(request.environ)


def network_of(environ: Mapping[str, Any]) -> str | None:
    """The same for a WSGI environment that has passed `behind_proxies`."""
    address: str | None = environ.get("REMOTE_ADDR")
    behind = environ.get("werkzeug.proxy_fix.orig")
    return None if behind and behind["REMOTE_ADDR"] == address else address


def behind_proxies(app: WSGIApplication, proxies: int) -> WSGIApplication:
    """Wraps the app so that it believes what this many proxies in front say of each request."""
    return ProxyFix(app, x_for=proxies, x_proto=proxies, x_host=proxies) if proxies else app
