"""Files that only their owner can read, and that appear whole and on disk or not at all."""

import fcntl
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

UNFINISHED = ".unfinished"  # ends the names of files that are being written


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


@contextmanager
def unfinished_beside(target: Path) -> Iterator[Path]:
    """Gives a new private file, to be linked as `target`; removes it at the end of the block.

    First removes those that killed processes left in the folder: a file that is being
    written is locked, and its lock ends with its process.
    """
    for abandoned in target.parent.glob(f"*{UNFINISHED}*"):
        with suppress(OSError), abandoned.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            abandoned.unlink()
    path = target.with_name(f"{target.name}.{secrets.token_hex(8)}{UNFINISHED}")
    create_private(path)
    try:
        with path.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield path
    finally:
        path.unlink(missing_ok=True)


def link_durably(unfinished: Path, target: Path) -> None:
    """Flushes a finished file to disk and links it as `target`; FileExistsError if that exists."""
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    os.link(unfinished, target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
