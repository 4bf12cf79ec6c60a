"""Imitates Windows for survey/: with this folder on PYTHONPATH Python runs it at each start.

So workers and other processes see Windows, too. All code sees the file modes of Windows, cannot
open a folder or rename an open file, and reads text in a code page with lines that end in CR LF.
For survey/, imported modules lack the names that Windows lacks, and have the few that it adds.
Other libraries know both systems, and still see this one.
"""

import builtins
import errno
import fcntl
import io
import multiprocessing
import multiprocessing.context
import os
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
from types import ModuleType
from typing import Any

CODE_PAGE = "cp1252"  # Western European
WINDOWS = "win32"
FORBIDDEN = set('<>:"|?*')  # in names

# Modules and names whose "Availability" in https://docs.python.org/3.11/library/ is not Windows.
LACKED_MODULES = {
    "_posixsubprocess", "crypt", "curses", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty",
    "pwd", "readline", "resource", "spwd", "syslog", "termios", "tty",
}  # fmt: skip
LACKED_NAMES = {
    "os": {
        "O_CLOEXEC", "O_DIRECTORY", "O_DSYNC", "O_NOATIME", "O_NOFOLLOW", "O_NONBLOCK", "O_PATH",
        "O_SYNC", "O_TMPFILE", "WNOHANG", "chflags", "chown", "chroot", "confstr", "ctermid",
        "eventfd", "fchdir", "fchmod", "fchown", "fdatasync", "fork", "forkpty", "fpathconf",
        "fstatvfs", "get_blocking", "getegid", "geteuid", "getgid", "getgroups", "getloadavg",
        "getpgid", "getpgrp", "getpriority", "getresuid", "getsid", "getuid", "getxattr",
        "initgroups", "killpg", "lchown", "lockf", "major", "memfd_create", "mkfifo", "mknod",
        "nice", "openpty", "pathconf", "pidfd_open", "pipe2", "posix_fadvise", "posix_fallocate",
        "posix_spawn", "pread", "preadv", "pwrite", "pwritev", "readv", "register_at_fork",
        "sendfile", "set_blocking", "setegid", "seteuid", "setgid", "setgroups", "setpgid",
        "setpriority", "setsid", "setuid", "setxattr", "splice", "statvfs", "sync", "sysconf",
        "tcgetpgrp", "tcsetpgrp", "ttyname", "uname", "wait", "wait3", "wait4", "waitid", "writev",
    },
    "signal": {
        "ITIMER_REAL", "SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGIO", "SIGKILL", "SIGPIPE",
        "SIGPROF", "SIGQUIT", "SIGSTOP", "SIGSYS", "SIGTSTP", "SIGTTIN", "SIGTTOU", "SIGUSR1",
        "SIGUSR2", "SIGWINCH", "alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer",
        "siginterrupt", "sigpending", "sigtimedwait", "sigwait",
    },
    "socket": {
        "AF_NETLINK", "AF_PACKET", "AF_UNIX", "MSG_DONTWAIT", "MSG_NOSIGNAL", "SOCK_CLOEXEC",
        "SOCK_NONBLOCK", "SO_BINDTODEVICE", "SO_PEERCRED", "SO_REUSEPORT", "recv_fds", "send_fds",
        "sethostname",
    },
    "time": {"clock_gettime", "clock_settime", "pthread_getcpuclockid", "tzset"},
    "asyncio": {"open_unix_connection", "start_unix_server"},
}  # fmt: skip
LACKED_NAMES["os"] |= {name for name in dir(os) if name.startswith(("sched_", "SCHED_", "PRIO_"))}


class Popen(subprocess.Popen):
    """Starts only commands that Windows can start; ignores Windows's flags."""

    def __init__(self, *arguments: Any, creationflags: int = 0, **named: Any):
        for lacked in ("preexec_fn", "pass_fds", "start_new_session", "process_group", "user"):
            if named.get(lacked):
                raise ValueError(f"{lacked} is not supported on Windows platforms")
        super().__init__(*arguments, **named)


ADDED_NAMES: dict[str, dict[str, Any]] = {
    "os": {"name": "nt"},
    "sys": {"platform": WINDOWS},
    "signal": {"SIGBREAK": signal.SIGTERM},
    # Without it this system keeps a port for a while after its last connection.
    "socket": {"SO_EXCLUSIVEADDRUSE": socket.SO_REUSEADDR},
    "subprocess": {"BELOW_NORMAL_PRIORITY_CLASS": 0x4000, "Popen": Popen},
}


def lock_part(descriptor: int, mode: int, number: int) -> None:
    """msvcrt.locking, which locks a part of an open file, and raises if another has it."""
    try:
        fcntl.flock(descriptor, (fcntl.LOCK_EX | fcntl.LOCK_NB) if mode else fcntl.LOCK_UN)
    except BlockingIOError:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES)) from None


MSVCRT: Any = ModuleType("msvcrt")
MSVCRT.locking, MSVCRT.LK_UNLCK, MSVCRT.LK_NBLCK = lock_part, 0, 2


