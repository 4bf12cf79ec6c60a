"""Files that are there whole and on disk, or not at all."""

import os
from pathlib import Path


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
