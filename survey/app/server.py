"""How Granian runs the app: it logs no request, and limits how long connections wait."""

from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels
from granian.server.common import AbstractServer
from granian.server.embed import Server

from survey.app.logs import logging_config
from survey.app.network_listener import WithNetwork
from survey.app.rsgi import CompleteRequests
from survey.systems import allow_open_files, ask_for_short_turns

# Pages wait for the database, not for the processor, so more threads than cores help.
THREADS = 16

# A phone keeps up to six connections open, and an attacker keeps more. They cost a few
# kB each; only beyond this number does the next one wait.
CONNECTIONS = 8192
OPEN_FILES = CONNECTIONS + 1024  # the rest is for the database, its readers, and downloads
HEAD_SECONDS = 10  # for the head of a request, and between two requests


def make_server(
    host: str, port: int, workers: int, log_format: str = "text"
) -> AbstractServer[Any]:
    """The server, to be started by its method `serve`."""
    allow_open_files(OPEN_FILES)
    ask_for_short_turns()
    return Granian(
        "survey.app.rsgi:CompleteRequests",
        workers=workers,
        respawn_failed_workers=True,
        **_settings(host, port, log_format),
    )


def with_network(served: CompleteRequests, host: str, port: int, log_format: str) -> WithNetwork:
    """The server, which answers at the local network's address, too."""
    return WithNetwork(served, Server(served, backlog=1024, **_settings(host, port, log_format)))


def _settings(host: str, port: int, log_format: str) -> dict[str, Any]:
    return {
        "address": host,
        "port": port,
        "interface": Interfaces.RSGI,
        "http": HTTPModes.http1,  # what browsers and proxies speak where there is no TLS
        "http1_settings": HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000),
        "backpressure": CONNECTIONS,
        "log_access": False,  # no address, agent or time of a respondent is written anywhere
        "log_level": LogLevels.error,
        "log_dictconfig": logging_config(log_format),
        "websockets": False,
    }
