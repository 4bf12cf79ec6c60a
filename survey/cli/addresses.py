"""Where this machine's server is found in its network."""

import socket

DEFAULT_PORT = 8000
EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - compared with, not bound to


def reachable(host: str) -> str:
    """This machine's address in its network, when listening everywhere."""
    if host not in EVERYWHERE:
        return f"[{host}]" if ":" in host else host
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Connecting a datagram socket sends nothing; it only chooses a route.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return probe.getsockname()[0]
