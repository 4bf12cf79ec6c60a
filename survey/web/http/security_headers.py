"""The headers of every response, and the check of the Host name."""

import ipaddress
import re
import socket
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, TypeVar

from flask import Flask, Response, current_app, request

from survey.errors import HostUnknown

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)

HEADERS = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}


def headers_of_shell(sources: Mapping[str, str]) -> dict[str, str]:
    """The headers of the respondent's page, whose script and style `sources` allows by directive.

    Every file that it loads has its digest in the page, and a browser that knows the second header
    refuses any other script (W3C, Subresource Integrity).
    """
    policy = CONTENT_SECURITY_POLICY.replace("form-action 'self'", "form-action 'none'")
    policy = policy.replace("style-src 'self'", f"style-src {sources['style-src']}")
    policy = policy.replace("script-src 'self'", f"script-src 'self' {sources['script-src']}")
    return {
        "Content-Security-Policy": policy,
        "Referrer-Policy": "no-referrer",  # a chat may have put digest and token into the address
        "Integrity-Policy": "blocked-destinations=(script)",
    }


# For files, which load nothing: a shorter policy, since each first visit gets it six times.
FILE_POLICY = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")


def headers_of_single_file(policy: str) -> dict[str, str]:
    """The headers of the client as one file, with its own policy; no other page may frame it."""
    return {"Content-Security-Policy": f"{policy}; frame-ancestors 'none'"}


YEAR_SECONDS = 365 * 24 * 3600

# Only on encrypted connections: elsewhere browsers ignore them and warn in the console.
HTTPS_HEADERS = {
    "Strict-Transport-Security": f"max-age={YEAR_SECONDS}",
    "Cross-Origin-Opener-Policy": "same-origin",
}

NO_STORE = "no-store"
# For files: their addresses have the digest of their content.
KEPT_FOR_GOOD = f"public, max-age={YEAR_SECONDS}, immutable"

HERE = "127.0.0.1"  # instructors use this address while the app also listens in the local network

# The key in a request's environment for the address of the socket that took it.
LISTENER = "deniable.listener"

_HOST = re.compile(r"(?P<name>\[[0-9a-fA-F:.]+\]|[^:\[\]]*)(:\d{1,5})?", re.ASCII)


def register_security(app: Flask) -> None:
    """Checks the Host of every request and sets the headers of every response."""
    app.before_request(_check_host)
    app.after_request(_set_security_headers)
    app.config["KNOWN_HOSTS"] = frozenset(
        {"localhost", socket.gethostname().lower(), f"{socket.gethostname().lower()}.local"}
        | set(app.config["TRUSTED_HOST_NAMES"])
    )


def _check_host() -> None:
    """Refuses Host names and addresses of other machines, because links and QR codes contain them.

    Names of other sites may resolve to this machine (DNS rebinding). A class joins by the
    laptop's own address, which may be another one in the next room.
    """
    if not is_for_us(request.environ, current_app.config):
        raise HostUnknown


def is_for_us(environ: Mapping[str, Any], config: Mapping[str, Any]) -> bool:
    """Whether the Host header names this machine, by a known name or an address of its own.

    In the local network, only the one announced address is for us.
    """
    name = host_name(environ.get("HTTP_HOST", ""))
    network: str | None = config["NETWORK"]
    if in_local_network(environ, network):
        return name == network
    return name in config["KNOWN_HOSTS"] or is_own_address(name)


def in_local_network(environ: Mapping[str, Any], network: str | None) -> bool:
    """Whether a request came to another socket than this machine's own, or to an unknown one."""
    return network is not None and environ.get(LISTENER) != HERE


def host_name(host: str) -> str:
    """The name or address in a Host header, in lower case; empty if it is damaged."""
    match = _HOST.fullmatch(host)
    return match["name"].strip("[]").lower() if match else ""


def is_own_address(host: str) -> bool:
    """Whether this machine has the address; a socket can be bound to its own ones only."""
    try:
        return _bound(host)
    except (ValueError, OSError):
        return False


def has_address(host: str) -> bool:
    """`is_own_address` at this moment: a laptop changes its network."""
    try:
        return _bound.__wrapped__(host)
    except (ValueError, OSError):
        return False


def forget_own_addresses() -> None:
    """Lets `is_own_address` look anew, after this machine's addresses have changed."""
    _bound.cache_clear()


@lru_cache(maxsize=64)  # a machine has 16 million loopback addresses
def _bound(host: str) -> bool:
    """True; raises ValueError or OSError for any address that is not this machine's.

    Caches this machine's addresses, since each request asks, but no others: it may get those later.
    """
    address = ipaddress.ip_address(host)
    if address.is_unspecified or address.is_multicast:
        raise ValueError(host)
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.bind((host, 0))
    return True


def _set_security_headers(response: Response) -> Response:
    for name, value in headers_of_all(request.is_secure).items():
        response.headers.setdefault(name, value)
    if request.endpoint != "static":
        response.headers.setdefault("Cache-Control", NO_STORE)
    elif request.method in {"GET", "HEAD"} and response.status_code in {200, 206, 304}:
        response.headers["Cache-Control"] = KEPT_FOR_GOOD
    else:
        response.headers["Cache-Control"] = NO_STORE
    return response


def headers_of_all(secure: bool) -> Mapping[str, str]:
    """The headers of every response, where the connection is `secure` or not."""
    return HEADERS | HTTPS_HEADERS if secure else HEADERS


ANY_ORIGIN = ("Access-Control-Allow-Origin", "*")
# A script of another origin reads a few headers, and otherwise only those named here.
WAIT_READ = ("Access-Control-Expose-Headers", "Retry-After")
PREFLIGHT_SECONDS = 7200  # seconds, the longest time that Chromium stores it

View = TypeVar("View", bound=Callable[..., Any])

_open: set[Callable[..., Any]] = set()


def any_origin(view: View) -> View:
    """Marks a view, to which scripts of any origin may then send requests."""
    _open.add(view)
    return view


def for_any_origin(*, waits: bool) -> tuple[tuple[str, str], ...]:
    """The headers that let any origin read a reply; if it `waits`, its Retry-After, too."""
    return (ANY_ORIGIN, WAIT_READ) if waits else (ANY_ORIGIN,)


def register_cross_origin(app: Flask) -> None:
    """Adds the header to every reply of views that `any_origin` marks, also to refusals."""
    app.after_request(_set_headers)


def _set_headers(response: Response) -> Response:
    rule = request.url_rule
    if rule and current_app.view_functions[rule.endpoint] in _open:
        response.headers.update(for_any_origin(waits="Retry-After" in response.headers))
        if request.method == "OPTIONS":
            if "Allow" in response.headers:  # a request that is refused for its Host has no view
                response.headers["Access-Control-Allow-Methods"] = response.headers["Allow"]
            response.headers["Access-Control-Allow-Headers"] = "Content-Type"
            response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_SECONDS)
    return response
