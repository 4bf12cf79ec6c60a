"""The contents of a SQLite file, without the counts of how often it was written."""

import sqlite3
from contextlib import closing
from pathlib import Path

# The places in its header that count commits (https://www.sqlite.org/fileformat.html): /ready and
# the acknowledgement of a retry commit, and change nothing else.
COUNTERS = {*range(24, 28), *range(92, 96)}


def rows_in(path: Path) -> str:
    """All tables and rows, wherever they are: in the file, or in the log beside it still."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
        return "\n".join(database.iterdump())


def contents(path: Path) -> bytes:
    """The file's bytes, with zeros in place of the counters of commits."""
    content = bytearray(path.read_bytes())
    for place in COUNTERS:
        content[place] = 0
    return bytes(content)
