"""The addresses at which this machine's server listens, and at which others reach it."""

import socket

from survey.errors import ConfigError

DEFAULT_PORT = 8000
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - compared with, not bound to


def reachable(host: str) -> str:
    """The host in this server's URL: its address in its network, if it listens everywhere."""
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only chooses a route.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def check_port(host: str, port: int) -> None:
    """Raises ConfigError if nothing can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise ConfigError(
                f"Cannot listen at {host}, port {port}: {error.strerror}. "
                "Choose another with --port or --host."
            ) from error
