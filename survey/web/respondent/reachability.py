"""Whether phones can reach a survey: another machine than this one has read its questionnaire.

This process's memory alone holds one fact for each survey, and no address. Each of several workers
knows only the requests that it answered itself.
"""

import ipaddress
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from flask import current_app

from survey.web.http.networks import network_of
from survey.web.http.security_headers import host_name, is_own_address


class ReachedCodes:
    """Codes of surveys that another machine has read, at the announced address if there is one."""

    def __init__(self, public_url: str | None):
        self.announce(public_url)

    def announce(self, public_url: str | None) -> None:
        """Forgets what was read at an earlier address."""
        self._announced = urlsplit(public_url).hostname if public_url else None
        self._codes: set[str] = set()

    def __contains__(self, code: str) -> bool:
        return code in self._codes

    def note(self, code: str, environ: Mapping[str, Any]) -> None:
        """Notes that the questionnaire was read, in a request that `environ` describes (WSGI)."""
        if (
            code not in self._codes
            and self._announced in {None, host_name(environ.get("HTTP_HOST", ""))}
            and from_another_machine(environ)
        ):
            self._codes.add(code)


def reached() -> ReachedCodes:
    """The running app's codes of surveys that another machine has read."""
    found: ReachedCodes = current_app.extensions["reached"]
    return found


def from_another_machine(environ: Mapping[str, Any]) -> bool:
    """Whether a request surely came from an address that this machine does not have."""
    address = (network_of(environ) or "").strip("[]")
    try:
        ipaddress.ip_address(address)
    except ValueError:
        return False
    return not is_own_address(address)
