"""The differences between Linux, macOS and Windows; no other module asks for the system."""

import ctypes
import errno
import os
import platform
import re
import socket
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl
    import resource

# Gives a tenth of a busy program's share: at the lowest priority a busy laptop would never run it.
BACKGROUND_PRIORITY = 10

# sched_setattr(2), which Python lacks, by the name that uname(2) has for the machine.
_SET_SCHEDULING = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
# The least that Linux grants. It grants shorter turns earlier, and no larger share in all.
TURN_NANOSECONDS = 100_000

# The message on systems where a file's mode does not show other accounts' access; None elsewhere.
NOT_CHECKED: str | None = None
if sys.platform == "win32":
    NOT_CHECKED = (
        "Windows does not tell by a file's mode which accounts can open it, so that is not "
        "checked: keep the folder inside your own user profile."
    )

_ESCAPED = re.compile(r"\\([0-7]{3})")  # a character in a folder's name that mountinfo escapes

# Seconds on a clock that nobody sets, and that goes on while a laptop sleeps.
stopwatch_seconds: Callable[[], float]
if sys.platform == "linux":
    stopwatch_seconds = partial(time.clock_gettime, time.CLOCK_BOOTTIME)
elif sys.platform == "darwin":  # time.monotonic stops in its sleep
    stopwatch_seconds = partial(time.clock_gettime, time.CLOCK_MONOTONIC)
else:
    stopwatch_seconds = time.monotonic

# Whether several processes may answer at one port; Granian quietly starts one on Windows.
SEVERAL_WORKERS: bool = sys.platform != "win32"

# Whether lock_descriptor locks folders, too; Windows opens none.
FOLDERS_CAN_BE_LOCKED: bool = sys.platform != "win32"


DESCRIPTORS = "/proc/self/fd/"  # the folder that has each open file by its number, on Linux

# The errors of old kernels, and of file systems such as a network's, for O_TMPFILE (open(2)).
_NO_NAMELESS_FILES = {errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL, errno.ENOSYS}


def open_to_others(path: Path) -> bool:
    """Whether other accounts can read or change the file; False if NOT_CHECKED is not None."""
    return _grants(path, 0o077)


def changeable_by_others(path: Path) -> bool:
    """Whether other accounts can change the file; False if NOT_CHECKED is not None."""
    return _grants(path, 0o022)


def _grants(path: Path, permissions: int) -> bool:
    return NOT_CHECKED is None and bool(path.stat().st_mode & permissions)


def give_to_owner(folder: Path, descriptor: int) -> None:
    """Gives an open file to the account that owns the folder, if root runs this process."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = folder.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)


def owner_of(path: Path) -> str | None:
    """The name of the account that owns a file, or its number; None if there is no such file.

    None on Windows, too.
    """
    if sys.platform == "win32":
        return None
    try:
        return path.owner()
    except KeyError:
        return f"account {path.stat().st_uid}"
    except FileNotFoundError:
        return None


def real_path(path: Path) -> Path:
    """The absolute path to which all links lead; raises OSError for links in a circle.

    Path.resolve raises a RuntimeError for these, or nothing: that depends on Python.
    """
    try:
        return Path(os.path.realpath(path, strict=True))
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise
        return Path(os.path.realpath(path))  # of what is not there yet


def open_nameless(folder: Path) -> int | None:
    """Opens a new private file of the folder that has no name yet, and ends with its process.

    Returns None where the system, or the drive, has no such files.
    """
    if sys.platform != "linux" or not Path(DESCRIPTORS).is_dir():
        return None
    try:
        return os.open(folder, os.O_RDWR | os.O_TMPFILE, 0o600)
    except OSError as error:
        if error.errno in _NO_NAMELESS_FILES:
            return None
        raise


def name_file(descriptor: int, target: Path) -> None:
    """Gives a file of `open_nameless` this name; raises FileExistsError if another one has it."""
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        # open(2) says so; without a folder's descriptor Python would not follow the link.
        os.link(f"{DESCRIPTORS}{descriptor}", target.name, dst_dir_fd=folder)
    finally:
        os.close(folder)


def lock_descriptor(descriptor: int) -> bool:
    """Locks an open file for this process; returns False if another one has locked it.

    The lock ends with `unlock_descriptor`, when the file is closed, and with the process.
    """
    try:
        if sys.platform == "win32":
            os.lseek(descriptor, 0, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def unlock_descriptor(descriptor: int) -> None:
    """Ends the lock of `lock_descriptor`."""
    if sys.platform == "win32":
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_UN)


def flush(descriptor: int) -> None:
    """Returns when an open file's content is on the disk; Windows needs it open for writing.

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

    Windows cannot flush a folder: there a power cut can undo the last renamings.
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
    if sys.platform != "win32":  # Windows does not count connections as files
        limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if limit != resource.RLIM_INFINITY:
            return limit
    return None


