"""Files that only their owner reads, and that are there whole and on disk, or not at all."""

import os
from pathlib import Path


def create_private(path: Path) -> None:
    """An empty file that only its owner may read; FileExistsError if there is one already.

    Made before anything opens it, so that it is never readable by others.
    """
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def link_durably(unfinished: Path, target: Path) -> None:
    """Gives a finished file its name as well, on disk; FileExistsError if a file has it already."""
    with unfinished.open("rb") as file:
        os.fsync(file.fileno())
    os.link(unfinished, target)
    folder = os.open(target.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
