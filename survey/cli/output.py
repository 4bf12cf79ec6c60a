"""The output of the command line, the same bytes on each system."""

import io
import math
import os
import sys
from collections.abc import Sequence
from typing import Any

from survey.errors import ConfigError


class _ClosedStream(io.RawIOBase):
    """A standard stream that was closed (`>&-`): the first use raises ConfigError."""

    def __init__(self, sentence: str):
        super().__init__()
        self._sentence = sentence

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        return self._fail_unless_empty(piece)

    def readinto(self, place: Any) -> int:
        return self._fail_unless_empty(place)

    def _fail_unless_empty(self, block: Any) -> int:
        # Libraries try empty blocks to learn whether a stream is binary.
        if len(memoryview(block)):
            raise ConfigError(self._sentence)
        return 0


def replace_closed_streams() -> None:
    """Replaces closed streams, which are None, by ones that a command can fail at in a sentence.

    What would go to a closed standard error is lost, as was meant.
    """
    if sys.stdin is None:
        sentence = "Standard input is closed. Let it come from a terminal, a file or a pipe."
        sys.stdin = io.TextIOWrapper(_ClosedStream(sentence), encoding="utf-8")
    if sys.stdout is None:
        sentence = "Standard output is closed. Let it lead to a terminal, a file or a pipe."
        sys.stdout = io.TextIOWrapper(_ClosedStream(sentence), encoding="utf-8", write_through=True)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - open to the end


def make_output_portable() -> None:
    """Lets every character be printed; redirected output is UTF-8, and its lines end in a newline.

    On Windows a file or a pipe would be in the system's code page, which has no γ, and a file's
    SHA-256 would be another.
    """
    replace_closed_streams()
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if not isinstance(stream, io.TextIOWrapper):
            continue  # a test's own
        if isinstance(stream.buffer, io.FileIO):
            # So it is with PYTHONUNBUFFERED: a full disk takes a part, and nobody learns of it.
            # Lines still go out one by one, as those of a log should.
            stream = open(stream.fileno(), "w", 1, stream.encoding, closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)
        if stream.isatty():
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def drop_unwritten_output() -> None:
    """Drops what the standard streams did not take; Python would complain of it when it ends."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def finite_or_null(value: float) -> float | None:
    """The number, or None if it is infinite or not a number, which JSON cannot write."""
    return value if math.isfinite(value) else None


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows with equally many cells: aligns the first column left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([f"{first:<{widths[0]}}", *cells]).rstrip())
    return "\n".join(lines)
