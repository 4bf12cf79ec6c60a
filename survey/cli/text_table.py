"""Tables for the terminal."""

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Rows with equally many cells: aligns the first column left, the others right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for first, *others in rows:
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        lines.append("  ".join([f"{first:<{widths[0]}}", *cells]).rstrip())
    return "\n".join(lines)