class OnWindows:
    """A module as Windows has it; setting an attribute sets it in the real module."""

    __slots__ = ("_module",)

    def __init__(self, module: ModuleType):
        object.__setattr__(self, "_module", module)

    def __getattr__(self, name: str) -> Any:
        module = self._module.__name__
        if name in ADDED_NAMES.get(module, ()):
            return ADDED_NAMES[module][name]
        if name in LACKED_NAMES.get(module, ()):
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return getattr(self._module, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._module, name, value)


SEEN = {name: OnWindows(sys.modules[name]) for name in ADDED_NAMES}


def _is_ours(namespace: dict[str, Any] | None) -> bool:
    return ((namespace or {}).get("__package__") or "").partition(".")[0] == "survey"


def import_on_windows(name, globals=None, locals=None, fromlist=(), level=0, *, real=__import__):
    if level or not _is_ours(globals):
        return real(name, globals, locals, fromlist, level)
    if name.partition(".")[0] in LACKED_MODULES:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    if name == MSVCRT.__name__:
        return MSVCRT
    module = real(name, globals, locals, fromlist, level)
    if module.__name__ in {*LACKED_NAMES, *ADDED_NAMES}:
        return SEEN.setdefault(module.__name__, OnWindows(module))
    return module


def with_windows_modes(real):
    """os.stat as on Windows, where a mode shows only whether a file may be written."""

    def found(*arguments: Any, **named: Any) -> os.stat_result:
        status = real(*arguments, **named)
        mode = stat.S_IFMT(status.st_mode) | (0o777 if stat.S_ISDIR(status.st_mode) else 0)
        if not stat.S_ISDIR(status.st_mode):
            mode |= 0o666 if status.st_mode & stat.S_IWUSR else 0o444
        values, (_, extra) = [mode, *status[1:]], status.__reduce__()[1]
        return os.stat_result(values, extra)

    return found


def change_mode(path, mode, *, real=os.chmod, **named):
    """os.chmod as on Windows: it only allows or forbids writing to a file."""
    if not os.path.isdir(path):
        real(path, 0o666 if mode & stat.S_IWUSR else 0o444, **named)


def refuse(number: int, path: Any) -> None:
    raise OSError(number, os.strerror(number), path)


def check_name(path: Any) -> None:
    if isinstance(path, (str, bytes, os.PathLike)):
        name = os.path.basename(os.fsdecode(path))
        if FORBIDDEN & set(name) or name.endswith((" ", ".")) and name.strip("."):
            refuse(errno.EINVAL, path)


def open_number(path, flags, mode=0o777, *, real=os.open, **named):
    check_name(path)
    if os.path.isdir(path):
        refuse(errno.EACCES, path)
    return real(path, flags, 0o666, **named)


def make_folder(path, mode=0o777, *, real=os.mkdir, **named):
    check_name(path)
    real(path, 0o777, **named)


def is_open(path: Any) -> bool:
    """Whether any process has the file open, which keeps its name on Windows."""
    wanted = os.path.realpath(os.fsdecode(path))
    for process in os.listdir("/proc"):
        try:
            numbers = os.listdir(f"/proc/{process}/fd") if process.isdecimal() else []
        except OSError:
            continue  # another account's, or just ended
        for number in numbers:
            try:
                if os.readlink(f"/proc/{process}/fd/{number}") == wanted:
                    return True
            except OSError:
                continue
    return False


def unless_open(real, paths: int):
    """A function of so many paths that ends with PermissionError if one of them is open."""

    def changed(*arguments: Any, **named: Any) -> None:
        for path in arguments[:paths]:
            check_name(path)
            if is_open(path):
                refuse(errno.EACCES, path)
        real(*arguments, **named)

    return changed


def rename(source, target, *, real=os.rename, **named):
    """os.rename as on Windows: unlike os.replace, it never replaces a file."""
    if os.path.lexists(target):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), target)
    real(source, target, **named)


def open_text(
    file, mode="r", buffering=-1, encoding=None, errors=None, newline=None, *more, real=io.open, **m
):
    """`open` in the system's encoding, with its ends of lines."""
    check_name(file)
    if "b" not in mode:
        encoding = CODE_PAGE if encoding in (None, "locale") else encoding
        if newline is None and "r" not in mode:
            newline = "\r\n"
    return real(file, mode, buffering, encoding, errors, newline, *more, **m)


def become_windows() -> None:
    builtins.__import__ = import_on_windows
    builtins.open = io.open = open_text
    for name in ("stat", "lstat", "fstat"):
        setattr(os, name, with_windows_modes(getattr(os, name)))
    os.chmod, os.open, os.mkdir = change_mode, open_number, make_folder
    os.rename = unless_open(rename, 2)
    os.replace = unless_open(os.replace, 2)
    os.unlink = os.remove = unless_open(os.unlink, 1)
    # Settings that the standard library chose when it was loaded.
    tempfile.TemporaryFile = tempfile.NamedTemporaryFile
    shutil._use_fd_functions = False  # type: ignore[attr-defined]
    multiprocessing.set_start_method("spawn", force=True)
    for other in ("fork", "forkserver"):
        del multiprocessing.context._concrete_contexts[other]  # type: ignore[attr-defined]


become_windows()
