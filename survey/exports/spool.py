"""Binary files in pieces: made on disk, and never whole in memory."""

from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import IO

PIECE = 64 * 1024  # bytes


def spooled(write: Callable[[IO[bytes]], None]) -> Iterator[bytes]:
    """Lets `write` fill a temporary file, and yields the file in pieces.

    XLSX and Parquet end with their table of contents and are written by seeking,
    so that no piece is final before the last.
    """
    yield b""  # so that a caller who only looks at the first piece makes no file
    with TemporaryFile() as file:
        write(file)
        file.seek(0)
        while piece := file.read(PIECE):
            yield piece
