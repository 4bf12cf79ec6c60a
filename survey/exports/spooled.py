"""Binary files on their way out: on disk while they are made, and never whole in memory."""

from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import BinaryIO

PIECE = 64 * 1024  # bytes


def spooled(write: Callable[[BinaryIO], None]) -> Iterator[bytes]:
    """What `write` writes to a file without a name, in pieces.

    XLSX and Parquet keep their table of contents at the end and are written
    with a file's position in hand, so that no piece is final before the last.
    """
    yield b""  # whoever only asks whether there is anything begins no file
    with TemporaryFile() as file:
        write(file)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece
