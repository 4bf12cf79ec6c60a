"""What differs between Linux, macOS and Windows; nothing else asks which of them this is."""

import os
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

if sys.platform != "win32":
    import fcntl
    import resource

# A tenth of a busy program's share: with the lowest priority a busy laptop would never get to it.
BACKGROUND_PRIORITY = 10

# What is said where a file's mode tells nothing of other accounts; None where it is checked.
NOT_CHECKED: str | None = None
if sys.platform == "win32":
    NOT_CHECKED = (
        "Windows does not tell by a file's mode which accounts can open it, so that is not "
        "checked: keep the folder inside your own user profile."
    )

# Whether several processes may answer at one port; Granian quietly starts one on Windows.
SEVERAL_WORKERS: bool = sys.platform != "win32"


def open_to_others(path: Path) -> bool:
    """Whether other accounts can read or change it; False where that is NOT_CHECKED."""
    return _grants(path, 0o077)


def changeable_by_others(path: Path) -> bool:
    """Whether other accounts can change it; False where that is NOT_CHECKED."""
    return _grants(path, 0o022)


def _grants(path: Path, permissions: int) -> bool:
    return NOT_CHECKED is None and bool(path.stat().st_mode & permissions)


def flush(descriptor: int) -> None:
    """Returns when an open file's content is on the disk; on Windows it is open for writing.

    On macOS fsync leaves the content in the disk's own memory, which a power cut empties.
    """
    if sys.platform == "darwin":
        try:
            fcntl.fcntl(descriptor, fcntl.F_FULLFSYNC)
        except OSError:
            pass  # a file system, such as a network's, that knows no F_FULLFSYNC
        else:
            return
    os.fsync(descriptor)


def flush_names(folder: Path) -> None:
    """Returns when the folder's list of names is on the disk.

    Windows gives nobody a folder to flush: there a power cut can undo the last names given.
    """
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        flush(descriptor)
    finally:
        os.close(descriptor)


def most_open_files() -> int | None:
    """How many files this process may have open at once; None if there is no limit."""
    if sys.platform != "win32":  # where connections are no files
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if limit != resource.RLIM_INFINITY:
            return limit
    return None


def allow_open_files(files: int) -> None:
    """Raises this process's limit of open files so far, or as far as it may."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def take_free_port_only(probe: socket.socket) -> None:
    """Lets a socket be bound where nobody listens, and only there.

    On Windows SO_REUSEADDR would let it take a port that another program listens at.
    """
    if sys.platform == "win32":
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def start_in_background(
    command: Sequence[str], environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    """Starts a process that waits for all others, and is written to and read by pipes."""
    if sys.platform == "win32":
        return subprocess.Popen(  # noqa: S603 - the caller's own program
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=environment,
            creationflags=subprocess.BELOW_NORMAL_PRIORITY_CLASS,
        )
    process = subprocess.Popen(  # noqa: S603 - the caller's own program
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    os.setpriority(os.PRIO_PROCESS, process.pid, BACKGROUND_PRIORITY)
    return process


def resident_memory() -> int | None:
    """This process's bytes in memory (proc(5)); None where the system does not say."""
    if sys.platform != "linux":
        return None
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