def allow_open_files(files: int) -> None:
    """Raises this process's limit of open files to `files`, or to the highest allowed value."""
    if sys.platform != "win32":
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = files if hard == resource.RLIM_INFINITY else min(files, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def ask_for_short_turns() -> None:
    """Lets this thread, and all that it starts, run as soon as they wake beside busy programs.

    A response goes through four threads, and each would wait for the turns of others. Linux
    heeds the wish from 6.12 on; nothing changes on other systems, or if the wish is refused.
    """
    call = _SET_SCHEDULING.get(platform.machine())
    if sys.platform != "linux" or call is None or os.sched_getscheduler(0) != os.SCHED_OTHER:
        return
    own_priority = os.getpriority(os.PRIO_PROCESS, 0)
    # struct sched_attr: size, policy, flags, nice, priority, runtime, deadline, period.
    form = "=IIQiIQQQ"
    wish = struct.pack(
        form, struct.calcsize(form), os.SCHED_OTHER, 0, own_priority, 0, TURN_NANOSECONDS, 0, 0
    )
    ctypes.CDLL(None).syscall(call, 0, wish, 0)


def file_system(path: Path) -> str:
    """The kind of file system that the path is on, as the system names it; "" if unknown."""
    try:
        path = real_path(path)
    except OSError:
        return ""
    if sys.platform == "win32":
        remote = 4  # DRIVE_REMOTE of GetDriveTypeW
        windows = getattr(ctypes, "windll", None)  # absent where tests imitate Windows
        kind = windows.kernel32.GetDriveTypeW(path.anchor) if windows else 0
        return "network" if kind == remote or path.anchor.startswith("\\\\") else ""
    try:
        if sys.platform == "linux":
            mounted = mounts_of_linux(os.fsdecode(Path("/proc/self/mountinfo").read_bytes()))
        else:
            mounted = mounts_of_bsd(subprocess.check_output(["/sbin/mount"], encoding="utf-8"))
    except (OSError, subprocess.SubprocessError):
        return ""
    above = [place for place in mounted if path.is_relative_to(place)]
    return mounted[max(above, key=len)] if above else ""


def mounts_of_linux(listed: str) -> dict[str, str]:
    """The kinds of the file systems in /proc/self/mountinfo (proc(5)), by their folders."""
    rows = (line.split(" ") for line in listed.split("\n"))
    return {
        _ESCAPED.sub(lambda found: chr(int(found[1], 8)), row[4]): row[row.index("-") + 1]
        for row in rows
        if "-" in row
    }


def mounts_of_bsd(listed: str) -> dict[str, str]:
    """The kinds of the file systems that mount(8) of macOS lists, by their folders."""
    lines = (line.rpartition(" (") for line in listed.splitlines())
    named = ((what.partition(" on ")[2], kind) for what, found, kind in lines if found)
    return {folder: kind.partition(",")[0].rstrip(")") for folder, kind in named}


def take_free_port_only(probe: socket.socket) -> None:
    """Lets a socket be bound only to a port at which nobody listens.

    On Windows SO_REUSEADDR would let it take a port that another program listens at.
    """
    if sys.platform == "win32":
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)


def start_in_background(
    command: Sequence[str], environment: Mapping[str, str]
) -> subprocess.Popen[bytes]:
    """Starts a process of low priority, with pipes to its input and from its output."""
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
    """This process's bytes in memory (proc(5)); None if the system does not show them."""
    if sys.platform != "linux":
        return None
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
