"""Rows as a table of HTML, for notebooks."""

from collections.abc import Sequence
from html import escape


def written(value: object) -> str:
    """A cell: an interval, a share or mean in three decimals, or whatever it is."""
    if isinstance(value, tuple):
        return f"{value[0]:.3f} to {value[1]:.3f}"
    return "–" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


def html_table(caption: str, rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row is its head, and whose first column names the rows."""
    head, *body = rows
    lines = [f"<table><caption>{escape(caption)}</caption>", _row(head, "th")]
    lines += [_row(row, "td") for row in body]
    return "\n".join([*lines, "</table>"])


def text_table(caption: str, rows: Sequence[Sequence[str]]) -> str:
    """The same for a terminal."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([caption, *lines])


def _row(cells: Sequence[str], tag: str) -> str:
    first, *others = (escape(cell) for cell in cells)
    return f"<tr><th>{first}</th>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in others) + "</tr>"
