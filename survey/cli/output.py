"""The output of the command line, the same bytes on each system."""

import io
import math
import sys
from collections.abc import Sequence


def make_output_portable() -> None:
    """Lets every character be printed; redirected output is UTF-8, and its lines end in a newline.

    On Windows a file or a pipe would be in the system's code page, which has no γ, and a file's
    SHA-256 would be another.
    """
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue  # there is none, or it is a test's own
        if stream.isatty():
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


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
