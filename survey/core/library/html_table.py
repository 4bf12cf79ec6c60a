"""Rows as a table of HTML, for notebooks."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from html import escape
from typing import Any


def written(value: object) -> str:
    """A cell's text: an interval, a share or mean in three decimals, or any other value."""
    if isinstance(value, tuple):
        return f"{value[0]:.3f} to {value[1]:.3f}"
    return "–" if value is None else f"{value:.3f}" if isinstance(value, float) else str(value)


class HtmlTable(ABC):
    """A table in a notebook and in a terminal: `rows` by their names, and a caption."""

    @property
    @abstractmethod
    def rows(self) -> list[dict[str, Any]]:
        """The rows, each with the same names."""

    @property
    @abstractmethod
    def _caption(self) -> str: ...

    def _repr_html_(self) -> str:
        return html_table(self._caption, self._cells)

    def __repr__(self) -> str:
        return text_table(self._caption, self._cells)

    @property
    def _cells(self) -> list[list[str]]:
        rows = self.rows
        return [list(rows[0]), *([written(cell) for cell in row.values()] for row in rows)]


def html_table(caption: str, rows: Sequence[Sequence[str]]) -> str:
    """A table whose first row is its head, and whose first column names the rows."""
    head, *body = rows
    lines = [f"<table><caption>{escape(caption)}</caption>", _row(head, "th")]
    lines += [_row(row, "td") for row in body]
    return "\n".join([*lines, "</table>"])


def text_table(caption: str, rows: Sequence[Sequence[str]]) -> str:
    """A table for a terminal, whose first row is its head."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    return "\n".join([caption, *lines])


def _row(cells: Sequence[str], tag: str) -> str:
    first, *others = (escape(cell) for cell in cells)
    return f"<tr><th>{first}</th>" + "".join(f"<{tag}>{cell}</{tag}>" for cell in others) + "</tr>"
