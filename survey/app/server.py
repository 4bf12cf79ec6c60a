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
from survey.errors import ConfigError
from survey.systems import allow_open_files, ask_for_short_turns, most_open_files
from survey.web.respondent.lan_address import LanAddress

# Pages wait for the database, not for the processor, so more threads than cores help.
THREADS = 16

# A phone keeps up to six connections open, and an attacker keeps more. They cost a few kB each.
# Beyond this number the next one waits until one that is silent is cut: several seconds.
CONNECTIONS = 16_384
OTHER_FILES = 1024  # of the database, its readers, and downloads
OPEN_FILES = CONNECTIONS + OTHER_FILES
LEAST_OPEN_FILES = 64  # with fewer, the server itself does not start
HEAD_SECONDS = 10  # for the head of a request, and between two requests


def check_open_files() -> None:
    """Raises ConfigError if this process may open too few files to run at all."""
    limit = most_open_files()
    if limit is not None and limit < LEAST_OPEN_FILES:
        raise ConfigError(
            f"Only {limit} files may be open at once, and the app needs {LEAST_OPEN_FILES} to "
            f"start. Raise the limit: LimitNOFILE={OPEN_FILES} in a systemd unit, or ulimit -n."
        )


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


def with_network(served: CompleteRequests, address: LanAddress, log_format: str) -> WithNetwork:
    """The server, which answers at the local network's address, too."""

    def listening(host: str) -> Server:
        return Server(served, backlog=1024, **_settings(host, address.port, log_format))

    return WithNetwork(served, address, listening)


def most_connections() -> int:
    """How many are taken: CONNECTIONS, or fewer if the system allows fewer open files."""
    files = most_open_files()
    return CONNECTIONS if files is None else min(CONNECTIONS, max(files - OTHER_FILES, files // 2))


def _settings(host: str, port: int, log_format: str) -> dict[str, Any]:
    return {
        "address": host,
        "port": port,
        "interface": Interfaces.RSGI,
        "http": HTTPModes.http1,  # what browsers and proxies speak where there is no TLS
        "http1_settings": HTTP1Settings(header_read_timeout=HEAD_SECONDS * 1000),
        "backpressure": most_connections(),
        "log_access": False,  # no address, agent or time of a respondent is written anywhere
        "log_level": LogLevels.error,
        "log_dictconfig": logging_config(log_format),
        "websockets": False,
    }
