"""Installs Debian's packages for tests, if the account may do so."""

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

T = TypeVar("T")


def install(*packages: str) -> None:
    """Installs the packages if root has apt; otherwise the caller finds them missing.

    If several test processes call it, one installs and the others wait.
    """
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with one_at_a_time("apt"):
        for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
            subprocess.run(["apt-get", "--quiet", *command], capture_output=True, env=environment)


def found_or_installed(find: Callable[[], T | None], *packages: str) -> T:
    """The result of `find`; if it is None, these packages are installed first.

    Raises FileNotFoundError with advice if `find` still fails. If several test processes call it,
    one installs and the others wait.
    """
    with one_at_a_time(packages[0]):
        found = find()
        if found is None:
            install(*packages)
            found = find()
    if found is None:
        advice = f"The tests need {', '.join(packages)}: apt-get install {' '.join(packages)}"
        raise FileNotFoundError(advice)
    return found


@contextmanager
def one_at_a_time(name: str) -> Iterator[None]:
    """A lock that one of this account's processes holds at a time."""
    with open(os.path.join(tempfile.gettempdir(), f"{name}-{os.getuid()}.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
