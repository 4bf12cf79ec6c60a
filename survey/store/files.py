"""Files that appear whole or not at all; those with surveys are private, and on disk at once."""

import glob
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from survey.errors import ConfigError
from survey.systems import flush, flush_names, give_to_owner

UNFINISHED = ".unfinished"  # ends the names of files that are being written
LOCK = ".lock"  # ends the names of their locks
FOR_EVER = -1


def make_private_folder(path: Path) -> None:
    """Makes the folder, and those above it that are missing, all for their owner alone."""
    for folder in reversed([path, *path.parents]):
        if not folder.exists():
            folder.mkdir(mode=0o700, exist_ok=True)


def create_private(path: Path) -> None:
    """Creates an empty file that only its owner may read; raises FileExistsError if it exists.

    Call it before anything else opens the file, so that others can never read it.
    """
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def create_of_instance(path: Path) -> int:
    """Creates a private file of an instance folder, opened to write; FileExistsError if it exists.

    It belongs to the folder's owner even if root makes it, as in a restore. Otherwise the service
    could not read its own keys.
    """
    # Only a file that is new is given away: a link to a foreign one is not followed.
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
    give_to_owner(path.parent, descriptor)
    return descriptor


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Gives a new private file, which is durably at `target` once the block has ended well.

    Raises ConfigError if `target` exists; else as `unfinished_beside` and `link_durably` do.
    """
    if target.exists():
        raise ConfigError(f"{target} exists already. Name another file, or delete it first.")
    with unfinished_beside(target) as unfinished:
        yield unfinished
        link_durably(unfinished, target)


@contextmanager
def unfinished_beside(target: Path) -> Iterator[Path]:
    """Gives a new private file, to be linked as `target`; removes it at the end of the block.

    An OSError about this file or its lock names `target`, since nobody knows the others.
    First removes the unfinished files that killed processes left in the folder. A file that is
    being written has a lock beside it, which ends with its process.
    """
    target.parent.stat()  # fails for a misspelt folder, which the lock would make
    for abandoned in {_named(file) for file in target.parent.glob(f"*{UNFINISHED}*")}:
        with suppress(OSError), _lock(abandoned, timeout=0):
            _remove(abandoned)
    path = target.with_name(f"{target.name}.{secrets.token_hex(8)}{UNFINISHED}")
    try:
        with _lock(path):
            try:
                create_private(path)
                yield path
            finally:
                _remove(path)
    except OSError as error:
        if str(error.filename).startswith(str(path)):
            error.filename = str(target)
        raise


def link_durably(unfinished: Path, target: Path) -> None:
    """Flushes a finished file to disk and links it as `target`.

    Raises FileExistsError if `target` exists.
    """
    with unfinished.open("r+b") as file:
        flush(file.fileno())
    os.link(unfinished, target)
    flush_names(target.parent)


def _named(beside: Path) -> Path:
    """The name of the unfinished file to which this one, a lock or a journal, belongs."""
    return beside.with_name(beside.name.partition(UNFINISHED)[0] + UNFINISHED)


def _remove(unfinished: Path) -> None:
    """Removes the file and the journals that SQLite keeps beside it, but not its lock."""
    for file in unfinished.parent.glob(f"{glob.escape(unfinished.name)}*"):
        if file.suffix != LOCK:
            file.unlink(missing_ok=True)


@contextmanager
def _lock(unfinished: Path, timeout: float = FOR_EVER) -> Iterator[None]:
    """Holds an unfinished file's lock; raises TimeoutError after `timeout` seconds in vain.

    The lock is a second file: on Windows SQLite could not write a locked file.
    """
    from filelock import FileLock  # loaded here, since few commands need it

    lock = FileLock(f"{unfinished}{LOCK}", timeout, mode=0o600)
    lock.acquire()
    try:
        yield
    finally:
        lock.release()
        # Windows keeps the lock's file while another process checks it: the next writer removes it.
        with suppress(PermissionError):
            Path(lock.lock_file).unlink(missing_ok=True)
