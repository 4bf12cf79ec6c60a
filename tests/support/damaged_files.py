"""Damage to a SQLite file, as a failing disk or another program does it."""

from pathlib import Path

PAGE = 4096


def damage_page_with(path: Path, held: str) -> int:
    """Overwrites the page that holds this text; returns the page's number, from 0."""
    content = bytearray(path.read_bytes())
    page = content.index(held.encode()) // PAGE
    content[page * PAGE : (page + 1) * PAGE] = b"\xff" * PAGE
    # Overwritten in place, as by a failing disk: programs that have the file open see the damage.
    with path.open("r+b") as file:
        file.write(content)
    return page
