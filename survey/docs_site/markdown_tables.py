"""Markdown tables, and text that must stay as it is within Markdown."""

import re
from collections.abc import Iterable, Sequence


def cell(text: str) -> str:
    """Escapes all Markdown in plain text, except code between backticks."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part.replace("|", "\\|") if part.startswith("`") else _escaped(part) for part in parts
    )


def _escaped(text: str) -> str:
    return re.sub(r"([\\*_<>\[\]$#|`])", r"\\\1", text)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table whose cells are Markdown already."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
