"""Files that appear whole or not at all; those with surveys are private, and on disk at once."""

import glob
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from survey.errors import ConfigError
from survey.systems import (
    DESCRIPTORS,
    flush,
    flush_names,
    give_to_owner,
    name_file,
    open_nameless,
)

UNFINISHED = ".unfinished"  # ends the names of files that are being written
LOCK = ".lock"  # ends the names of their locks
FOR_EVER = -1
JUST_NOW = 60  # seconds


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
def new_file(target: Path) -> Iterator[BinaryIO]:
    """Gives a new private file, which is durably at `target` once the block has ended well.

    Raises ConfigError if `target` exists; else as `durable_file` does.
    """
    if target.exists():
        raise ConfigError(f"{target} exists already. Name another file, or delete it first.")
    with durable_file(target) as file:
        yield file


@contextmanager
def durable_file(target: Path) -> Iterator[BinaryIO]:
    """`new_file`, but raises FileExistsError if `target` exists at the end.

    The file has no name while it is written, so a process that is killed leaves nothing of it.
    Where the system or the drive has no such files, its name is that of `unfinished_beside`. An
    OSError about this file names `target`, since nobody knows another.
    """
    target.parent.stat()  # names a misspelt folder
    with _naming(target):
        remove_abandoned(target.parent)
        descriptor = open_nameless(target.parent)
        if descriptor is None:
            with unfinished_beside(target) as path, path.open("r+b") as file:
                yield file
                file.flush()
                link_durably(path, target)
            return
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            flush(descriptor)
            name_file(descriptor, target)
            flush_names(target.parent)


def name_of(file: BinaryIO) -> Path | None:
    """The name of a `new_file` while it is written; None if it has none."""
    return Path(file.name) if isinstance(file.name, str) else None


@contextmanager
def unfinished_beside(target: Path) -> Iterator[Path]:
    """Gives a new private file, to be linked as `target`; removes it at the end of the block.

    While it is being written it has a lock beside it, which ends with its process.
    """
    path = unfinished_name(target)
    with _lock(path):
        try:
            create_private(path)
            yield path
        finally:
            _remove(path)


def unfinished_name(target: Path) -> Path:
    """A name beside `target` that no other file has."""
    return target.with_name(f"{target.name}.{secrets.token_hex(8)}{UNFINISHED}")


def remove_abandoned(folder: Path) -> None:
    """Removes the unfinished files that killed processes left in the folder."""
    for abandoned in {_named(file) for file in folder.glob(f"*{UNFINISHED}*")}:
        with suppress(OSError):
            if _is_begun(abandoned):
                continue
            with _lock(abandoned, timeout=0):
                _remove(abandoned)


def _is_begun(unfinished: Path) -> bool:
    """Whether this file may have been made a moment ago, and be about to lose its name."""
    try:
        status = unfinished.stat()
    except FileNotFoundError:
        return False  # only its lock is left
    return not status.st_size and time.time() - status.st_mtime < JUST_NOW


@contextmanager
def _naming(target: Path) -> Iterator[None]:
    """Lets an OSError about an unfinished file, or about its lock, name `target`."""
    try:
        yield
    except OSError as error:
        known = error.filename not in (None, target.parent)
        if not known or str(error.filename).startswith((f"{target}.", DESCRIPTORS)):
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
