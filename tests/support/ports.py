"""Ports that a test may listen at."""

import socket


def unused_port() -> int:
    """A port of 127.0.0.1 that nobody listens at now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
