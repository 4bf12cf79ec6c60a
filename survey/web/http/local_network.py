"""What answers at the second address of `survey serve --lan`: respondents' and public pages.

The local network is plain http, so password, session and pages of instructors stay on this machine.
The socket that took a request decides, which no header can choose.
"""

from collections.abc import Mapping
from typing import Any

from flask import Flask, current_app, request

from survey.errors import OnThisMachineOnly
from survey.web.http.audiences import Audience, audience_of

HERE = "127.0.0.1"  # where instructors work while the app is in the local network, too

# The key in a request's environment for the address of the socket that took it.
LISTENER = "deniable.listener"

ANSWERED = {Audience.RESPONDENT, Audience.PUBLIC}


def register_local_network(app: Flask) -> None:
    """Refuses, in the local network, what is not for respondents."""
    app.before_request(_check_audience)


def in_local_network(environ: Mapping[str, Any], network: str | None) -> bool:
    """Whether a request came to another socket than this machine's own, or to an unknown one."""
    return network is not None and environ.get(LISTENER) != HERE


def _check_audience() -> None:
    if (
        in_local_network(request.environ, current_app.config["NETWORK"])
        and audience_of(request.endpoint) not in ANSWERED
    ):
        raise OnThisMachineOnly
