"""From which network a request comes, as far as this app is told."""

from flask import request


def network() -> str | None:
    """The address, or what the proxies in front say instead; None if they say nothing.

    Their own address, which all requests then have, would make one culprit of everybody.
    """
    behind = request.environ.get("werkzeug.proxy_fix.orig")
    if behind and behind["REMOTE_ADDR"] == request.remote_addr:
        return None
    return request.remote_addr
