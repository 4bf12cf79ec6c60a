"""Installs Debian's packages for tests, as far as one may."""

import fcntl
import os
import shutil
import subprocess
import tempfile


def install(*packages: str) -> None:
    """Installs the packages where root has apt; elsewhere the caller finds them missing.

    Of several test processes one installs, and the others wait.
    """
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        return
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with open(os.path.join(tempfile.gettempdir(), f"apt-{os.getuid()}.lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for command in (["update"], ["install", "--yes", "--no-install-recommends", *packages]):
            subprocess.run(["apt-get", "--quiet", *command], capture_output=True, env=environment)
