"""How Granian runs the app: no log of requests, nothing kept waiting for long."""

import os
import resource
from contextlib import suppress
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

# Pages wait for the database, not for the processor, so more threads than cores help.
THREADS = 16

# A phone keeps up to six connections open, and whoever means ill keeps more. They cost a few
# kB each; only beyond this number does the next one wait.
CONNECTIONS = 8192
OPEN_FILES = CONNECTIONS + 1024  # beside them the database, its readers, and downloads
HEAD_SECONDS = 10  # for the head of a request, and between two requests


def make_server(
    host: str, port: int, workers: int, log_format: str = "text"
) -> AbstractServer[Any]:
    """The server, to be started by its method `serve`."""
    _allow_files(OPEN_FILES)
    _let_threads_finish()
    return Granian(
        "survey.app.rsgi:CompleteRequests",
        workers=workers,
        respawn_failed_workers=True,
        **_settings(host, port, log_format),
    )


def with_network(served: CompleteRequests, host: str, port: int, log_format: str) -> WithNetwork:
    """What answers at this address, too: that of the local network."""
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


def _let_threads_finish() -> None:
    """Lets no thread of the server push another from the processor when it wakes (sched(7)).

    A response goes through four of them, each of which wakes the next: where that one did not
    wait until the processor was free, a tenth of the durable rate went into changing over.
    """
    with suppress(AttributeError, OSError):  # not on Linux, or a container forbids it
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def _allow_files(files: int) -> None:
    """Raises this process's limit of open files so far, or as far as it may."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
