"""Free ports for tests."""

import socket
import subprocess
import time

from patience import PATIENCE


def unused_port() -> int:
    """A port of 127.0.0.1 at which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_open(port: int, process: subprocess.Popen) -> None:
    """Returns once the process listens at this port of 127.0.0.1."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
            return
        except OSError:
            assert process.poll() is None, "the server has ended"
            assert time.monotonic() < deadline, "the server does not listen"
            time.sleep(0.05)
