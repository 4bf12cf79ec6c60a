"""The network that a request comes from, and the pages that are answered there.

At the second address of `survey serve --lan` only respondents' and public pages answer: the local
network is plain http, so password, session and pages of instructors stay on this machine. The
socket that took a request decides, which no header can choose.
"""

from collections.abc import Mapping
from typing import Any
from wsgiref.types import WSGIApplication

from flask import Flask, current_app, request
from werkzeug.middleware.proxy_fix import ProxyFix

from survey.errors import OnThisMachineOnly
from survey.web.http.audiences import Audience, audience_of
from survey.web.http.security_headers import in_local_network

LOCAL_HOSTS = ("localhost", "127.", "[::1]")


def network() -> str | None:
    """The sender's address, behind proxies as they state it; None if they state none.

    It is never a proxy's own address, since a throttle would then stop everybody.
    """
    return network_of(request.environ)


def network_of(environ: Mapping[str, Any]) -> str | None:
    """`network` for a WSGI environment that has passed `behind_proxies`."""
    address: str | None = environ.get("REMOTE_ADDR")
    behind = environ.get("werkzeug.proxy_fix.orig")
    return None if behind and behind["REMOTE_ADDR"] == address else address


def only_here() -> bool:
    """Whether this browser opened the app at an address that other devices cannot reach."""
    return request.host.startswith(LOCAL_HOSTS) and not current_app.config["PUBLIC_URL"]


def behind_proxies(app: WSGIApplication, proxies: int) -> WSGIApplication:
    """Wraps the app so that it trusts the headers of this many proxies in front."""
    return ProxyFix(app, x_for=proxies, x_proto=proxies, x_host=proxies) if proxies else app


ANSWERED = {Audience.RESPONDENT, Audience.PUBLIC}


def register_local_network(app: Flask) -> None:
    """Refuses, in the local network, pages that are not for respondents or public."""
    if app.config["NETWORK"]:
        app.before_request(_check_audience)


def _check_audience() -> None:
    if (
        in_local_network(request.environ, current_app.config["NETWORK"])
        and audience_of(request.endpoint) not in ANSWERED
    ):
        raise OnThisMachineOnly
