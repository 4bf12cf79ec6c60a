"""How long a test waits for another process: no test fails because its machine is busy."""

import time
from collections.abc import Callable

PATIENCE = 120  # seconds; a longer wait is a fault


def wait_until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)
